/** How often each value occurred. */
export type ValueCounts = ReadonlyMap<number, number>;

/** How many values there are. */
export function totalOf(counts: ValueCounts): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

/**
 * Exact percentiles by nearest rank: of n values in order, the `ceil(p / 100 · n)`-th.
 * Source: https://en.wikipedia.org/wiki/Percentile#The_nearest-rank_method
 *
 * @param percents ascending, above 0 up to 100
 * @returns one value for each, null for all when there are none
 */
export function percentilesOf(counts: ValueCounts, percents: readonly number[]): (number | null)[] {
  const ordered = [...counts].sort(([a], [b]) => a - b);
  const total = totalOf(counts);
  let place = 0;
  let passed = 0;
  return percents.map((percent) => {
    // Multiplied first: 0.07 · 100 would be above 7.
    const rank = Math.ceil((percent * total) / 100);
    while (place < ordered.length && passed + ordered[place]![1] < rank) passed += ordered[place++]![1];
    return ordered[place]?.[0] ?? null;
  });
}

/**
 * Edges of `bins` bins from the smallest to the largest value, each about as many times the one before, in whole numbers. Between
 * few values several edges are the same, and the bins between them hold nothing. Empty when there are no values.
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
