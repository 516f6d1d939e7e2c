import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Reranker } from '../reranker';
import { countWords } from './candidate-words';
import { closePairs } from './close-pairs';
import { contentWords } from './content-words';
import { bestOf, feedbackScores } from './feedback-words';
import { neighbourhoodScore } from './neighbourhood';

/**
 * Weights of the features in standard deviations, chosen so that every judged set of queries gains or stays
 * equal; see `docs/decisions/ranking.md`.
 */
const WEIGHTS = { fused: 1, neighbourhood: 0.15, feedback: 0.05, pairs: 0.1 } as const;
/** Candidates at the top of the fusion that count as neighbours. */
const neighboursMax = 50;
/** Milliseconds of work between two turns of the event loop. */
const sliceMs = 5;

/**
 * Creates a reranker that scores each candidate in relation to the others. Its features are the fused score,
 * the scores of similar candidates, the vocabulary shared with the best candidates, and query words that
 * stand together. It needs no model, only the indexed vectors; without them the other features remain. It
 * takes about 0.15 ms for a candidate of 1,000 characters, in slices, so that other requests proceed.
 */
export function createBlendReranker(): Reranker {
  return {
    model: 'local-blend-1',

    async rerank(query, candidates, signal) {
      const pause = inSlices(signal);
      const rows: string[][] = [];
      for (const { text } of candidates) {
        rows.push(contentWords(text));
        await pause();
      }
      const words = await countWords(rows, pause);
      const asked = contentWords(query.text);
      const fused = candidates.map((candidate) => candidate.fused);
      const vectors = candidates.map(({ vector }) => vector);
      const features = { fused, feedback: feedbackScores(words, fused) };
      const neighbours = bestOf(fused, neighboursMax);
      const neighbourhood: (number | null)[] = [];
      const pairs: number[] = [];
      for (const at of candidates.keys()) {
        neighbourhood.push(neighbourhoodScore(vectors, fused, at, neighbours));
        pairs.push(closePairs(asked, words, at));
        await pause();
      }
      return blend({ ...features, neighbourhood, pairs });
    },
  };
}

/** Weighted sum of the features, each in standard deviations from its mean, scaled to 0 to 1. */
function blend(features: Record<keyof typeof WEIGHTS, readonly (number | null)[]>): number[] {
  const sums = features.fused.map(() => 0);
  for (const [name, weight] of Object.entries(WEIGHTS) as [keyof typeof WEIGHTS, number][])
    standardised(features[name]).forEach((value, at) => (sums[at]! += weight * value));
  return sums.map((sum) => 1 / (1 + Math.exp(-sum)));
}

/**
 * Deviations from the mean in standard deviations; 0, the neutral value, for a missing value or equal values.
 */
function standardised(values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const deviation = Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length);
  return values.map((value) => (value === null || deviation < 1e-9 ? 0 : (value - mean) / deviation));
}

/**
 * Returns a function that yields to the event loop after each slice of work, and throws the signal's reason
 * once it aborts.
 */
function inSlices(signal: AbortSignal): () => Promise<void> {
  signal.throwIfAborted();
  let began = performance.now();
  return async () => {
    if (performance.now() - began < sliceMs) return;
    await nextTurn();
    signal.throwIfAborted();
    began = performance.now();
  };
}
