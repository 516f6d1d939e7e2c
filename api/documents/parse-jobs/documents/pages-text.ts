import { type DocumentPage } from '../../../../src/domain/documents/document-chunk';
import { parsePagesBytesMax } from '../../../../src/domain/platform/limits';
import { type PagesReading } from '../../../../src/services/documents/parse-jobs/documents/read';

interface WantedPages {
  first: number;
  limit: number;
  includeRegions: boolean;
}

/**
 * Writes pages as JSON: the members of `body`, then `pages` and `next_cursor`. It ends after `limit` pages, or
 * sooner where they are long; one page is always written.
 */
export async function* pagesJson(
  body: object,
  { pages, total }: PagesReading,
  { first, limit, includeRegions }: WantedPages,
): AsyncGenerator<string, undefined> {
  let next = first;
  let bytes = 0;
  yield `${JSON.stringify(body).slice(0, -1)},"pages":[`;
  for await (const page of pages) {
    const text = JSON.stringify(includeRegions ? page : withoutRegions(page));
    yield next++ === first ? text : `,${text}`;
    bytes += Buffer.byteLength(text);
    if (next - first >= limit || bytes > parsePagesBytesMax) break;
  }
  yield `],"next_cursor":${next < total ? next : 'null'}}`;
  return undefined;
}

function withoutRegions({ regions: _regions, ...page }: DocumentPage): Omit<DocumentPage, 'regions'> {
  return page;
}
