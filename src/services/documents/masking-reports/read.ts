import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { maskingReportLinkTtlMs } from '../../../domain/documents/masking';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { maskingReportOf } from '../../../stores/documents/index-jobs/index-job-masking-reports';
import { type IndexJobSummary } from '../../../stores/documents/index-jobs/index-job-kind';
import { type MaskedFileRow } from '../../../stores/documents/index-jobs/job-file-row';
import { type ServiceDeps } from '../../deps';
import { findDocument, type NamedDocument } from '../documents/find';
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

/** Report of the file that a document was made from. */
export interface DocumentReportReading {
  file: MaskedFileRow;
  /** Time until which links to the reports may work, in whole seconds. */
  linksEndAt: Date;
}

/**
 * Reads how the file of a document was masked by the job that has written the document.
 *
 * @throws Refusal those of `findDocument` and of {@link requireReport}
 */
export async function readDocumentReport(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  named: NamedDocument,
): Promise<DocumentReportReading> {
  const { document } = await findDocument(deps, caller, named);
  const { jobId } = document;
  const job = jobId === null ? null : await deps.stores.indexJobs.get(jobId);
  if (job === null) throw new Refusal<DocumentErrorCode>('pii_report_not_found');
  const now = new Date();
  const endsAt = requireReport(job, now);
  const file = await deps.stores.jobFiles.findReportedDocument(job._id, document.documentId);
  if (file === null) throw new Refusal<DocumentErrorCode>('pii_report_not_found');
  return { file, linksEndAt: linksEnd(now, endsAt) };
}

/** End of links that are made at a time: with the report, at the latest. */
function linksEnd(now: Date, endsAt: Date): Date {
  const endMs = Math.min(now.getTime() + maskingReportLinkTtlMs, endsAt.getTime());
  return new Date(Math.floor(endMs / 1_000) * 1_000);
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
  return {
    job,
    endsAt,
    linksEndAt: linksEnd(now, endsAt),
    files,
    next: found.length > limit ? files.at(-1)!.file : null,
  };
}
