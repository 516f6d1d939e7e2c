import { setTimeout as wait } from 'node:timers/promises';
import { type IndexJobSummary } from '../../../src/stores/documents/index-jobs/index-jobs';
import { type ApiDeps } from '../../deps';
import { type Caller } from '../../http/route';

const pollMs = 100;

/** A job that is waited for, by how it was read last. */
export interface AwaitedJob {
  job: IndexJobSummary | null;
  isDone: (job: IndexJobSummary) => boolean;
  /** Longest wait. */
  waitMs: number;
  signal: AbortSignal;
}

/**
 * Reads a job of the caller again and again, until it is done or the wait is over.
 *
 * @returns the job as it was read last, null when it is gone
 */
export async function pollJob(
  { stores }: Pick<ApiDeps, 'stores'>,
  caller: Caller,
  { job: first, isDone, waitMs, signal }: AwaitedJob,
): Promise<IndexJobSummary | null> {
  const untilMs = performance.now() + waitMs;
  let job = first;
  while (job !== null && !isDone(job) && performance.now() < untilMs) {
    await wait(pollMs, undefined, { signal });
    job = await stores.indexJobs.find(caller, job._id);
  }
  return job;
}
