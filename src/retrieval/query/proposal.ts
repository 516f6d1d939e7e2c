import { isShort } from '../../stores/documents/search-index';
import { type Candidate, candidatesOf } from './candidates';
import { type Doubts, doubtsOf } from './doubts';
import { type QueryRun, searchTimeoutMs } from './query-run';
import { type PlanAnswers, type PlannedQuery, planSearches } from './search-plan';

/** Candidates that the search index proposes. The rest of its answers, many times as large, is not kept. */
export interface Proposal {
  /** Best first. */
  candidates: Candidate[];
  /** Whether a leg may have found more hits than it was asked for. */
  isCut: boolean;
  /** For each boost rule, the number of chunks that it names. */
  matched: number[];
  /** Names and ids of the query that may stand for nothing. */
  doubts: Doubts;
}

/**
 * Asks the search index for candidates, in one request.
 *
 * @param depth hits that each leg is asked for
 * @param doneDocuments documents that may not be found again; null for the first proposal, which asks about
 *   rules and keys as well
 */
export function proposeCandidates(
  { deps, query, clock, signal }: QueryRun,
  { depth, doneDocuments }: Pick<PlannedQuery, 'depth' | 'doneDocuments'>,
): Promise<Proposal> {
  return clock.time('retrieval', async () => {
    const plan = planSearches({ ...query, depth, doneDocuments });
    const namespaces = deps.searched.of(query);
    const found =
      plan.searches.length === 0
        ? []
        : await deps.search.searchMany(namespaces, plan.searches, { signal, timeoutMs: searchTimeoutMs });
    if (found[0] !== undefined && isShort(found[0], namespaces)) await deps.searched.require(query);
    await deps.turns.take();
    const answers = plan.read(found);
    const matched = answers.rules.map(({ matched: count }) => count);
    return {
      candidates: candidatesOf(answers, query.settings.semanticRatio),
      isCut: isCut(answers, depth),
      matched,
      doubts: doubtsOf(query.settings.boost, { unfound: answers.unfoundKeys, matched }),
    };
  });
}

const isCut = ({ keyword, dense }: PlanAnswers, depth: number): boolean =>
  [keyword, dense].some((answer) => answer?.hits.hits.length === depth);
