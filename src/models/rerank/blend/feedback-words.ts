import { type CandidateWords } from './candidate-words';

const feedbackCandidates = 10;
const feedbackWords = 20;

/**
 * How much vocabulary each candidate shares with the best ones: words that are frequent in the first ten and
 * rare in the others extend the query (pseudo-relevance feedback, after RM3 of Abdul-Jaleel et al., TREC
 * 2004).
 *
 * @param fused score of each candidate, not below 0
 */
export function feedbackScores(words: CandidateWords, fused: readonly number[]): number[] {
  const shares = new Map<string, number>();
  for (const at of bestOf(fused, feedbackCandidates))
    for (const [word, count] of words.counts[at]!)
      shares.set(word, (shares.get(word) ?? 0) + (fused[at]! * count) / words.rows[at]!.length);
  const telling = [...shares]
    .map(([word, share]) => ({ word, weight: share * words.rarity(word) }))
    .sort((x, y) => y.weight - x.weight || (x.word < y.word ? -1 : 1))
    .slice(0, feedbackWords);
  const total = telling.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return fused.map(
    (_, at) => telling.reduce((sum, { word, weight }) => sum + weight * words.earned(at, word), 0) / total,
  );
}

/** Indexes of the highest scores, highest first. */
export function bestOf(scores: readonly number[], max: number): number[] {
  const places = [...scores.keys()].sort((x, y) => scores[y]! - scores[x]! || x - y);
  return places.slice(0, max);
}
