import { setImmediate } from 'node:timers/promises';

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates a function that runs the items of a lane in batches, one batch after the other. Items that arrive
 * during a batch, or in the same turn of the event loop, share the next one. A single item does not wait for
 * others.
 *
 * @param run returns a result for each item of a batch, in order. A returned `Error` fails its item only, a
 * thrown one fails all
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
    // Items caused by the same answer arrive in one turn: the first of them waits for the others.
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
