import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { maskingReportLinkTtlMs } from '../../../domain/documents/masking';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { maskingReportOf } from '../../../stores/documents/index-jobs/index-job-masking-reports';
import { type IndexJobSummary } from '../../../stores/documents/index-jobs/index-job-kind';
import { type MaskedFileRow } from '../../../stores/documents/index-jobs/job-file-row';
import { type ServiceDeps } from '../../deps';
import { findIndexJob } from '../index-jobs/find';
import { type WantedFiles } from '../index-jobs/read';

export interface MaskingReportReading {
  job: IndexJobSummary;
  /** End of the report's retention. */
  endsAt: Date;
  /** Time until which links to the reports of its files may work, in whole seconds. */
  linksEndAt: Date;
  files: MaskedFileRow[];
  /** Number of the last file where more follow; null on the last page. */
  next: number | null;
}

/**
 * Returns the end of the retention of a job's masking report, which must still be stored.
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

/** Reads the masking report of a job. @throws Refusal `job_not_found`, and those of {@link requireReport} */
export async function readMaskingReport(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  jobId: string,
  { after, limit }: WantedFiles,
): Promise<MaskingReportReading> {
  const job = await findIndexJob(deps, caller, jobId);
  const now = new Date();
  const endsAt = requireReport(job, now);
  const found = await deps.stores.jobFiles.reportedAfter(job._id, after, limit + 1);
  const files = found.slice(0, limit);
  const linksEndMs = Math.min(now.getTime() + maskingReportLinkTtlMs, endsAt.getTime());
  const linksEndAt = new Date(Math.floor(linksEndMs / 1_000) * 1_000);
  return { job, endsAt, linksEndAt, files, next: found.length > limit ? files.at(-1)!.file : null };
}
