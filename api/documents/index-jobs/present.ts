import { INDEX_STAGES, type IndexStage, isFinalIndexState } from '../../../src/domain/documents/index-job';
import { jobSource } from '../../../src/domain/documents/ended-job';
import { type RollbackProgress } from '../../../src/domain/documents/rollback';
import { shownUri } from '../../../src/domain/platform/shown-uri';
import { maskingReportOf } from '../../../src/stores/documents/index-jobs/index-job-masking-reports';
import {
  type RollbackAnswer,
  rollbackOf,
} from '../../../src/stores/documents/index-jobs/index-job-rollbacks';
import { type IndexJobSummary } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type JobFileRow } from '../../../src/stores/documents/index-jobs/job-file-row';
import {
  type CancelledIndexJob,
  type IndexJobList,
  type IndexJobResource,
  type RollbackUnderWay,
  type RolledBackJob,
} from './schema';

const stageDescriptions: Record<IndexStage, string> = {
  scanning: 'Listing the files',
  extracting: 'Reading the files',
  masking: 'Masking personal data',
  chunking: 'Splitting text into chunks',
  tagging: 'Adding tags',
  embedding: 'Embedding and storing chunks',
  finalizing: 'Counting and cleaning up',
};

/** An indexing job with a page of its files. */
export function presentIndexJob(
  row: IndexJobSummary,
  page: { files: JobFileRow[]; limit: number; nextCursor: string | null },
  now: Date,
): IndexJobResource {
  const { counts, state, startedAt, completedAt, syncId = null } = row;
  const isFinal = isFinalIndexState(state);
  const elapsedSeconds = startedAt === null ? 0 : secondsBetween(startedAt, completedAt ?? now);
  const stage = state === 'running' ? INDEX_STAGES[row.stage]! : null;
  const processed = counts.indexed + counts.failed + counts.skipped;
  return {
    job_id: row._id,
    job_type: row.type,
    status: state,
    collection_id: row.collectionId,
    collection_name: row.collectionName,
    environment: row.environment,
    source: jobSource({ syncId }),
    sync_id: syncId,
    progress_message: progressMessage(row, processed),
    progress: {
      current_stage: stage,
      stage_description: stage === null ? null : stageDescriptions[stage],
      files_total: counts.total,
      files_processed: processed,
      files_failed: counts.failed,
      files_skipped: counts.skipped,
      elapsed_seconds: elapsedSeconds,
    },
    files: page.files.map(presentFile),
    files_page: { limit: page.limit, next_cursor: page.nextCursor, total_estimated: counts.total },
    result: isFinal
      ? {
          files_indexed: counts.indexed,
          files_failed: counts.failed,
          files_skipped: counts.skipped,
          duration_seconds: elapsedSeconds,
          warnings: row.warnings,
        }
      : null,
    billing:
      row.billing === null
        ? null
        : {
            credits: { used: row.billing.credits, remaining: row.billing.remaining },
            pages_processed: row.billing.pages,
            processing_type: row.options.processingType,
          },
    pii_report: presentReport(row, now),
    error_code: row.error,
    error_message: row.message,
    warnings: row.warnings,
    cancelled_by: row.cancelledBy,
    cancelled_at: row.cancelledAt?.toISOString() ?? null,
    rolled_back_at: row.rolledBackAt?.toISOString() ?? null,
    rollback: presentProgress(row),
    created_at: row.createdAt.toISOString(),
    started_at: startedAt?.toISOString() ?? null,
    updated_at: row.updatedAt.toISOString(),
    completed_at: completedAt?.toISOString() ?? null,
    estimated_time_remaining_seconds: remainingSeconds(row, elapsedSeconds),
  };
}

function presentReport(row: IndexJobSummary, now: Date): IndexJobResource['pii_report'] {
  const report = maskingReportOf(row, now);
  return report && { state: report.state, expires_at: report.endsAt?.toISOString() ?? null };
}

function presentFile(file: JobFileRow): IndexJobResource['files'][number] {
  const isAtWork = file.state === 'processing' && file.stage !== null;
  const reading = isAtWork && file.stage === 'extracting' ? (file.reading ?? null) : null;
  return {
    uri: shownUri(file.uri),
    filename: file.filename,
    document_id: file.state === 'completed' ? (file.documents[0]?.documentId ?? null) : null,
    status: file.state,
    stage: file.stage,
    attempts: file.attempts,
    progress_message: isAtWork ? stageDescriptions[file.stage!] : null,
    error_code: file.error,
    error_message: file.message,
    skip_reason: file.skipReason,
    pages: file.pages,
    pages_read: reading?.pagesRead ?? null,
    pages_total: reading?.pagesTotal ?? null,
    chunks: file.chunks,
    updated_at: file.updatedAt.toISOString(),
  };
}

function progressMessage(row: IndexJobSummary, processed: number): string {
  const { state, stage, counts, scan, cancelRequestedAt } = row;
  const rollback = rollbackOf(row);
  if (rollback?.state === 'rolling_back') return rollbackMessage(rollback);
  if (state === 'pending') return 'Waiting for a worker';
  if (state !== 'running') return `${counts.indexed} of ${counts.total} files indexed`;
  if (cancelRequestedAt !== null) return 'Cancelling';
  if (!scan.done) return `${stageDescriptions.scanning}: ${counts.total} so far`;
  return `${stageDescriptions[INDEX_STAGES[stage]!]}: ${processed} of ${counts.total} files done`;
}

/**
 * Estimated seconds for the remaining files, from the average of the processed ones; null while there
 * is no basis for an estimate.
 */
function remainingSeconds({ state, counts, scan }: IndexJobSummary, elapsedSeconds: number): number | null {
  if (state !== 'running' || !scan.done) return null;
  const worked = counts.indexed + counts.failed;
  const left = counts.total - worked - counts.skipped;
  return worked === 0 ? null : Math.ceil((elapsedSeconds / worked) * Math.max(0, left));
}

/** A page of jobs. */
export function presentIndexJobs(
  { jobs, total }: { jobs: IndexJobSummary[]; total: number },
  { limit, offset }: { limit: number; offset: number },
): IndexJobList {
  return {
    jobs: jobs.map((row) => ({
      job_id: row._id,
      job_type: row.type,
      status: row.state,
      collection_name: row.collectionName,
      environment: row.environment,
      files_total: row.counts.total,
      files_indexed: row.counts.indexed,
      files_failed: row.counts.failed,
      error: row.error,
      created_at: row.createdAt.toISOString(),
      completed_at: row.completedAt?.toISOString() ?? null,
    })),
    total_count: total,
    limit,
    offset,
  };
}

/** The answer to a request to cancel a job. */
export function presentCancelledJob(
  { _id, state, cancelRequestedAt, cancelledAt }: IndexJobSummary,
  wasFinal: boolean,
): CancelledIndexJob {
  const at =
    wasFinal || (isFinalIndexState(state) && state !== 'cancelled')
      ? null
      : (cancelledAt ?? cancelRequestedAt);
  return {
    job_id: _id,
    status: state,
    message: at === null ? `The job has ended: ${state}.` : cancelMessage(state === 'cancelled'),
    cancelled_at: at?.toISOString() ?? null,
  };
}

const cancelMessage = (isOver: boolean): string =>
  isOver
    ? 'The job was cancelled; files that were indexed stay.'
    : 'The job is being cancelled; files that were indexed stay.';

/** A rollback that takes longer than its request. */
export function presentRollbackUnderWay(row: IndexJobSummary): RollbackUnderWay {
  const rollback = rollbackOf(row) ?? { filesDone: 0, filesTotal: row.counts.indexed };
  return {
    job_id: row._id,
    status: 'rolling_back',
    files_done: rollback.filesDone,
    files_total: rollback.filesTotal,
    message: rollbackMessage(rollback),
  };
}

function presentProgress(row: IndexJobSummary): IndexJobResource['rollback'] {
  const rollback = rollbackOf(row);
  if (rollback === null) return null;
  return { status: rollback.state, files_done: rollback.filesDone, files_total: rollback.filesTotal };
}

const rollbackMessage = ({ filesDone, filesTotal }: Pick<RollbackProgress, 'filesDone' | 'filesTotal'>) =>
  `Rolling back: ${filesDone} of ${filesTotal} files done`;

/** The answer to a rollback: the documents of a job by outcome. */
export function presentRollback(jobId: string, answer: RollbackAnswer): RolledBackJob {
  const { at, removed, kept, restored, notRestored } = answer;
  return {
    job_id: jobId,
    status: 'rolled_back',
    rolled_back_at: at.toISOString(),
    files_removed: removed,
    files_kept: kept.map(({ documentId, byJobId }) => ({
      document_id: documentId,
      reason: 'superseded',
      by_job_id: byJobId,
    })),
    files_restored: restored,
    files_not_restored: notRestored,
    message: `Removed ${documents(removed.length + notRestored.length)}, restored ${restored.length}.`,
  };
}

const documents = (count: number): string => (count === 1 ? '1 document' : `${count} documents`);

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000));
