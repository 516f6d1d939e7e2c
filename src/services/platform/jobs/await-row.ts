import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceDeps } from '../../deps';

/** First pause between reads; pauses grow up to the next constant, so that long waits cost few reads. */
const firstPauseMs = 100;
const lastPauseMs = 1_000;
const pauseGrowth = 1.5;

/** Row that a request waits for. */
export interface AwaitedRow<Row> {
  /** Reads the row again; null when it is gone. */
  read: () => Promise<Row | null>;
  isDone: (row: Row) => boolean;
  /** Upper bound of the wait in milliseconds; 0 does not read again. */
  waitMs: number;
  /** Aborts the wait with its reason when the request ends. */
  signal: AbortSignal;
}

/**
 * Reads a row repeatedly until it is done or gone, the wait is over, or the process is about to stop. It
 * holds no connection between reads.
 *
 * @param first the row as read before
 * @returns the row as read last
 */
export async function awaitRow<Row>(
  { lifecycle }: Pick<ServiceDeps, 'lifecycle'>,
  first: Row,
  { read, isDone, waitMs, signal }: AwaitedRow<Row>,
): Promise<Row> {
  const untilMs = performance.now() + waitMs;
  let row = first;
  let pauseMs = firstPauseMs;
  while (!isDone(row) && !lifecycle.draining) {
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0) break;
    await pause(Math.min(pauseMs, leftMs), undefined, { signal });
    pauseMs = Math.min(pauseMs * pauseGrowth, lastPauseMs);
    const latest = await read();
    if (latest === null) break;
    row = latest;
  }
  return row;
}
