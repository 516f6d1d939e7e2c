import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceDeps } from '../../deps';

/** Pauses between reads grow from the first to the last of these, so that long waits cost few reads. */
const firstPauseMs = 100;
const lastPauseMs = 1_000;
const pauseGrowth = 1.5;

/** A row that a request waits for. */
export interface AwaitedRow<Row> {
  /** Reads the row again; null when it is gone. */
  read: () => Promise<Row | null>;
  isDone: (row: Row) => boolean;
  /** Longest wait in milliseconds; 0 does not read again. */
  waitMs: number;
  /** Ends the wait with its reason when the request ends. */
  signal: AbortSignal;
}

/**
 * Reads a row again and again, until it is done or gone, the wait is over, or the process is about to stop. No
 * connection is held between reads.
 *
 * @param first the row as it was read before
 * @returns the row as it was read last
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
