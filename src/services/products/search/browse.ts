import { type Caller } from '../../../domain/platform/caller';
import {
  type BrowsedPage,
  type BrowsePlace,
  browseRecords,
  type FacetCounts,
  readQueryText,
} from '../../../product-search';
import { withEngineFailures } from './engine-failures';
import { requestedFacets, type SearchQuery, type SentFilters, wantedFilter } from './query';
import { type SearchDeps, type ServedIndex, withServedIndex } from './serve';

/** A walk through all records of an index. */
export interface BrowseQuery extends SentFilters, Pick<SearchQuery, 'perPage' | 'sort' | 'facets'> {
  /** Place behind which the page begins in the index of this id; null for the first page. */
  placeIn: (indexId: string) => BrowsePlace | null;
}

/** A page of a browse. */
export interface AnsweredBrowse {
  served: ServedIndex;
  found: BrowsedPage;
  /** Null: none were asked for. */
  facets: FacetCounts | null;
  /** Milliseconds from the request to the answer. */
  totalMs: number;
}

/**
 * Reads a page of the records of an index.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `ACCESS_DENIED`, `INDEX_NOT_READY`, `VALIDATION_ERROR`, `FILTER_INVALID`,
 *   `FACET_UNKNOWN`, `FACET_TIMEOUT`, `UPSTREAM_ERROR`, `UPSTREAM_TIMEOUT`
 */
export async function browseIndex(
  deps: SearchDeps,
  caller: Caller,
  index: string,
  asked: BrowseQuery,
  signal: AbortSignal,
): Promise<AnsweredBrowse> {
  const begun = performance.now();
  const { perPage, sort } = asked;
  const answered = await withEngineFailures(() =>
    withServedIndex(deps, caller, index, { asked, signal }, async (served) => {
      const { row, target } = served;
      const filter = wantedFilter(asked, target.filterFields);
      const wanted = requestedFacets(asked.facets, target, caller);
      const request = { perPage, filter, sort, after: asked.placeIn(row._id) };
      const found = await browseRecords(deps, target, request, signal);
      const everything = {
        text: readQueryText('', { typos: false }),
        wordsMin: 0,
        filter,
        grouping: null,
      };
      const facets = wanted === null ? null : await deps.countFacets(target, everything, wanted, signal);
      return { served, found, facets };
    }),
  );
  return { ...answered, totalMs: Math.round(performance.now() - begun) };
}
