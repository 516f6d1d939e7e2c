import { type IndexJobRef } from '../../../src/domain/documents/activities';
import {
  filesPerRollbackStepMax,
  filesRolledBackAtOnceMax,
  type RollbackProgress,
  rollbackStepMs,
} from '../../../src/domain/documents/rollback';
import { rollbackOf } from '../../../src/stores/documents/index-jobs/index-job-rollbacks';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import {
  type DocumentRollback,
  type JobFileRow,
} from '../../../src/stores/documents/index-jobs/job-file-row';
import { fileReportKeys } from '../../../src/masking-report';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';

export type RollbackStepsDeps = Pick<
  ActivityDeps,
  'blobs' | 'documentWrites' | 'indexJobs' | 'jobFiles' | 'jobRemovals'
>;

export function claimRollback(
  deps: RollbackStepsDeps,
  { jobId }: IndexJobRef,
): Promise<RollbackProgress | null> {
  return progressOf(deps, jobId);
}

export function rollBackFiles(
  deps: RollbackStepsDeps,
  { jobId }: IndexJobRef,
): Promise<(RollbackProgress & { more: boolean }) | null> {
  return whileAlive(async (signal) => {
    const job = await deps.indexJobs.get(jobId);
    if (job?.rollback == null || job.rolledBackAt !== null) return null;
    const untilMs = performance.now() + rollbackStepMs;
    const isUnderWay =
      (await rollBackSome(deps, job, job.rollback.after, untilMs, signal)) ||
      (await bringBackSome(deps, job, untilMs, signal));
    const progress = await progressOf(deps, jobId);
    return progress && { ...progress, more: isUnderWay };
  });
}

export function finishRollback(
  deps: RollbackStepsDeps,
  { jobId }: IndexJobRef,
): Promise<RollbackProgress | null> {
  return whileAlive(async () => {
    const job = await deps.indexJobs.get(jobId);
    if (job === null) return null;
    await deps.documentWrites.makeFindable(job.collectionId);
    await deps.indexJobs.endRollback(jobId);
    return progressOf(deps, jobId);
  });
}

async function progressOf({ indexJobs }: RollbackStepsDeps, jobId: string): Promise<RollbackProgress | null> {
  const job = await indexJobs.get(jobId);
  return job === null ? null : rollbackOf(job);
}

async function rollBackFile(
  { documentWrites, blobs, jobFiles }: RollbackStepsDeps,
  { _id: jobId, collectionId }: IndexJobRow,
  file: JobFileRow,
): Promise<void> {
  if (file.rollbacks !== undefined) return;
  const rollbacks: DocumentRollback[] = [];
  for (const { documentId } of file.documents)
    rollbacks.push({ documentId, ...(await documentWrites.rollBack(collectionId, jobId, documentId)) });
  // The record of masking stays; its reports refer to removed texts.
  if (file.masking !== undefined) await blobs.delete(fileReportKeys(file.masking.folder));
  await jobFiles.saveRollbacks(file, rollbacks);
}

/** Processes files until the step's time is over. Returns whether some may be left. */
async function rollBackSome(
  deps: RollbackStepsDeps,
  job: IndexJobRow,
  after: number,
  untilMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const files = await deps.jobFiles.indexedAfter(job._id, after, filesPerRollbackStepMax);
  for (let from = after, at = 0; at < files.length; at += filesRolledBackAtOnceMax) {
    signal.throwIfAborted();
    if (performance.now() > untilMs) return true;
    const group = files.slice(at, at + filesRolledBackAtOnceMax);
    await Promise.all(group.map((file) => rollBackFile(deps, job, file)));
    const to = group.at(-1)!.file;
    await deps.indexJobs.saveRollback(job._id, { from, to, files: group.length });
    from = to;
  }
  return files.length === filesPerRollbackStepMax;
}

/** Does the same for the removals of the job, once its files are done. */
async function bringBackSome(
  { jobRemovals, documentWrites, indexJobs }: RollbackStepsDeps,
  { _id: jobId, rollback }: IndexJobRow,
  untilMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (rollback == null) return false;
  let { after: from, done } = rollback.removals ?? { after: null, done: 0 };
  const removals = await jobRemovals.after(jobId, from, filesPerRollbackStepMax);
  for (let at = 0; at < removals.length; at += filesRolledBackAtOnceMax) {
    signal.throwIfAborted();
    if (performance.now() > untilMs) return true;
    const group = removals.slice(at, at + filesRolledBackAtOnceMax);
    await Promise.all(group.map((removalId) => documentWrites.rollBackRemoval(removalId)));
    const to = group.at(-1)!;
    done += group.length;
    await indexJobs.saveRemovals(jobId, { from, to, done });
    from = to;
  }
  return removals.length === filesPerRollbackStepMax;
}
