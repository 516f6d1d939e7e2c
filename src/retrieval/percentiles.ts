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
