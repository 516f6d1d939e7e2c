import { type Caller } from '../../../domain/platform/caller';
import {
  countFacets,
  demandedWords,
  describeHits,
  type DescribedPage,
  type FacetCounts,
  type FoundPage,
  runSearch,
  shopperHash,
  timeOfQuery,
} from '../../../product-search';
import { type ServiceDeps } from '../../deps';
import { requestedFacets, searchRequest, type SearchQuery } from './request';
import {
  type Answered,
  answerFromIndex,
  type ResolveDeps,
  type ResolvedIndex,
  type Shopper,
} from './resolve-index';

/** A search that was answered. */
export type AnsweredSearch = Answered<{
  found: FoundPage;
  described: DescribedPage;
  /** Null: none were asked for. */
  facets: FacetCounts | null;
}>;

/**
 * Searches an index: finds the build that answers the caller, reads the request against its fields, asks the
 * search engine for the hits and then for the facets, says by what each hit was found, and counts the search
 * in the groups of its shopper.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `VARIANT_NOT_FOUND`, `ACCESS_DENIED`, `INDEX_NOT_READY`,
 *   `VALIDATION_ERROR`, `FILTER_INVALID`, `FACET_UNKNOWN`, `FACET_TIMEOUT`, `PAGE_TOO_DEEP`, `NOT_SUPPORTED`,
 *   `UPSTREAM_ERROR`, `UPSTREAM_TIMEOUT`
 */
export async function searchIndex(
  deps: ResolveDeps & Pick<ServiceDeps, 'searchCounter'>,
  caller: Caller,
  name: string,
  asked: SearchQuery & { shopper: Shopper },
  signal: AbortSignal,
): Promise<AnsweredSearch> {
  const { shopper } = asked;
  const engine = { ...deps.searchState, physicalIndexes: deps.physicalIndexes };
  const answered = await answerFromIndex(
    deps,
    caller,
    name,
    { asked, shopper, signal },
    async ({ target }) => {
      const request = searchRequest(asked, target);
      const wanted = requestedFacets(asked.facets, target, caller);
      const found = await runSearch(engine, target, request, signal);
      const { text, wordsMin } = found;
      const { filter, grouping } = request;
      const counted = { text, wordsMin: wordsMin ?? demandedWords(text).length, filter, grouping };
      const facets = wanted === null ? null : await countFacets(engine, target, counted, wanted, signal);
      const described = await describeHits(target, request, found);
      return { found, described, facets };
    },
  );
  const isEmpty = answered.found.total === 0 && answered.found.partial === 0;
  countSearch(deps, answered.resolved, { userToken: shopper.userToken, isEmpty });
  return answered;
}

/** Counts a search in the groups of the experiment that its shopper is in, if any. */
function countSearch(
  { searchCounter, searchState: { shopperKey } }: Pick<ServiceDeps, 'searchCounter' | 'searchState'>,
  { queryId, row, counted: { indexId, groups } }: ResolvedIndex,
  { userToken, isEmpty }: { userToken: string | undefined; isEmpty: boolean },
): void {
  if (groups.length === 0 || userToken === undefined) return;
  const { organizationId, environment } = row;
  searchCounter.count({
    organizationId,
    environment,
    indexId,
    groups,
    isEmpty,
    searchedAt: timeOfQuery(queryId),
    shopper: shopperHash(shopperKey, indexId, userToken),
  });
}
