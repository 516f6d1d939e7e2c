/** Lifetime of an outcome: several probes check readiness every few seconds. */
const keptMs = 5_000;

/**
 * Caches the outcome of a check for five seconds, since the check is costly. Concurrent calls share one run.
 *
 * @param monotonicMs a monotonic clock
 */
export function keepCheck(
  check: () => Promise<void>,
  { monotonicMs }: { monotonicMs: () => number },
): () => Promise<void> {
  let running: Promise<void> | null = null;
  let begunAtMs = -Infinity;
  return () => {
    if (running !== null && monotonicMs() - begunAtMs < keptMs) return running;
    begunAtMs = monotonicMs();
    running = check();
    return running;
  };
}
