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

/** Upper bound of the wait for the run to end its job. The run needs only a moment when a worker is free. */
const endWaitMs = 3_000;

export interface RequestCancelDeps {
  jobs: Pick<Jobs, 'indexing'>;
  stores: Pick<Stores, 'indexJobs'>;
}

/**
 * Requests the end of a running job: writes the request to the row, then signals the run, which stops its
 * files and ends the job. While Temporal is not reachable, the sweep signals the run.
 *
 * @param keyId key that requests it; null for the service itself
 * @returns the job afterwards; null for an unknown job
 * @throws JobsUnavailable when the run could not be signalled
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
 * Cancels a job of the caller and briefly waits for its end. A job that has ended does not change.
 *
 * @returns the job afterwards, still running when its run takes longer than the wait; `hadEnded` says whether
 * it had ended before
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
  const isSignalled = await orLeaveToSweep(requestCancel(deps, jobId, caller.keyId), log);
  const job = await awaitRow(deps, (await indexJobs.find(caller, jobId)) ?? before, {
    read: () => indexJobs.find(caller, jobId),
    isDone: ({ state }) => isFinalIndexState(state),
    waitMs: isSignalled ? endWaitMs : 0,
    signal,
  });
  return { job, hadEnded: isFinalIndexState(before.state) };
}
