import { isFinalIndexState } from '../../../domain/documents/index-job';
import { type Caller } from '../../../domain/platform/caller';
import { type IndexJobSummary } from '../../../stores/documents/index-jobs/index-job-kind';
import { type JobFileRow } from '../../../stores/documents/index-jobs/job-file-row';
import { type ServiceDeps } from '../../deps';
import { awaitRow } from '../../platform/jobs/await-row';
import { findIndexJob } from './find';

export interface WantedFiles {
  /** Number of the last file of the previous page; -1 for the first page. */
  after: number;
  limit: number;
}

export interface IndexJobReading {
  job: IndexJobSummary;
  files: JobFileRow[];
  /** Number of the last file where more follow; null on the last page. */
  next: number | null;
}

/**
 * Reads a job; first waits for its end where the request asks for it.
 *
 * @throws Refusal `job_not_found`
 */
export async function readIndexJob(
  deps: Pick<ServiceDeps, 'lifecycle' | 'stores'>,
  caller: Caller,
  jobId: string,
  { after, limit, waitMs, signal }: WantedFiles & { waitMs: number; signal: AbortSignal },
): Promise<IndexJobReading> {
  const { indexJobs, jobFiles } = deps.stores;
  const job = await awaitRow(deps, await findIndexJob(deps, caller, jobId), {
    read: () => indexJobs.find(caller, jobId),
    isDone: ({ state }) => isFinalIndexState(state),
    waitMs,
    signal,
  });
  const found = await jobFiles.page(job._id, after, limit + 1);
  const files = found.slice(0, limit);
  return { job, files, next: found.length > limit ? files.at(-1)!.file : null };
}
