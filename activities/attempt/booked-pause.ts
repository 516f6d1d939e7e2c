/** A line of attempts that were turned away. */
export interface BookedLine {
  /** When the last attempt tries again, in milliseconds of `performance.now()`; 0 without attempts. */
  bookedMs: number;
}

/** Longest pause of one attempt. */
const pauseMsMax = 20_000;

/**
 * Books the next free time of a line: those that were turned away come back one after the other, at a rate
 * that does not grow with their number.
 *
 * @param intervalMs between two of them
 * @returns the pause of this one, as the `nextRetryDelay` of its failure
 */
export function bookedPauseMs(line: BookedLine, intervalMs: number): number {
  const now = performance.now();
  line.bookedMs = Math.min(now + pauseMsMax, Math.max(now, line.bookedMs) + intervalMs);
  // Spread, since a long line books its last ones for the same time.
  return Math.round((line.bookedMs - now) * (0.75 + Math.random() / 2));
}
