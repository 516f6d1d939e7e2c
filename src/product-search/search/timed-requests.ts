import { type PhysicalIndexes } from '../../stores/products/physical-index';
import { type AskIndex } from '../groups/grouped-hits';
import { type SearchTarget } from './search-target';

/** Requests to the search engine for one answer, and the time that they took. */
export interface TimedRequests {
  ask: AskIndex;
  /** Milliseconds that the search engine has taken so far. */
  engineMs: () => number;
}

/** Requests for one answer of a build. */
export function timedRequests(
  physicalIndexes: Pick<PhysicalIndexes, 'search'>,
  target: Pick<SearchTarget, 'physical' | 'buildId' | 'isDeterministic'>,
  signal: AbortSignal,
): TimedRequests {
  const shared = sharedBody(target);
  let engineMs = 0;
  return {
    async ask(body) {
      const answer = await physicalIndexes.search(target.physical, { ...shared, ...body }, signal);
      engineMs += answer.took;
      return answer;
    },
    engineMs: () => engineMs,
  };
}

/**
 * Members of all requests of a search. Those of a deterministic build are answered by the same copy of it.
 * Scores come with the values that hits are sorted by: to track them, the search engine would score every
 * record of an order by a field.
 */
function sharedBody({ isDeterministic, buildId }: Pick<SearchTarget, 'isDeterministic' | 'buildId'>) {
  return {
    track_total_hits: true,
    allow_partial_search_results: false,
    ...(isDeterministic ? { preference: buildId.toLowerCase() } : {}),
  };
}
