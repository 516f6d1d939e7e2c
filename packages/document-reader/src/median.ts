/** Median of numbers, the upper one of two in the middle; undefined where there are none. */
export function median(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
