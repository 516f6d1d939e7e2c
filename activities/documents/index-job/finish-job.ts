import { type DocumentActivities, type IndexJobOutcome } from '../../../src/domain/documents/activities';
import { indexCredits } from '../../../src/domain/documents/billing';
import {
  indexBlobs,
  type IndexJobEnding,
  indexVerdict,
  isFinalIndexState,
} from '../../../src/domain/documents/index-job';
import { type IndexSource, type UploadedSource } from '../../../src/domain/documents/index-source';
import { uploadBlobs } from '../../../src/domain/platform/upload';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type JobFileEnd } from '../../../src/stores/documents/index-jobs/job-file-row';
import { type ActivityDeps } from '../../deps';
import { tryEach } from '../../attempt/try-each';
import { publishJobEvent, type PublishDeps } from './publish-job-event';
import { attemptName } from './file-lease';
import { undoFile, type UndoFileDeps } from './undo-file';
import { type EndedJob } from '../../../src/domain/documents/ended-job';

type FinishIndexJob = Parameters<DocumentActivities['finishIndexJob']>[0];

const filesPerBatch = 200;
const noRecordings =
  'transcription_language was ignored: none of the files that were read is audio or video.';
const sentences: Partial<Record<string, string>> = {
  all_files_failed: 'Every file failed; each one says why.',
  embedding_stalled: 'The embedding model did not answer, and nothing was indexed.',
  execution_failed: 'The job was stopped by an error before all files were indexed; indexed files stay.',
  timed_out: 'The job took too long; files that were indexed stay.',
};

export type FinishIndexJobDeps = Pick<
  ActivityDeps,
  'blobs' | 'collections' | 'documentWrites' | 'indexJobs' | 'jobFiles' | 'uploads'
> &
  PublishDeps &
  UndoFileDeps;

/**
 * Ends a job and cleans up behind it. Both are idempotent; the run and the sweep may call them at any time.
 */
export async function finishIndexJob(
  deps: FinishIndexJobDeps,
  { jobId, ending: asked, message }: FinishIndexJob,
): Promise<IndexJobOutcome | null> {
  let job = await deps.indexJobs.get(jobId);
  if (job === null) return null;
  if (!isFinalIndexState(job.state)) {
    const ending = await endingOf(deps, job, asked);
    let files = await deps.jobFiles.count(jobId);
    if (files.unfinished > 0) {
      await settleFiles(deps, job, ending);
      files = await deps.jobFiles.count(jobId);
    }
    const { counts, billed } = files;
    const verdict = indexVerdict(ending, counts);
    const [warnings, masked] = await Promise.all([
      warningsOf(deps, job),
      job.maskingReport === undefined ? undefined : deps.jobFiles.sumMasked(jobId),
      // A caller may query as soon as the job is completed. An unavailable search index does not delay other
      // ends.
      ending === 'done' && counts.indexed > 0 && deps.documentWrites.makeFindable(job.collectionId),
    ]);
    const used = indexCredits(billed, job.options.processingType);
    job = await deps.indexJobs.end(jobId, {
      ...verdict,
      message: (ending === asked ? message : null) ?? sentences[verdict.error ?? verdict.state] ?? null,
      counts,
      billing: billed.pages === 0 ? null : { pages: billed.pages, credits: used, remaining: null },
      warnings,
      ...(masked === undefined ? {} : { masked }),
    });
  }
  if (job === null || !isFinalIndexState(job.state)) return null;
  if (job.checkAt !== undefined) await cleanUpIndexJob(deps, job);
  const { state, error, counts } = job;
  return { state, error, counts, message: job.message };
}

/**
 * Settles the bill of a final job, publishes its event and removes its work. The sweep completes this after a
 * crash. The event does not wait for the removal.
 */
export async function cleanUpIndexJob(deps: FinishIndexJobDeps, job: IndexJobRow): Promise<void> {
  const { _id: jobId, source } = job;
  await deps.indexJobs.closeHolds(job);
  await publishJobEvent(deps, endedJob(job));
  await deps.blobs.deletePrefix(indexBlobs(jobId).prefix);
  if (source?.kind === 'uploads')
    for (const { uploadId } of await usedUp(deps, job, source)) {
      await deps.uploads.markDeleted(job, uploadId);
      await deps.blobs.deletePrefix(uploadBlobs(uploadId).prefix);
    }
  await deps.indexJobs.markCleaned(jobId);
}

/** Ends every file that has not ended. */
async function settleFiles(
  deps: FinishIndexJobDeps,
  job: IndexJobRow,
  ending: IndexJobEnding,
): Promise<void> {
  await deps.jobFiles.endQueued(job._id, { state: 'cancelled' });
  const end = endAtWork(ending);
  for (;;) {
    const files = await deps.jobFiles.unfinishedAfter(job._id, -1, filesPerBatch);
    if (files.length === 0) return;
    await tryEach(files, (file) => undoFile(deps, job, file, attemptName(), end));
  }
}

/** The ending of a job: `cancelled` when its collection was deleted, even if its run was not signalled. */
async function endingOf(
  { collections }: FinishIndexJobDeps,
  { collectionId }: IndexJobRow,
  asked: IndexJobEnding,
): Promise<IndexJobEnding> {
  return (await collections.findById(collectionId)) === null ? 'cancelled' : asked;
}

/** Warnings about options of a job, once all its files have ended. */
async function warningsOf(
  { jobFiles }: FinishIndexJobDeps,
  { _id: jobId, options }: IndexJobRow,
): Promise<string[]> {
  const isIgnored = options.transcriptionLanguage !== null && !(await jobFiles.hasRecording(jobId));
  return isIgnored ? [noRecordings] : [];
}

/** Uploads to remove with their job: those of the request itself, and the originals of masked documents. */
async function usedUp(
  { jobFiles }: FinishIndexJobDeps,
  { _id: jobId, options }: IndexJobRow,
  { uploads, own }: Extract<IndexSource, { kind: 'uploads' }>,
): Promise<UploadedSource[]> {
  if (own) return uploads;
  if (options.masking == null) return [];
  const rows = await jobFiles.page(jobId, -1, uploads.length);
  return uploads.filter((_, file) => rows[file]?.state === 'completed');
}

/** How a file ends that is being processed when its job ends. */
function endAtWork(ending: IndexJobEnding): Extract<JobFileEnd, { state: 'failed' | 'cancelled' }> {
  if (ending === 'embedding_stalled')
    return { state: 'failed', error: 'embedding_failed', message: 'The embedding model did not answer.' };
  if (ending === 'cancelled' || ending === 'timed_out') return { state: 'cancelled' };
  const message = 'The file could not be processed because of a fault on our side.';
  return { state: 'failed', error: 'internal_error', message };
}

/** The facts of a final job's row for its event. @throws Error for a job that has not ended */
function endedJob(row: IndexJobRow): EndedJob {
  const { _id: jobId, state, completedAt } = row;
  if (!isFinalIndexState(state) || completedAt === null) throw new Error(`job ${jobId} has not ended`);
  const { organizationId, environment, type, collectionId, collectionName, counts, error } = row;
  const { createdAt, startedAt, syncId = null } = row;
  return {
    jobId,
    state,
    completedAt,
    organizationId,
    environment,
    type,
    collectionId,
    collectionName,
    counts,
    error,
    createdAt,
    startedAt,
    syncId,
  };
}
