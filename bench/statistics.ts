/** Middle value; the mean of the two middle ones of an even number. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Median over the rounds of one side's value to the other's in the same round, which a slow moment of the
 * machine hits alike; rounds that only one side has do not count. NaN of nothing.
 */
export function pairedRatio(own: readonly number[], other: readonly number[]): number {
  const rounds = Math.min(own.length, other.length);
  return median(Array.from({ length: rounds }, (_, round) => own[round]! / other[round]!));
}

/** Nearest-rank percentile, `share` in (0, 1]. NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}
