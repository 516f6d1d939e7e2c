/** Number of occurrences of each value. */
export type ValueCounts = ReadonlyMap<number, number>;

/** Number of values. */
export function totalOf(counts: ValueCounts): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

/**
 * Exact percentiles by nearest rank: the `ceil(p / 100 · n)`-th of n sorted values. Source:
 * https://en.wikipedia.org/wiki/Percentile#The_nearest-rank_method
 *
 * @param percents ascending, above 0 up to 100
 * @returns one value for each; null for all without values
 */
export function percentilesOf(counts: ValueCounts, percents: readonly number[]): (number | null)[] {
  const ordered = [...counts].sort(([a], [b]) => a - b);
  const total = totalOf(counts);
  let place = 0;
  let passed = 0;
  return percents.map((percent) => {
    // Multiplies first: in floating point 0.07 · 100 exceeds 7.
    const rank = Math.ceil((percent * total) / 100);
    while (place < ordered.length && passed + ordered[place]![1] < rank) passed += ordered[place++]![1];
    return ordered[place]?.[0] ?? null;
  });
}
