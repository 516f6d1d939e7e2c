import { type PhysicalIndexes } from '../../stores/products/physical-index';
import { shownMembers } from '../access/caller-view';
import { filterQuery, type FilterTree } from '../filters';
import { totalOf } from '../groups/grouped-hits';
import { type SortKey } from '../search/search-request';
import { type SearchTarget } from '../search/search-target';
import { sortColumns } from '../search/run-search';

/** Place of a record in an order: the value of each key of the order, then the id. */
export type BrowsePlace = readonly (number | string)[];

/** A wish for records of one build, one by one in a fixed order. */
export interface BrowseRequest {
  perPage: number;
  /** Null: all records. */
  filter: FilterTree | null;
  /** Order before that of the ids. */
  sort: SortKey[];
  /** The last record of the page before; null for the first page. */
  after: BrowsePlace | null;
}

/** Records in the order of a browse. */
export interface BrowsedPage {
  /** Records that pass the filter, on all pages. */
  total: number;
  records: { id: string; text: string }[];
  /** Place of the last record, where others follow; else null. */
  next: BrowsePlace | null;
  /** Milliseconds that the search engine took. */
  engineMs: number;
}

/** Records that one request reads, so that large ones fill no more memory than those of a search. */
const recordsPerRequest = 100;
/** A page with this much text ends early. */
const pageCharsMax = 8 * 1024 * 1024;

/**
 * Reads a page of records. It begins behind a place rather than at a number: records that come or go before
 * the place shift nothing, and the place means the same in the next build.
 *
 * @throws SearchRefused `VALIDATION_ERROR`; and what the search engine fails with
 */
export async function browseRecords(
  { physicalIndexes }: { physicalIndexes: Pick<PhysicalIndexes, 'search'> },
  target: SearchTarget,
  { perPage, filter, sort: keys, after }: BrowseRequest,
  signal: AbortSignal,
): Promise<BrowsedPage> {
  const shared = {
    query: { bool: { filter: [...target.visible, ...(filter === null ? [] : [filterQuery(filter)])] } },
    sort: [...sortColumns(keys, target.table), { id: { order: 'asc' as const } }],
    allow_partial_search_results: false,
  };
  const page: BrowsedPage = { total: 0, records: [], next: after, engineMs: 0 };
  let chars = 0;
  for (let isFirst = true; ; isFirst = false) {
    const wanted = Math.min(recordsPerRequest, perPage - page.records.length);
    const { hits, took } = await physicalIndexes.search(
      target.physical,
      {
        ...shared,
        // One more tells whether others follow.
        size: wanted + 1,
        track_total_hits: isFirst,
        ...(page.next === null ? {} : { search_after: [...page.next] }),
      },
      signal,
    );
    page.engineMs += took;
    if (isFirst) page.total = totalOf(hits.total);
    const read = hits.hits.slice(0, wanted);
    for (const { _id, _source } of read) {
      const text = shownMembers(_source?.r ?? '{}', target.members);
      page.records.push({ id: _id!, text });
      chars += text.length;
    }
    if (hits.hits.length <= wanted) return { ...page, next: null };
    page.next = read.at(-1)!.sort as (number | string)[];
    if (page.records.length === perPage || chars >= pageCharsMax) return page;
  }
}
