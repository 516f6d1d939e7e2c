/**
 * Weights of the parts of a score. Each part outweighs all parts behind it together, so that one sum orders
 * hits by identifier, words found, typos, tiers of their fields, whole words, stop words found, nearness,
 * preference and meaning, in this order. The largest sum of ten words without an identifier is below 2^21, of
 * which a float keeps 1/8, that of five words below 2^18, and that of three words below 2^14; the last part
 * is below 1.
 */
export interface RankingWeights {
  /** For each piece of an identifier; see `queryCodes`. */
  identifier: number;
  word: number;
  /** For each typo less than two, of each word. */
  typo: number;
  /** A word in secondary fields; twice as much in primary ones. */
  tier: number;
  /** A whole word with all its letters, rather than a part of a longer one, or `rod` for `rød`. */
  whole: number;
  /** A stop word, as it is written. */
  stopWord: number;
}

/** Above the sum of nearness, preference and meaning. */
const stopWord = 16;

/** Weights of nearness: all words as a phrase of primary fields, near to each other there, or anywhere. */
export const nearWeights = { phrase: 12, primary: 8, anywhere: 4 } as const;

/** Weight of the title that is closest in meaning. */
export const meaningWeight = 0.9;

export const preferWeights = { high: 3, medium: 2, low: 1 } as const;
export type PreferStrength = keyof typeof preferWeights;

/** Pieces of a code that count for its weight; longer codes weigh as much. */
export const codePiecesMax = 4;

/** The weights for a query of so many differing words and amounts that records are asked for, and stop words. */
export function rankingWeights(pieces: number, stopWords: number): RankingWeights {
  const whole = stopWord * (stopWords + 1);
  const tier = whole * (pieces + 1);
  const typo = tier * (2 * pieces + 1);
  const word = typo * (2 * pieces + 1);
  return { identifier: word * (pieces + 1), word, typo, tier, whole, stopWord };
}

/** The largest score of a hit that is not found by an identifier. */
export function largestScore(pieces: number, stopWords: number): number {
  const { word, tier, typo } = rankingWeights(pieces, stopWords);
  const near = pieces + stopWords > 1 ? nearWeights.phrase : 0;
  return pieces * (word + 2 * typo + 2 * tier) + stopWords * stopWord + near + preferWeights.high + 1;
}
