/** Readiness is asked every few seconds, by several probes at once. */
const keptMs = 5_000;

/**
 * A check whose outcome counts for five seconds, because it writes or asks for a list. However many ask
 * meanwhile, it runs once.
 *
 * @param monotonicMs clock
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
