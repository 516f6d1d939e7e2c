import { parseBlobs } from '../../../domain/documents/parse-job';
import { type Caller } from '../../../domain/platform/caller';
import { type ParseJobSummary } from '../../../stores/documents/parse-jobs/parse-job-kind';
import { type ServiceDeps } from '../../deps';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';
import { findParseJob } from './read';
import { type Logger } from 'pino';

/**
 * Cancels a running job, or removes the result of an ended one. It changes the row first, then stops the run
 * and deletes the files. Where that fails, the run ends at its next progress write, and retention deletes the
 * files.
 *
 * @returns the job afterwards
 * @throws Refusal `parse_job_not_found`
 */
export async function removeParseJob(
  deps: Pick<ServiceDeps, 'stores' | 'blobs' | 'jobs'>,
  caller: Caller,
  jobId: string,
  log: Logger,
): Promise<ParseJobSummary> {
  const { blobs, jobs } = deps;
  const { parseJobs } = deps.stores;
  await findParseJob(deps, caller, jobId);
  const ended = await parseJobs.end(jobId, { state: 'cancelled' });
  if (ended?.state === 'cancelled') await orLeaveToSweep(jobs.parse.cancel(jobId), log);
  if (ended?.state === 'completed' && ended.resultDeletedAt === null) {
    await parseJobs.dropResult(caller, jobId);
    await blobs.deletePrefix(parseBlobs(jobId).prefix);
    await parseJobs.markFilesRemoved(jobId);
  }
  return (await parseJobs.find(caller, jobId)) ?? ended!;
}
