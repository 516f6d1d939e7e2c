import { concurrently } from '../service/concurrently';

const lanes = 16;

/** Figures of a kind of run: runs a second of each round. */
export interface RunRates {
  name: string;
  rates: number[];
}

/**
 * Starts runs at concurrency 16 and waits for all of them.
 *
 * @param start starts one of them
 * @param result waits for it to end
 * @returns runs a second, from the first start to the last end
 */
export async function runsPerSecond(
  count: number,
  start: (at: number) => Promise<void>,
  result: (at: number) => Promise<unknown>,
): Promise<number> {
  const beganMs = performance.now();
  const results: Promise<unknown>[] = [];
  await concurrently(count, lanes, async (at) => {
    await start(at);
    results.push(result(at));
  });
  await Promise.all(results);
  return (count * 1_000) / (performance.now() - beganMs);
}
