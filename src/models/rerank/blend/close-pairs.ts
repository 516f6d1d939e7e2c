import { type CandidateWords } from './candidate-words';

/** Most words between two that count as close. */
const distanceMax = 4;
const queryPairsMax = 64;
/** Least weight of a pair: even words that all candidates have count when they are close. */
const weightMin = 0.3;

/**
 * Weight of neighbouring words of the query that are close in a candidate too, in either order (the unordered
 * windows of Metzler and Croft, SIGIR 2005); each further occurrence adds less.
 */
export function closePairs(query: readonly string[], words: CandidateWords, candidate: number): number {
  const text = words.rows[candidate]!;
  const places = new Map<string, number[]>(query.map((word) => [word, []]));
  text.forEach((word, at) => places.get(word)?.push(at));
  const pairs = query
    .slice(1, queryPairsMax + 1)
    .map((second, at) => [query[at]!, second] as const)
    .filter(([first, second]) => first !== second);
  const score = pairs.reduce((sum, [first, second]) => {
    const together = places.get(first)!.filter((at) => near(text, at, second)).length;
    const weight = words.rarity(first) + words.rarity(second) + 2 * weightMin;
    return sum + (together / (together + 1)) * weight;
  }, 0);
  return pairs.length === 0 ? 0 : score / pairs.length;
}

function near(text: readonly string[], at: number, word: string): boolean {
  const found = text.indexOf(word, Math.max(0, at - distanceMax));
  return found >= 0 && found <= at + distanceMax;
}
