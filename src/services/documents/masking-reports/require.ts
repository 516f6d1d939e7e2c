import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { maskingReportOf } from '../../../stores/documents/index-jobs/index-job-masking-reports';
import { type IndexJobSummary } from '../../../stores/documents/index-jobs/index-jobs';
import { Refusal } from '../../../domain/platform/refusal';

/**
 * End of the time of the masking report of a job, which is kept.
 *
 * @throws Refusal `pii_report_not_found`, `job_not_finished`, `pii_report_deleted`
 */
export function requireReport(job: Pick<IndexJobSummary, 'completedAt' | 'maskingReport'>, now: Date): Date {
  const report = maskingReportOf(job, now);
  if (report === null) throw new Refusal<DocumentErrorCode>('pii_report_not_found');
  if (report.state === 'pending') throw new Refusal<DocumentErrorCode>('job_not_finished');
  if (report.state !== 'retained') throw new Refusal<DocumentErrorCode>('pii_report_deleted');
  return report.endsAt;
}
