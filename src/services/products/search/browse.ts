import { type Caller } from '../../../domain/platform/caller';
import {
  type BrowsedPage,
  type BrowsePlace,
  browseRecords,
  countFacets,
  type FacetCounts,
  readQueryText,
  resolveText,
} from '../../../product-search';
import { requestedFacets, type SearchQuery, type SentFilters, wantedFilter } from './request';
import { type Answered, answerFromIndex, type ResolveDeps } from './resolve-index';

/** A walk through all records of an index. */
export interface BrowseQuery extends SentFilters, Pick<SearchQuery, 'perPage' | 'sort' | 'facets'> {
  /** Place behind which the page begins in the index of this id; null for the first page. */
  placeIn: (indexId: string) => BrowsePlace | null;
}

/** A page of a browse. */
export type AnsweredBrowse = Answered<{
  found: BrowsedPage;
  /** Null: none were asked for. */
  facets: FacetCounts | null;
}>;

/**
 * Reads a page of the records of an index.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `ACCESS_DENIED`, `INDEX_NOT_READY`, `VALIDATION_ERROR`,
 *   `FILTER_INVALID`, `FACET_UNKNOWN`, `FACET_TIMEOUT`, `UPSTREAM_ERROR`, `UPSTREAM_TIMEOUT`
 */
export async function browseIndex(
  deps: ResolveDeps,
  caller: Caller,
  name: string,
  asked: BrowseQuery,
  signal: AbortSignal,
): Promise<AnsweredBrowse> {
  const { perPage, sort } = asked;
  const engine = { ...deps.searchState, physicalIndexes: deps.physicalIndexes };
  return answerFromIndex(deps, caller, name, { asked, signal }, async ({ row, target }) => {
    const filter = wantedFilter(asked, target.filterFields);
    const wanted = requestedFacets(asked.facets, target, caller);
    const request = { perPage, filter, sort, after: asked.placeIn(row._id) };
    const found = await browseRecords(engine, target, request, signal);
    const everything = {
      text: resolveText(readQueryText('', { typos: false }), [], 'written'),
      wordsMin: 0,
      filter,
      grouping: null,
    };
    const facets = wanted === null ? null : await countFacets(engine, target, everything, wanted, signal);
    return { found, facets };
  });
}
