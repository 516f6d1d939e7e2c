import { Readable } from 'node:stream';
import { BlobNotFound } from '../../../src/blobs';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { openReportKey, type ReportedText, readReport } from '../../../src/masking-report';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-jobs';
import { type MaskedFileRow } from '../../../src/stores/documents/index-jobs/job-file-masking';
import { type ApiDeps } from '../../deps';
import { Refusal } from '../../../src/domain/platform/refusal';
import { presentReportedText } from './present';
import { requireReport } from '../../../src/services/documents/masking-reports/require';
import { type ReportPlace } from './links';

/**
 * The body of one of the two reports of a file, in JSON, streamed from the blob store.
 *
 * @throws Refusal `pii_report_deleted` when the report, or the document, is gone
 */
export async function readFileReport(
  { stores, blobs, sealer }: Pick<ApiDeps, 'stores' | 'blobs' | 'sealer'>,
  { jobId, file, part, values }: ReportPlace,
): Promise<Readable> {
  const [job, row] = await Promise.all([
    stores.indexJobs.get(jobId),
    stores.jobFiles.findReported(jobId, file),
  ]);
  if (job === null || row === null) throw gone();
  requireReport(job, new Date());
  const opened = values ? valuesOf(job, sealer) : null;
  try {
    const { folder, parts } = row.masking;
    const texts = parts.includes(part) ? await readReport(blobs, { folder, part, values: opened }) : [];
    return Readable.from(bodyOf(row, texts), { objectMode: false });
  } catch (error) {
    if (error instanceof BlobNotFound) throw gone(error);
    throw error;
  }
}

function valuesOf({ _id: jobId, maskingReport }: IndexJobRow, sealer: ApiDeps['sealer']) {
  if (maskingReport?.key == null) throw gone();
  return openReportKey(sealer, maskingReport.key, jobId);
}

async function* bodyOf(
  row: MaskedFileRow,
  texts: AsyncIterable<ReportedText> | readonly ReportedText[],
): AsyncGenerator<string> {
  const documentIds = row.documents.map(({ documentId }) => documentId);
  const head = { job_id: row.jobId, document_id: documentIds[0] ?? null, filename: row.filename };
  yield `${JSON.stringify(head).slice(0, -1)},"texts":[`;
  let separator = '';
  for await (const text of texts) {
    yield separator + JSON.stringify(presentReportedText(text, documentIds));
    separator = ',';
  }
  yield ']}';
}

const gone = (cause?: unknown) => new Refusal<DocumentErrorCode>('pii_report_deleted', { cause });
