import {
  createQueryVectors,
  describeHits,
  type DescribedPage,
  type FacetCounter,
  type FacetCounts,
  type FoundPage,
  runSearch,
} from '../../../src/product-search';
import { type ApiDeps } from '../../deps';
import { type Caller } from '../../../src/domain/platform/caller';
import { type SearchBody } from './schema';
import { createCountedSearches } from '../experiments/counted-searches';
import { withEngineFailures } from '../../../src/services/products/search/engine-failures';
import { requestedFacets } from './facet-request';
import { searchRequest } from './search-request';
import { type ServedIndex, type ServedIndexes } from './served-indexes';

/** A search that was answered. */
export interface AnsweredSearch {
  served: ServedIndex;
  asked: SearchBody;
  found: FoundPage;
  described: DescribedPage;
  /** Null: none were asked for. */
  facets: FacetCounts | null;
  /** Milliseconds from the request to the answer. */
  totalMs: number;
}

/** Searches an index of the caller; see {@link createIndexSearch}. */
export type IndexSearch = (
  caller: Caller,
  index: string,
  asked: SearchBody,
  signal: AbortSignal,
) => Promise<AnsweredSearch>;

/**
 * Creates the function that searches the served build of an index.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `VARIANT_NOT_FOUND`, `ACCESS_DENIED`, `INDEX_NOT_READY`, `VALIDATION_ERROR`, `FILTER_INVALID`,
 *   `FACET_UNKNOWN`, `FACET_TIMEOUT`, `PAGE_TOO_DEEP`, `NOT_SUPPORTED`, `UPSTREAM_ERROR`, `UPSTREAM_TIMEOUT`
 */
export function createIndexSearch(
  deps: ApiDeps,
  servedIndex: ServedIndexes,
  countFacets: FacetCounter,
): IndexSearch {
  const searchDeps = { ...deps, queryVectors: createQueryVectors(deps.queryEmbedders) };
  const countSearch = createCountedSearches(deps);
  return async (caller, index, asked, signal) => {
    const begun = performance.now();
    const answered = await withEngineFailures(() =>
      servedIndex(
        caller,
        index,
        { asked, shopper: { userToken: asked.user_token, variant: asked.variant }, signal },
        async (served) => {
          const { target } = served;
          const request = searchRequest(asked, target);
          const wanted = requestedFacets(asked, served, caller);
          const found = await runSearch(searchDeps, target, request, signal);
          const { text, wordsMin } = found;
          const { filter, grouping } = request;
          const counted = { text, wordsMin: wordsMin ?? text.words.length, filter, grouping };
          const facets = wanted === null ? null : await countFacets(target, counted, wanted, signal);
          const described = await describeHits(target, request, found);
          return { served, asked, found, described, facets };
        },
      ),
    );
    countSearch(answered.served, asked, answered.found.total === 0);
    return { ...answered, totalMs: Math.round(performance.now() - begun) };
  };
}
