import { withJoinedSignal } from '../joined-signal';

/**
 * Calls `ask` for each item with bounded concurrency; results have the order of the items. The first failure
 * aborts the other calls, and is thrown when all of them have ended.
 */
export function inLanes<T, R>(
  items: readonly T[],
  lanesMax: number,
  signal: AbortSignal | undefined,
  ask: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  return withJoinedSignal({ signals: [signal] }, async (joined) => {
    const answers: R[] = [];
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < items.length) {
        const index = next++;
        answers[index] = await ask(items[index]!, joined.signal);
      }
    };
    const lanes = Array.from({ length: Math.min(lanesMax, items.length) }, lane);
    try {
      await Promise.all(lanes);
    } catch (error) {
      joined.abort(error);
      await Promise.allSettled(lanes);
      throw error;
    }
    return answers;
  });
}
