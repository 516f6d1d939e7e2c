import { type Logger } from 'pino';
import { isFinalIndexState } from '../../../domain/documents/index-job';
import { type Caller } from '../../../domain/platform/caller';
import { type Jobs } from '../../../jobs';
import { type Stores } from '../../../stores';
import { type IndexJobRow, type IndexJobSummary } from '../../../stores/documents/index-jobs/index-job-kind';
import { type ServiceDeps } from '../../deps';
import { awaitRow } from '../../platform/jobs/await-row';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';
import { findIndexJob } from './find';

/** Longest wait of the answer for the run to end its job. The run needs a moment when a worker is free. */
const endWaitMs = 3_000;

export interface RequestCancelDeps {
  jobs: Pick<Jobs, 'indexing'>;
  stores: Pick<Stores, 'indexJobs'>;
}

/**
 * Requests the end of a job that has not ended: in its row first, then of its run, which stops its files and
 * ends the job. While Temporal cannot be reached, the sweep tells the run.
 *
 * @param keyId key that asks; null for the service itself
 * @returns the job afterwards; null when there is none
 * @throws JobsUnavailable when the run was not told
 */
export async function requestCancel(
  { jobs, stores }: RequestCancelDeps,
  jobId: string,
  keyId: string | null,
): Promise<IndexJobRow | null> {
  const job = await stores.indexJobs.cancel(jobId, keyId);
  if (job?.cancelRequestedAt != null) await jobs.indexing.cancel(jobId);
  return job;
}

/**
 * Cancels a job of the caller and waits a moment for its end. A job that has ended stays as it is.
 *
 * @returns the job afterwards, still running when its run takes longer than the wait; `hadEnded` tells
 *   whether it had ended before
 * @throws Refusal `job_not_found`
 */
export async function cancelIndexJob(
  deps: Pick<ServiceDeps, 'jobs' | 'lifecycle' | 'stores'>,
  caller: Caller,
  jobId: string,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<{ job: IndexJobSummary; hadEnded: boolean }> {
  const { indexJobs } = deps.stores;
  const before = await findIndexJob(deps, caller, jobId);
  const isTold = await orLeaveToSweep(requestCancel(deps, jobId, caller.keyId), log);
  const job = await awaitRow(deps, (await indexJobs.find(caller, jobId)) ?? before, {
    read: () => indexJobs.find(caller, jobId),
    isDone: ({ state }) => isFinalIndexState(state),
    waitMs: isTold ? endWaitMs : 0,
    signal,
  });
  return { job, hadEnded: isFinalIndexState(before.state) };
}
