import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { maskingReportBlobs } from '../../../domain/documents/masking';
import { type Caller } from '../../../domain/platform/caller';
import { type ServiceDeps } from '../../deps';
import { findIndexJob } from '../index-jobs/find';
import { Refusal } from '../../../domain/platform/refusal';
import { requireReport } from './read';

/**
 * Deletes the masking report of a job: first in the row, which makes it unreadable, then the stored objects.
 * After a crash in between, retention deletes these.
 *
 * @returns number of deleted objects
 * @throws Refusal `job_not_found`, and those of `requireReport`
 */
export async function removeReport(
  deps: Pick<ServiceDeps, 'stores' | 'blobs'>,
  caller: Caller,
  jobId: string,
  now: Date,
): Promise<number> {
  const { indexJobs, jobFiles } = deps.stores;
  const job = await findIndexJob(deps, caller, jobId);
  requireReport(job, now);
  const reports = await jobFiles.countReports(job._id);
  if (!(await indexJobs.deleteReport(job._id, now)))
    throw new Refusal<DocumentErrorCode>('pii_report_deleted');
  await deps.blobs.deletePrefix(maskingReportBlobs(job._id).prefix);
  await jobFiles.forgetMasking(job._id);
  await indexJobs.markReportPurged(job._id);
  return reports;
}
