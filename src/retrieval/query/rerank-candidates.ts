import { readableText } from '../../domain/documents/readable-text';
import { type QueryWarning, type RerankOutcome } from '../../domain/documents/query';
import { RERANK_CANDIDATES_MAX, type RerankModel } from '../../domain/platform/rerank-model';
import { withJoinedSignal } from '../../joined-signal';
import { type Reranker, untilAborted } from '../../models';
import { spareCandidates } from '../ranking';
import { type CandidatePool } from './candidate-pool';
import { type Candidate } from './candidates';
import { type ConfirmedRow } from './confirmed-rows';
import { type QueryRun } from './query-run';
import { readCandidates } from './read-candidates';

/** Time limit of a reranker in milliseconds; after it the order of the fusion is used. */
const rerankTimeoutMs = 10_000;

/** A candidate in the form that rerankers take. */
interface RerankInput {
  candidate: Candidate;
  row: ConfirmedRow;
  vector: Float32Array | null;
}

/** Outcome of a reranker, and its scores by candidate: empty when none was requested or it failed. */
export interface Reranking {
  outcome: RerankOutcome;
  warnings: QueryWarning[];
  scores: ReadonlyMap<string, number>;
}

/**
 * Scores the best candidates of a pool with the reranker of the query, if it requests one. Reads their rows
 * before, unless the pool has them.
 *
 * @param found candidates in the order of the fusion
 * @throws the signal's reason once it aborts
 */
export async function rerankPool(
  run: QueryRun,
  pool: CandidatePool,
  found: readonly Candidate[],
): Promise<Reranking> {
  const { reranker, settings } = run.query;
  if (reranker === null || settings.rerank === null)
    return { outcome: notReranked, warnings: [], scores: noScores };
  const { candidateLimit, model } = settings.rerank;
  const judgedMax = Math.min(candidateLimit, RERANK_CANDIDATES_MAX[model]);
  if (pool.readCount === 0) await readCandidates(run, pool, found.slice(0, judgedMax + spareCandidates));
  const inputs = inputsOf(pool).slice(0, judgedMax);
  const outcome = { requested: true, model, candidates: inputs.length };
  const warnings = judgedMax < Math.min(candidateLimit, found.length) ? [cappedWarning(model)] : [];
  if (inputs.length === 0)
    return {
      outcome: { ...outcome, applied: false, fallback: false, reason: null },
      warnings,
      scores: noScores,
    };
  const scores = await run.clock.time('rerank', () => scoreCandidates(run, reranker, inputs));
  return scores === null
    ? {
        outcome: { ...outcome, applied: false, fallback: true, reason: 'reranker_error' },
        warnings,
        scores: noScores,
      }
    : { outcome: { ...outcome, applied: true, fallback: false, reason: null }, warnings, scores };
}

/** The warning that a model has scored fewer candidates than requested. */
function cappedWarning(model: RerankModel): QueryWarning {
  const max = RERANK_CANDIDATES_MAX[model];
  return {
    code: 'RERANK_CANDIDATES_CAPPED',
    message: `'${model}' judges ${max} candidates at most. Those beyond follow in the merged order, without its score.`,
  };
}

const noScores: ReadonlyMap<string, number> = new Map();

const notReranked: RerankOutcome = {
  requested: false,
  applied: false,
  model: null,
  candidates: 0,
  fallback: false,
  reason: null,
};

/** All candidates with a row, in the order of the pool. */
function inputsOf(pool: CandidatePool): RerankInput[] {
  return pool.rank(noScores).flatMap(({ candidate }) => {
    const facts = pool.factsOf(candidate.id);
    return facts?.row ? [{ candidate, row: facts.row, vector: facts.vector }] : [];
  });
}

/** Scores by candidate; null when the reranker failed, timed out or gave an invalid answer. */
async function scoreCandidates(
  { deps, query, signal }: QueryRun,
  reranker: Reranker,
  inputs: readonly RerankInput[],
): Promise<Map<string, number> | null> {
  const candidates = inputs.map(({ candidate: { bm25, dense, fused }, row, vector }) => ({
    text: readableText(row.chunk),
    title: row.document.title,
    headingPath: row.chunk.headingPath,
    filename: row.document.filename,
    bm25,
    dense,
    fused,
    vector,
  }));
  try {
    const scores = await withJoinedSignal({ signals: [signal], timeoutMs: rerankTimeoutMs }, (limited) =>
      untilAborted(reranker.rerank(query, candidates, limited.signal), limited.signal),
    );
    if (scores.length !== inputs.length || !scores.every(Number.isFinite))
      throw new Error('the reranker did not answer with one score per candidate');
    return new Map(inputs.map(({ candidate }, at) => [candidate.id, scores[at]!]));
  } catch (err) {
    signal.throwIfAborted();
    deps.log.warn({ err, model: reranker.model }, 'a query was answered without its reranker');
    return null;
  }
}
