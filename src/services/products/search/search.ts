import { type Caller } from '../../../domain/platform/caller';
import {
  describeHits,
  type DescribedPage,
  type FacetCounts,
  type FoundPage,
  runSearch,
  timeOfQuery,
} from '../../../product-search';
import { withEngineFailures } from './engine-failures';
import { requestedFacets, searchRequest, type SearchQuery } from './query';
import { type SearchDeps, type ServedIndex, type Shopper, withServedIndex } from './serve';

/** A search that was answered. */
export interface AnsweredSearch {
  served: ServedIndex;
  found: FoundPage;
  described: DescribedPage;
  /** Null: none were asked for. */
  facets: FacetCounts | null;
  /** Milliseconds from the request to the answer. */
  totalMs: number;
}

/**
 * Searches the served build of an index, and counts the search in the groups of its shopper.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `VARIANT_NOT_FOUND`, `ACCESS_DENIED`, `INDEX_NOT_READY`, `VALIDATION_ERROR`, `FILTER_INVALID`,
 *   `FACET_UNKNOWN`, `FACET_TIMEOUT`, `PAGE_TOO_DEEP`, `NOT_SUPPORTED`, `UPSTREAM_ERROR`, `UPSTREAM_TIMEOUT`
 */
export async function searchIndex(
  deps: SearchDeps,
  caller: Caller,
  index: string,
  asked: SearchQuery & { shopper: Shopper },
  signal: AbortSignal,
): Promise<AnsweredSearch> {
  const begun = performance.now();
  const { shopper } = asked;
  const answered = await withEngineFailures(() =>
    withServedIndex(deps, caller, index, { asked, shopper, signal }, async (served) => {
      const { target } = served;
      const request = searchRequest(asked, target);
      const wanted = requestedFacets(asked.facets, target, caller);
      const found = await runSearch(deps, target, request, signal);
      const { text, wordsMin } = found;
      const { filter, grouping } = request;
      const counted = { text, wordsMin: wordsMin ?? text.words.length, filter, grouping };
      const facets = wanted === null ? null : await deps.countFacets(target, counted, wanted, signal);
      const described = await describeHits(target, request, found);
      return { served, found, described, facets };
    }),
  );
  countSearch(deps, answered.served, { userToken: shopper.userToken, isEmpty: answered.found.total === 0 });
  return { ...answered, totalMs: Math.round(performance.now() - begun) };
}

function countSearch(
  { searchCounter, shopperHash }: Pick<SearchDeps, 'searchCounter' | 'shopperHash'>,
  { queryId, row, counted: { indexId, groups } }: ServedIndex,
  { userToken, isEmpty }: { userToken: string | undefined; isEmpty: boolean },
): void {
  if (groups.length === 0 || userToken === undefined) return;
  const { organizationId, environment } = row;
  const search = { organizationId, environment, indexId, groups, isEmpty };
  searchCounter.count({
    ...search,
    searchedAt: timeOfQuery(queryId),
    shopper: shopperHash(indexId, userToken),
  });
}
