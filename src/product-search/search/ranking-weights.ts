/**
 * Weights of the parts of a score. Each part outweighs all parts behind it together, so that one sum orders
 * hits by identifier, words found, tier of their fields, typos, completion, nearness, preference and meaning,
 * in this order. The largest sum of ten words without an identifier is below 2^15, of which a float keeps
 * 1/512; the last part is below 1.
 */
export interface RankingWeights {
  /** For each piece of an identifier; see `queryCodes`. */
  identifier: number;
  word: number;
  /** All words in secondary fields; twice as much in primary ones. */
  tier: number;
  /** For each typo less than two, of each word. */
  typo: number;
  /** A whole word, rather than the beginning of one. */
  whole: number;
}

const typo = 32;
const whole = 16;

/** Weights of nearness: all words as a phrase of primary fields, near to each other there, or anywhere. */
export const nearWeights = { phrase: 12, primary: 8, anywhere: 4 } as const;

/** Weight of the title that is closest in meaning. */
export const meaningWeight = 0.9;

export const preferWeights = { high: 3, medium: 2, low: 1 } as const;
export type PreferStrength = keyof typeof preferWeights;

/** Pieces of a code that count for its weight; longer codes weigh as much. */
export const codePiecesMax = 4;

/** The weights for a query of so many differing words. */
export function rankingWeights(words: number): RankingWeights {
  const tier = typo * (2 * words + 2);
  const word = 4 * tier;
  return { identifier: word * (words + 1), word, tier, typo, whole };
}

/** The largest score of a hit that is not found by an identifier. */
export function largestScore(words: number): number {
  const { word, tier } = rankingWeights(words);
  const near = words > 1 ? nearWeights.phrase : 0;
  return words * (word + 2 * typo) + (words > 0 ? 2 * tier : 0) + near + preferWeights.high + 1;
}
