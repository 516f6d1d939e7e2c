import { type LogView } from '../../../src/domain/products/record-log';
import { type ViewedRecord } from '../../../src/stores/products/record-pages';
import { type ActivityDeps } from '../../deps';

/** Default number of records of a page. */
export const recordsPerPage = 1_000;

/** Part of the records of a build. */
export interface RecordRange {
  indexId: string;
  view: LogView;
  /** Ids at which ranges end; the last range has none. */
  ends: readonly string[];
  range: number;
}

/** The records of a range in pages, by id. The next page is read while the caller processes one. */
export async function* rangePages(
  { recordPages }: Pick<ActivityDeps, 'recordPages'>,
  { indexId, view, ends, range }: RecordRange,
  limit = recordsPerPage,
): AsyncGenerator<ViewedRecord[]> {
  const through = ends[range] ?? null;
  const read = (after: string | null) => recordPages.page(indexId, { after, through, limit }, view);
  let page = await read(ends[range - 1] ?? null);
  for (;;) {
    const next = page.next === null ? null : read(page.next);
    // A failure of the next page is reported when it is awaited.
    next?.catch(() => undefined);
    if (page.items.length > 0) yield page.items;
    if (next === null) return;
    page = await next;
  }
}
