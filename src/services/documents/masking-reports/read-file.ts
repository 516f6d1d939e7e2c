import { BlobNotFound } from '../../../blobs';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type MaskingReportPart } from '../../../domain/documents/masking';
import { Refusal } from '../../../domain/platform/refusal';
import { openReportKey, type ReportedText, readReport } from '../../../masking-report';
import { type IndexJobRow } from '../../../stores/documents/index-jobs/index-job-kind';
import { type MaskedFileRow } from '../../../stores/documents/index-jobs/job-file-row';
import { type ServiceDeps } from '../../deps';
import { requireReport } from './read';

/** Identity of a report: a job, a file, and which of the two reports of the file. */
export interface ReportPlace {
  jobId: string;
  file: number;
  part: MaskingReportPart;
  /** Whether the report includes the masked values. */
  values: boolean;
  /** Whether the report includes places that were nearly masked. */
  near: boolean;
}

/** Report of a file. Its texts are read while the answer is sent. */
export interface FileReport {
  file: MaskedFileRow;
  texts: AsyncIterable<ReportedText> | readonly ReportedText[];
}

/**
 * Opens one of the two reports of a file.
 *
 * @throws Refusal `pii_report_deleted` when the report, or the document, was deleted
 */
export async function openFileReport(
  { stores, blobs, sealer }: Pick<ServiceDeps, 'stores' | 'blobs' | 'sealer'>,
  { jobId, file: number, part, values, near }: ReportPlace,
): Promise<FileReport> {
  const [job, file] = await Promise.all([
    stores.indexJobs.get(jobId),
    stores.jobFiles.findReported(jobId, number),
  ]);
  if (job === null || file === null) throw reportDeleted();
  requireReport(job, new Date());
  const opened = values ? valuesOf(job, sealer) : null;
  const { folder, parts } = file.masking;
  if (!parts.includes(part)) return { file, texts: [] };
  try {
    return { file, texts: await readReport(blobs, { folder, part, values: opened, near }) };
  } catch (error) {
    if (error instanceof BlobNotFound) throw reportDeleted(error);
    throw error;
  }
}

function valuesOf({ _id: jobId, maskingReport }: IndexJobRow, sealer: ServiceDeps['sealer']) {
  if (maskingReport?.key == null) throw reportDeleted();
  return openReportKey(sealer, maskingReport.key, jobId);
}

const reportDeleted = (cause?: unknown) => new Refusal<DocumentErrorCode>('pii_report_deleted', { cause });
