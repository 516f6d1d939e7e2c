import { type ParseOptions, type ParseType } from '../../../src/domain/documents/parse-job';
import { type ResultLink } from '../../../src/services/documents/parse-jobs/read';
import { type ParseJobSummary } from '../../../src/stores/documents/parse-jobs/parse-job-kind';
import { type Place } from '../../../src/stores/mongo/place';
import { cursorOf } from '../../http/fields/place-cursor';
import { type AcceptedParseJob, type ParseJobList, type ParseJobResource } from './schema';

function parseJobPath(jobId: string): string {
  return `/v3/parse/jobs/${jobId}`;
}

/** The answer to an accepted request. */
export function presentAcceptedParseJob(
  job: { _id: string; createdAt: Date },
  type: ParseType,
): AcceptedParseJob {
  return {
    job_id: job._id,
    type,
    status: 'queued',
    status_url: parseJobPath(job._id),
    created_at: job.createdAt.toISOString(),
  };
}

/** A parse job without its chunks, which are inserted as stored bytes. */
export function presentParseJob(
  row: ParseJobSummary,
  link: ResultLink | null,
): Omit<ParseJobResource, 'chunks'> {
  return {
    ...presentListedParseJob(row),
    chunks_truncated: false,
    result_url: link?.url ?? null,
    result_url_expires_at: link?.expiresAt.toISOString() ?? null,
  };
}

/** A page of parse jobs. */
export function presentParseJobs(
  jobs: readonly ParseJobSummary[],
  limit: number,
  next: Place | null,
): ParseJobList {
  return { jobs: jobs.map(presentListedParseJob), limit, next_cursor: next === null ? null : cursorOf(next) };
}

function presentListedParseJob(row: ParseJobSummary): ParseJobList['jobs'][number] {
  const { progress, totals } = row;
  return {
    job_id: row._id,
    type: row.options.type,
    status: row.state,
    status_url: parseJobPath(row._id),
    filename: row.filename,
    input: row.shownInput ?? null,
    options: presentOptions(row.options),
    progress: {
      stage: progress.stage,
      sheets_total: progress.sheetsTotal,
      sheets_done: progress.sheetsDone,
      rows_done: progress.rowsDone,
      ...(row.options.type === 'document' && {
        pages_total: progress.pagesTotal ?? null,
        pages_done: progress.pagesDone ?? 0,
      }),
    },
    error: row.error,
    message: row.message,
    result:
      row.state === 'completed' && totals !== null
        ? {
            sheets: totals.sheets,
            ...(totals.document && { documents: totals.document.documents, pages: totals.document.pages }),
            chunk_count: totals.chunks,
            figures: totals.figures,
            characters: totals.characters,
            warnings: row.warnings,
          }
        : null,
    result_expires_at: row.resultExpiresAt?.toISOString() ?? null,
    billing: { credits: { used: row.creditsUsed ?? 0 } },
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
  };
}

function presentOptions(options: ParseOptions): ParseJobResource['options'] {
  if (options.type === 'document')
    return {
      include_tags_summary: options.includeTagsSummary,
      processing_type: options.processingType,
      ocr_language: options.ocrLanguage,
      transcription_language: options.transcriptionLanguage,
    };
  return {
    include_tags_summary: options.includeTagsSummary,
    include_images: options.includeImages,
    include_verified_facts: options.includeVerifiedFacts,
    include_hidden_sheets: options.includeHiddenSheets,
  };
}
