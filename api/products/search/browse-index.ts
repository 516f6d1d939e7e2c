import {
  browseRecords,
  type BrowsedPage,
  type FacetCounter,
  type FacetCounts,
  readQueryText,
} from '../../../src/product-search';
import { type ApiDeps } from '../../deps';
import { type Caller } from '../../../src/domain/platform/caller';
import { type BrowseBody } from './browse-schema';
import { browseCursor, readBrowseCursor } from './browse-cursor';
import { withEngineFailures } from '../../../src/services/products/search/engine-failures';
import { requestedFacets } from './facet-request';
import { wantedFilter } from './search-request';
import { type ServedIndex, type ServedIndexes } from './served-indexes';

/** A page of a browse. */
export interface AnsweredBrowse {
  served: ServedIndex;
  asked: BrowseBody;
  found: BrowsedPage;
  /** Null on the last page. */
  nextCursor: string | null;
  /** Null: none were asked for. */
  facets: FacetCounts | null;
  /** Milliseconds from the request to the answer. */
  totalMs: number;
}

/** Reads a page of the records of an index; see {@link createIndexBrowse}. */
export type IndexBrowse = (
  caller: Caller,
  index: string,
  asked: BrowseBody,
  signal: AbortSignal,
) => Promise<AnsweredBrowse>;

/**
 * Creates the function that reads the records of an index page by page.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `ACCESS_DENIED`, `INDEX_NOT_READY`, `VALIDATION_ERROR`, `FILTER_INVALID`,
 *   `FACET_UNKNOWN`, `FACET_TIMEOUT`, `UPSTREAM_ERROR`, `UPSTREAM_TIMEOUT`
 */
export function createIndexBrowse(
  deps: Pick<ApiDeps, 'physicalIndexes'>,
  servedIndex: ServedIndexes,
  countFacets: FacetCounter,
): IndexBrowse {
  return async (caller, index, asked, signal) => {
    const begun = performance.now();
    const answered = await withEngineFailures(() =>
      servedIndex(caller, index, { asked, signal }, async (served) => {
        const { row, target } = served;
        const owner = { indexId: row._id, asked };
        const filter = wantedFilter(asked, target.filterFields);
        const wanted = requestedFacets(asked, served, caller);
        const after = asked.cursor == null ? null : readBrowseCursor(owner, asked.cursor);
        const request = { perPage: asked.per_page, filter, sort: asked.sort, after };
        const found = await browseRecords(deps, target, request, signal);
        const everything = {
          text: readQueryText('', { typos: false }),
          wordsMin: 0,
          filter,
          grouping: null,
        };
        const facets = wanted === null ? null : await countFacets(target, everything, wanted, signal);
        const nextCursor = found.next === null ? null : browseCursor(owner, found.next);
        return { served, asked, found, nextCursor, facets };
      }),
    );
    return { ...answered, totalMs: Math.round(performance.now() - begun) };
  };
}
