import { type ValueCounts } from '../percentiles';

/**
 * Edges of `bins` bins from the smallest to the largest value, as whole numbers that grow by a nearly
 * constant factor. With few or close values several edges are equal, and the bins between them are empty.
 * Empty without values.
 */
export function geometricEdges(counts: ValueCounts, bins: number): number[] {
  if (counts.size === 0) return [];
  let [min, max] = [Infinity, 0];
  for (const value of counts.keys()) [min, max] = [Math.min(min, value), Math.max(max, value)];
  // No factor leads from 0 to another number: the first bin then reaches up to the second edge for 1.
  const start = Math.max(min, 1);
  const factor = Math.max(max, 1) / start;
  const inner = Array.from({ length: bins - 1 }, (_, n) =>
    Math.min(max, Math.round(start * factor ** ((n + 1) / bins))),
  );
  return [min, ...inner, max];
}

/** Values in each bin. A bin includes its lower edge only; the last bin includes both. */
export function binCounts(counts: ValueCounts, edges: readonly number[]): number[] {
  const bins = new Array<number>(Math.max(0, edges.length - 1)).fill(0);
  for (const [value, count] of counts) bins[binOf(value, edges)]! += count;
  return bins;
}

/** The last bin whose lower edge is at most the value. */
function binOf(value: number, edges: readonly number[]): number {
  let bin = edges.length - 2;
  while (bin > 0 && edges[bin]! > value) bin--;
  return bin;
}
