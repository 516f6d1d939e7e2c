import { createHash } from 'node:crypto';

const gainDepth = 10;
const recallDepth = 100;

/**
 * Normalised discounted cumulative gain of the first ten, gain 2^grade - 1, discount log2(1 + rank); 1 is the
 * best order there is (Järvelin and Kekäläinen 2002, in the form of Burges et al. 2005).
 *
 * @param ranked ids of documents, best first, each once
 */
export function gainAt10(ranked: readonly string[], grades: ReadonlyMap<string, number>): number {
  const gainOf = (sorted: readonly number[]) =>
    sorted.slice(0, gainDepth).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
  const best = gainOf([...grades.values()].toSorted((a, b) => b - a));
  return best === 0 ? 0 : gainOf(ranked.slice(0, gainDepth).map((id) => grades.get(id) ?? 0)) / best;
}

/** Share of the relevant documents that are among the first hundred. */
export function recallAt100(ranked: readonly string[], grades: ReadonlyMap<string, number>): number {
  const relevant = [...grades].filter(([, grade]) => grade > 0);
  const first = new Set(ranked.slice(0, recallDepth));
  return relevant.filter(([id]) => first.has(id)).length / relevant.length;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Two halves of the queries, the same in every run and on every machine: what is chosen by the first is
 * reported on the second.
 */
export function halves<T extends { id: string }>(queries: readonly T[]): { tuned: T[]; reported: T[] } {
  const place = ({ id }: T) => createHash('sha256').update(`quality:${id}`).digest('hex');
  const mixed = queries.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  const middle = Math.floor(mixed.length / 2);
  return { tuned: mixed.slice(0, middle), reported: mixed.slice(middle) };
}
