import { wordSet } from './phrases';

const linesMax = 80;
const damping = 0.85;
const rounds = 20;

/**
 * The lines that are most similar to all others, in their original order: TextRank (Mihalcea and Tarau, 2004,
 * https://aclanthology.org/W04-3252), with shared words over the logarithm of both lengths as similarity.
 * Reads the first 80 lines.
 */
export function centralLines(lines: readonly string[], count: number): string[] {
  const candidates = lines.slice(0, linesMax);
  if (candidates.length <= count) return candidates;
  const sets = candidates.map(wordSet);
  const weights = sets.map((a, i) => sets.map((b, j) => (i === j ? 0 : similarity(a, b))));
  const totals = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let ranks = candidates.map(() => 1);
  for (let round = 0; round < rounds; round++) {
    ranks = ranks.map((_, i) => {
      const received = weights.reduce(
        (sum, row, j) => (row[i] ? sum + (row[i] / totals[j]!) * ranks[j]! : sum),
        0,
      );
      return 1 - damping + damping * received;
    });
  }
  return candidates
    .map((line, index) => ({ line, index, rank: ranks[index]! }))
    .sort((a, b) => b.rank - a.rank || a.index - b.index)
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ line }) => line);
}

function similarity(a: Set<string>, b: Set<string>): number {
  if (a.size < 2 || b.size < 2) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (Math.log(a.size) + Math.log(b.size));
}
