import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { maskingReportBlobs } from '../../../domain/documents/masking';
import { type IndexJobSummary } from '../../../stores/documents/index-jobs/index-jobs';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { requireReport } from './require';

/**
 * Deletes the masking report of a job: its row first, so that it is no longer readable, then what is stored.
 * Retention removes what a crash leaves of that.
 *
 * @returns the number of stored objects that are gone
 * @throws Refusal, as `requireReport`
 */
export async function removeReport(
  { stores, blobs }: Pick<ServiceDeps, 'stores' | 'blobs'>,
  job: IndexJobSummary,
  now: Date,
): Promise<number> {
  requireReport(job, now);
  const { indexJobs, jobFiles } = stores;
  const reports = await jobFiles.countReports(job._id);
  if (!(await indexJobs.deleteReport(job._id, now)))
    throw new Refusal<DocumentErrorCode>('pii_report_deleted');
  await blobs.deletePrefix(maskingReportBlobs(job._id).prefix);
  await jobFiles.forgetMasking(job._id);
  await indexJobs.noteReportPurged(job._id);
  return reports;
}
