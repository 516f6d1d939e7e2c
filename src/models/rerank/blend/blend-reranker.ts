import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Reranker } from '../reranker';
import { countWords } from './candidate-words';
import { closePairs } from './close-pairs';
import { contentWords } from './content-words';
import { bestOf, feedbackScores } from './feedback-words';
import { neighbourhoodScore } from './neighbourhood';

/**
 * Weights of the features in standard deviations; chosen so that no set of judged queries loses, see
 * `docs/decisions/ranking.md`.
 */
const WEIGHTS = { fused: 1, neighbourhood: 0.15, feedback: 0.05, pairs: 0.1 } as const;
/** Best of the fusion that may speak for others. */
const neighboursMax = 50;
/** Work between two turns of the event loop. */
const sliceMs = 5;

/**
 * Looks at the candidates together: what the fusion made of each, what of those that resemble it, how much it
 * speaks as the best ones do, and whether words that stand together in the query do so in it. Needs no model,
 * only the vectors that the index has; without them the other features remain. Takes some 0.15 ms for a
 * candidate of 1,000 characters, in slices, so that other requests continue.
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

/** Sum of the weighted features, each in standard deviations from its mean, brought to 0 to 1. */
function blend(features: Record<keyof typeof WEIGHTS, readonly (number | null)[]>): number[] {
  const sums = features.fused.map(() => 0);
  for (const [name, weight] of Object.entries(WEIGHTS) as [keyof typeof WEIGHTS, number][])
    standardised(features[name]).forEach((value, at) => (sums[at]! += weight * value));
  return sums.map((sum) => 1 / (1 + Math.exp(-sum)));
}

/**
 * Deviations from the mean in standard deviations; 0, which is neither good nor bad, where there is no value
 * or no difference.
 */
function standardised(values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const deviation = Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length);
  return values.map((value) => (value === null || deviation < 1e-9 ? 0 : (value - mean) / deviation));
}

/**
 * Lets others have their turn whenever a slice of work is done; throws the signal's reason once it is
 * aborted.
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
