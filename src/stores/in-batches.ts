import { setImmediate } from 'node:timers/promises';

/** What of one lane waits for its turn. */
interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

interface Lane<T, R> {
  queue: Waiting<T, R>[];
  /** Batches under way, or about to be. */
  runs: number;
}

/**
 * Does things of one lane one batch after the other: what comes while a batch is under way is done together in the next, and so is
 * what comes in the same turn of the event loop. One that is alone waits for nobody else.
 *
 * @param batchMax things in a batch
 * @param run answers for each item of a batch, in order; an `Error` fails that item only, what it throws fails all
 * @param options.atOnceMax batches of one lane that are under way at once, in no order; default 1
 */
export function inBatches<T, R>(
  batchMax: number,
  run: (lane: string, items: readonly T[]) => Promise<(R | Error)[]>,
  { atOnceMax = 1 }: { atOnceMax?: number } = {},
): (lane: string, item: T) => Promise<R> {
  const lanes = new Map<string, Lane<T, R>>();

  return (lane, item) =>
    new Promise<R>((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const state = lanes.get(lane) ?? { queue: [], runs: 0 };
      lanes.set(lane, state);
      state.queue.push(waiting);
      if (state.runs < atOnceMax) void drain(lane, state);
    });

  async function drain(lane: string, state: Lane<T, R>): Promise<void> {
    state.runs++;
    // What a former step has answered at once comes at once: its first must not go alone.
    await setImmediate();
    while (state.queue.length > 0) await runBatch(lane, state.queue.splice(0, batchMax));
    if (--state.runs === 0) lanes.delete(lane);
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
