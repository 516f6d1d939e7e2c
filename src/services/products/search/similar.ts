import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { findSimilar, type FoundSimilar } from '../../../product-search';
import { type SearchQuery, type SentFilters, wantedFilter, wantedGrouping } from './request';
import { type Answered, answerFromIndex, type ResolveDeps } from './resolve-index';

/** A record whose like are asked for; filters are not checked against an index. */
export interface SimilarQuery extends SentFilters, Pick<SearchQuery, 'groupBy'> {
  id: string;
  limit: number;
}

/** Records that are like another one, the most like first. */
export type AnsweredSimilar = Answered<FoundSimilar>;

/**
 * Finds the records that are like one of them.
 *
 * @throws Refusal `RECORD_NOT_FOUND`, also for a record that the caller may not see; `INDEX_NOT_FOUND`,
 *   `ACCESS_DENIED`, `INDEX_NOT_READY`, `VALIDATION_ERROR`, `FILTER_INVALID`, `UPSTREAM_ERROR`,
 *   `UPSTREAM_TIMEOUT`
 */
export async function similarInIndex(
  deps: ResolveDeps,
  caller: Caller,
  name: string,
  asked: SimilarQuery,
  signal: AbortSignal,
): Promise<AnsweredSimilar> {
  const engine = { ...deps.searchState, physicalIndexes: deps.physicalIndexes };
  return answerFromIndex(deps, caller, name, { asked, signal }, async ({ target }) => {
    const request = {
      id: asked.id,
      limit: asked.limit,
      filter: wantedFilter(asked, target.filterFields),
      grouping: wantedGrouping(asked.groupBy, target),
    };
    const found = await findSimilar(engine, target, request, signal);
    if (found === null) throw new Refusal<ProductErrorCode>('RECORD_NOT_FOUND');
    return found;
  });
}
