import { type Receivers } from './receivers';

export const slowCount = 120;
export const fastCount = 20;
const pollMs = 20;

/**
 * Queues 120 requests to a receiver that takes three seconds, then 20 to a fast one.
 *
 * @param queueSlow queues all of them; `queueFast` those to the fast one, and answers the ids that they
 *   arrive under
 * @returns milliseconds from when they were queued until each of the 20 arrived
 */
export async function fastWaitsMs(
  { arrivals }: Receivers,
  queueSlow: () => Promise<unknown>,
  queueFast: () => Promise<string[]>,
): Promise<number[]> {
  await queueSlow();
  const queuedMs = performance.now();
  const ids = await queueFast();
  while (!ids.every((id) => arrivals.has(id))) await new Promise((resolve) => setTimeout(resolve, pollMs));
  return ids.map((id) => arrivals.get(id)![0]! - queuedMs);
}
