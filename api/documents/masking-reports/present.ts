import { type ReportedText } from '../../../src/masking-report';
import { type FileReport } from '../../../src/services/documents/masking-reports/read-file';
import { chunkId } from '../../../src/stores/documents/contents/chunks';
import { type IndexJobSummary } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type MaskedFileRow } from '../../../src/stores/documents/index-jobs/job-file-row';
import { type MaskedFileResource, type MaskingReport, type ReportText } from './schema';

/** Links to the two reports of a file; null for a file whose documents were rolled back. */
export interface ReportLinks {
  document: string;
  chunks: string;
  expiresAt: Date;
}

/** A masking report with a page of its files. */
export function presentMaskingReport(
  { _id, completedAt, maskingReport, maskingBounds }: IndexJobSummary,
  {
    endsAt,
    ...page
  }: { endsAt: Date; files: MaskedFileResource[]; limit: number; nextCursor: string | null },
): MaskingReport {
  return {
    job_id: _id,
    state: 'retained',
    created_at: completedAt!.toISOString(),
    expires_at: endsAt.toISOString(),
    totals: maskingReport?.totals ?? {},
    bounds: { ...maskingBounds },
    files: page.files,
    files_page: { limit: page.limit, next_cursor: page.nextCursor },
  };
}

/** A file of a report. */
export function presentMaskedFile(row: MaskedFileRow, links: ReportLinks | null): MaskedFileResource {
  const { masking } = row;
  return {
    document_id: row.documents[0]?.documentId ?? null,
    filename: row.filename,
    requested_engine: masking.requestedEngine,
    used_engines: [...masking.usedEngines],
    fallback_used: masking.fallbackUsed,
    fallback_reason: masking.fallbackReason,
    coverage: { ...masking.coverage },
    model: masking.model,
    image_redaction: masking.imageRedaction,
    counts: { ...masking.counts },
    near_counts: masking.nearCounts && { ...masking.nearCounts },
    warnings: masking.warnings.map(({ code, message }) => ({ code, message })),
    document_report_url: links?.document ?? null,
    chunk_report_url: links?.chunks ?? null,
    urls_expire_at: links?.expiresAt.toISOString() ?? null,
  };
}

/** The body of a report of a file, text by text. */
export async function* fileReportBody({ file, texts }: FileReport): AsyncGenerator<string> {
  const documentIds = file.documents.map(({ documentId }) => documentId);
  const head = { job_id: file.jobId, document_id: documentIds[0] ?? null, filename: file.filename };
  yield `${JSON.stringify(head).slice(0, -1)},"texts":[`;
  let separator = '';
  for await (const text of texts) {
    yield separator + JSON.stringify(presentReportedText(text, documentIds));
    separator = ',';
  }
  yield ']}';
}

function presentReportedText(
  { document, chunk, page, field, spans, near }: ReportedText,
  documentIds: readonly string[],
): ReportText {
  const documentId = documentIds[document] ?? null;
  return {
    document_id: documentId,
    chunk_id: chunk === null || documentId === null ? null : chunkId(documentId, chunk),
    chunk_index: chunk,
    page,
    field,
    spans,
    near,
  };
}
