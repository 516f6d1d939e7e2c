import { setImmediate } from 'node:timers/promises';

/** A queued item. */
interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs the items of a lane in batches, one after the other. Items that come while a batch is under way, or in
 * the same turn of the event loop, share the next batch. A single item does not wait for others.
 *
 * @param run answers for each item of a batch, in order. An `Error` in the answer fails its item only, a
 *   thrown one fails all.
 */
export function inBatches<T, R>(
  batchMax: number,
  run: (lane: string, items: readonly T[]) => Promise<(R | Error)[]>,
): (lane: string, item: T) => Promise<R> {
  const lanes = new Map<string, Waiting<T, R>[]>();

  return (lane, item) =>
    new Promise<R>((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const queue = lanes.get(lane);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      lanes.set(lane, [waiting]);
      void drain(lane);
    });

  async function drain(lane: string): Promise<void> {
    const queue = lanes.get(lane)!;
    // Items that follow from one answer come in one turn: the first must not go alone.
    await setImmediate();
    while (queue.length > 0) await runBatch(lane, queue.splice(0, batchMax));
    lanes.delete(lane);
  }

  async function runBatch(lane: string, batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await run(
        lane,
        batch.map(({ item }) => item),
      );
      batch.forEach(({ resolve, reject }, i) => {
        const result = results[i]!;
        if (result instanceof Error) reject(result);
        else resolve(result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
