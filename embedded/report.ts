/** Takes one line about what is being done, for the person at the terminal. */
export type Report = (line: string) => void;

/** Runs `work` and reports `what` with the seconds it took; a failure is reported by whoever catches it. */
export async function timed<T>(report: Report, what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  report(`${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  return result;
}

/**
 * Reports that `what` starts, and again once `start` has ended, with the seconds it took: a person who waits
 * sees what for.
 */
export async function reportStart<T>(report: Report, what: string, start: () => Promise<T>): Promise<T> {
  report(`${what}: starting`);
  return timed(report, `${what}: started`, start);
}
