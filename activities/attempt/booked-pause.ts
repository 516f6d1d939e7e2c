/** A queue of attempts that were turned away. */
export interface BookedLine {
  /** Time at which the last attempt retries, in milliseconds of `performance.now()`; 0 without attempts. */
  bookedMs: number;
}

const pauseMsMax = 20_000;

/**
 * Books the next free time of a line, so that attempts return one after the other, at a rate independent of
 * their number.
 *
 * @param intervalMs time between two of them
 * @returns the pause of this one, for the `nextRetryDelay` of its failure
 */
export function bookedPauseMs(line: BookedLine, intervalMs: number): number {
  const now = performance.now();
  line.bookedMs = Math.min(now + pauseMsMax, Math.max(now, line.bookedMs) + intervalMs);
  // Jitter, since a long line books the same time for its last attempts.
  return Math.round((line.bookedMs - now) * (0.75 + Math.random() / 2));
}
