import { setTimeout as pause } from 'node:timers/promises';

const settleMs = 5_000;

/**
 * A measurement, repeated every five seconds until two in a row agree: the stores remove, merge and write rows
 * some time after the request.
 */
export async function settled<T>(measure: () => Promise<T>, textOf: (found: T) => string): Promise<T> {
  for (let found = await measure(); ;) {
    await pause(settleMs);
    const next = await measure();
    if (textOf(next) === textOf(found)) return next;
    found = next;
  }
}
