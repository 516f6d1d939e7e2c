import {
  type IndexJobRef,
  type IndexJobClaim,
  type IndexFilePage,
  type IndexFileRef,
} from '../../../src/domain/documents/activities';
import { indexDeadlineMs, type JobFileError } from '../../../src/domain/documents/index-job';
import { type ActivityDeps } from '../../deps';
import { failedFileEnd, type FailedFileEndDeps } from './failed-end';
import { attemptName } from './file-lease';
import { runNotRunning } from './job-failures';
import { undoFile, type UndoFileDeps } from './undo-file';

export type IndexJobStepsDeps = Pick<ActivityDeps, 'indexJobs' | 'jobFiles'> &
  FailedFileEndDeps &
  UndoFileDeps;

export async function claimIndexJob(
  { indexJobs }: IndexJobStepsDeps,
  { jobId }: IndexJobRef,
): Promise<IndexJobClaim | null> {
  const job = await indexJobs.claim(jobId);
  if (job === null) return null;
  const { state, source, options, startedAt } = job;
  return {
    state,
    deadlineMs: (startedAt ?? job.createdAt).getTime() + indexDeadlineMs,
    fetches: source?.kind !== 'uploads' || !source.own,
    ...(options.masking == null ? {} : { masks: true }),
  };
}

export async function nextFiles(
  { indexJobs, jobFiles }: IndexJobStepsDeps,
  { jobId, after, limit }: IndexJobRef & { after: number; limit: number },
): Promise<IndexFilePage> {
  const job = await indexJobs.get(jobId);
  if (job?.state !== 'running') throw runNotRunning(job?.state ?? null);
  const [files, { counts }] = await Promise.all([
    jobFiles.unfinishedAfter(jobId, after, limit),
    jobFiles.count(jobId),
  ]);
  await indexJobs.saveCounts(jobId, counts);
  return { files, counts };
}

export async function failFile(
  deps: IndexJobStepsDeps,
  { jobId, file, code, message }: IndexFileRef & { code: JobFileError; message: string },
): Promise<void> {
  const job = await deps.indexJobs.get(jobId);
  if (job?.state !== 'running') throw runNotRunning(job?.state ?? null);
  const end = await failedFileEnd(deps, job, { error: code, message });
  const isOurs = await undoFile(deps, job, file, attemptName(), end);
  if (isOurs && end.state === 'failed') await deps.indexJobs.recordFileEnd(jobId, 'failed');
}
