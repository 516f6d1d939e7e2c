import { type Logger } from 'pino';
import { type Reranker } from '../../models';
import { type Candidate } from './candidates';
import { type ConfirmedRow } from './confirmed-rows';
import { untilAborted } from './query-embeddings';

/** A reranker that takes longer is given up: the order of the fusion is better than no answer. */
const rerankTimeoutMs = 10_000;

/** A candidate as it goes to a reranker. */
export interface RerankInput {
  candidate: Candidate;
  row: ConfirmedRow;
  vector: Float32Array | null;
}

/**
 * Scores of a reranker by the ids of the candidates; null when it failed, was late or answered with something else.
 *
 * @throws the signal's reason once it is aborted
 */
export async function rerankCandidates(
  { reranker, log }: { reranker: Reranker; log: Pick<Logger, 'warn'> },
  query: { text: string; vector: Float32Array | null },
  inputs: readonly RerankInput[],
  signal: AbortSignal,
): Promise<Map<string, number> | null> {
  const candidates = inputs.map(({ candidate: { bm25, dense, fused }, row, vector }) => ({
    text: row.chunk.text,
    title: row.document.title,
    headingPath: row.chunk.headingPath,
    filename: row.document.filename,
    ...{ bm25, dense, fused, vector },
  }));
  const either = AbortSignal.any([signal, AbortSignal.timeout(rerankTimeoutMs)]);
  try {
    const scores = await untilAborted(reranker.rerank(query, candidates, either), either);
    if (scores.length !== inputs.length || !scores.every(Number.isFinite))
      throw new Error('the reranker did not answer with one score per candidate');
    return new Map(inputs.map(({ candidate }, at) => [candidate.id, scores[at]!]));
  } catch (err) {
    signal.throwIfAborted();
    log.warn({ err, model: reranker.model }, 'a query was answered without its reranker');
    return null;
  }
}
