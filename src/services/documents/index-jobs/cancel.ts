import { type Logger } from 'pino';
import { isFinalIndexState } from '../../../domain/documents/index-job';
import { JobsUnavailable } from '../../../jobs/runs';
import { type IndexJobSummary } from '../../../stores/documents/index-jobs/index-jobs';
import { type ServiceDeps } from '../../deps';
import { type Caller } from '../../../domain/platform/caller';
import { awaitRow } from '../../platform/jobs/await-row';

/** Longest wait of the answer for the run to end its job. The run needs a moment when a worker is free. */
const endWaitMs = 3_000;

/**
 * Cancels a job that has not ended. The request is stored in the row first; the run then stops its files and
 * ends the job. The sweep notifies the run when this call cannot.
 *
 * @returns the job afterwards; still running when its run takes longer than the wait
 */
export async function cancelIndexJob(
  { jobs, lifecycle, stores }: Pick<ServiceDeps, 'jobs' | 'lifecycle' | 'stores'>,
  caller: Caller,
  jobId: string,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<IndexJobSummary | null> {
  const job = await stores.indexJobEndings.cancel(jobId, caller.keyId);
  if (job?.cancelRequestedAt == null) return job;
  try {
    await jobs.indexing.cancel(jobId);
  } catch (err) {
    if (!(err instanceof JobsUnavailable)) throw err;
    log.warn({ err }, 'the run was not told; the sweep will do it');
    return job;
  }
  return awaitRow({ lifecycle }, job, {
    read: () => stores.indexJobs.find(caller, jobId),
    isDone: ({ state }) => isFinalIndexState(state),
    waitMs: endWaitMs,
    signal,
  });
}
