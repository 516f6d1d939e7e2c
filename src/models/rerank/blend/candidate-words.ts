/** Saturation and length parameters of BM25 (Robertson and Zaragoza 2009), at their usual values. */
const k1 = 1.2;
const b = 0.75;

/** Words of all candidates of one query with their counts. */
export interface CandidateWords {
  /** Words in order, by candidate. */
  rows: readonly (readonly string[])[];
  /** Number of occurrences of each word, by candidate. */
  counts: readonly ReadonlyMap<string, number>[];
  /** Inverse document frequency among the candidates: a word that all of them have scores low. */
  rarity: (word: string) => number;
  /** Share of a word's weight that a candidate gets, by frequency and length; 0 to `k1 + 1`. */
  earned: (candidate: number, word: string) => number;
}

/** Counts the words of the candidates; calls `pause` after each. */
export async function countWords(
  rows: readonly (readonly string[])[],
  pause: () => Promise<void>,
): Promise<CandidateWords> {
  const counts: Map<string, number>[] = [];
  const holders = new Map<string, number>();
  for (const words of rows) {
    const count = new Map<string, number>();
    for (const word of words) count.set(word, (count.get(word) ?? 0) + 1);
    for (const word of count.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
    counts.push(count);
    await pause();
  }
  const meanLength = rows.reduce((sum, words) => sum + words.length, 0) / rows.length || 1;
  return {
    rows,
    counts,
    rarity(word) {
      const having = holders.get(word) ?? 0;
      return Math.log(1 + (rows.length - having + 0.5) / (having + 0.5));
    },
    earned(candidate, word) {
      const count = counts[candidate]!.get(word) ?? 0;
      return (count * (k1 + 1)) / (count + k1 * (1 - b + (b * rows[candidate]!.length) / meanLength));
    },
  };
}
