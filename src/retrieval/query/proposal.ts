import { type SemanticRatio } from '../../domain/documents/query';
import { isShort } from '../../stores/documents/search-index';
import { type Candidate, candidatesOf } from './candidates';
import { chooseRatio } from './choose-ratio';
import { type Doubts, doubtsOf } from './doubts';
import { type QueryRun, searchTimeoutMs } from './query-run';
import { type PlanAnswers, type PlannedQuery, planSearches } from './search-plan';

/**
 * Candidates that the search index proposes. The rest of its answers, which is many times larger, is dropped.
 */
export interface Proposal {
  /** Candidates, best first. */
  candidates: Candidate[];
  /** Weight of the dense leg by which they are merged. */
  semanticRatio: SemanticRatio;
  /** Whether a leg has reached its number of hits, so that there may be more. */
  isCut: boolean;
  /** For each boost rule, the number of chunks that it names. */
  matched: number[];
  /** Names and ids of the query that may not exist. */
  doubts: Doubts;
}

/**
 * Requests candidates from the search index, in one request.
 *
 * @param depth number of hits of each leg
 * @param doneDocuments documents to exclude; null for the first proposal, which also checks rules and keys
 * @param semanticRatio ratio of the first proposal; null for this one, which chooses it
 */
export function proposeCandidates(
  { deps, query, clock, signal }: QueryRun,
  {
    depth,
    doneDocuments,
    semanticRatio: chosen,
  }: Pick<PlannedQuery, 'depth' | 'doneDocuments'> & { semanticRatio: SemanticRatio | null },
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
    const semanticRatio = chosen ?? chooseRatio(query, answers);
    return {
      candidates: candidatesOf(answers, semanticRatio.used),
      semanticRatio,
      isCut: isCut(answers, depth),
      matched,
      doubts: doubtsOf(query.settings.boost, { unfound: answers.unfoundKeys, matched }),
    };
  });
}

const isCut = ({ keyword, dense }: PlanAnswers, depth: number): boolean =>
  [keyword, dense].some((answer) => answer?.hits.hits.length === depth);
