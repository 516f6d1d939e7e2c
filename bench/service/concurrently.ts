/**
 * Calls `work` with 0 to `count - 1`, `concurrency` of them under way at any time.
 *
 * @returns seconds for all, and milliseconds of each call
 * @throws the first failure, once the calls under way have ended
 */
export async function concurrently(
  count: number,
  concurrency: number,
  work: (at: number) => Promise<void>,
): Promise<{ seconds: number; callMs: number[] }> {
  const callMs: number[] = [];
  let next = 0;
  const start = performance.now();
  const lane = async () => {
    while (next < count) {
      const at = next++;
      const began = performance.now();
      try {
        await work(at);
      } catch (error) {
        next = count;
        throw error;
      }
      callMs.push(performance.now() - began);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: concurrency }, lane));
  for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason as Error;
  return { seconds: (performance.now() - start) / 1_000, callMs };
}
