/** A figure of a sample with the bounds of its 95 % interval; null where the sample has no spread. */
export interface Estimate {
  value: number;
  low: number | null;
  high: number | null;
}

interface BoundedEstimate extends Estimate {
  low: number;
  high: number;
}

/** Quantile of the normal distribution that leaves 2.5 % above. */
const z = 1.959963984540054;

/**
 * Share of successes with the score interval of Wilson (1927); null for no tries.
 *
 * @param successes more than tries are taken for all of them
 */
export function rateOf(successes: number, tries: number): BoundedEstimate | null {
  if (tries === 0) return null;
  const value = Math.min(1, successes / tries);
  const spread = z ** 2 / tries;
  const centre = (value + spread / 2) / (1 + spread);
  const half = Math.sqrt(spread * value * (1 - value) + spread ** 2 / 4) / (1 + spread);
  return { value, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/**
 * Mean of a sample with the interval of its normal approximation, 1.96 standard errors to both sides. A single
 * value has no interval; null without values.
 *
 * @param squares sum of the squares of the values
 */
export function meanOf({
  count,
  sum,
  squares,
}: {
  count: number;
  sum: number;
  squares: number;
}): Estimate | null {
  if (count === 0) return null;
  const value = sum / count;
  if (count === 1) return { value, low: null, high: null };
  const variance = Math.max(0, squares - count * value ** 2) / (count - 1);
  const half = z * Math.sqrt(variance / count);
  return { value, low: value - half, high: value + half };
}

/**
 * Difference of two independent estimates, whose interval squares and adds the distances to their bounds: for
 * rates with score intervals method 10 of Newcombe (1998), for means the normal approximation. Without an
 * interval where one of them has none.
 */
export function differenceOf(estimate: Estimate, control: Estimate): Estimate {
  const value = estimate.value - control.value;
  if (estimate.low === null || estimate.high === null || control.low === null || control.high === null)
    return { value, low: null, high: null };
  const below = Math.hypot(estimate.value - estimate.low, control.high - control.value);
  const above = Math.hypot(estimate.high - estimate.value, control.value - control.low);
  return { value, low: value - below, high: value + above };
}
