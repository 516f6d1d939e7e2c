import { type ValueCounts } from '../percentiles';

/**
 * Edges of `bins` bins from the smallest to the largest value, each about as many times the one before, in
 * whole numbers. Between few values several edges are the same, and the bins between them hold nothing. Empty
 * when there are no values.
 */
export function geometricEdges(counts: ValueCounts, bins: number): number[] {
  if (counts.size === 0) return [];
  let [min, max] = [Infinity, 0];
  for (const value of counts.keys()) [min, max] = [Math.min(min, value), Math.max(max, value)];
  // Nothing is a multiple of 0: from there the first bin reaches to what 1 would have as its second edge.
  const start = Math.max(min, 1);
  const factor = Math.max(max, 1) / start;
  const inner = Array.from({ length: bins - 1 }, (_, n) =>
    Math.min(max, Math.round(start * factor ** ((n + 1) / bins))),
  );
  return [min, ...inner, max];
}

/** Values in each bin. A bin holds its lower edge and not its upper one; the last bin holds both. */
export function binCounts(counts: ValueCounts, edges: readonly number[]): number[] {
  const bins = new Array<number>(Math.max(0, edges.length - 1)).fill(0);
  for (const [value, count] of counts) bins[binOf(value, edges)]! += count;
  return bins;
}

/** The last bin whose lower edge is not above the value. */
function binOf(value: number, edges: readonly number[]): number {
  let bin = edges.length - 2;
  while (bin > 0 && edges[bin]! > value) bin--;
  return bin;
}
