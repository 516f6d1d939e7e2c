import { randomUUID } from 'node:crypto';
import { ApplicationFailure, Context } from '@temporalio/activity';
import { type IndexFileRef } from '../../src/domain/activities';
import { type IndexStage } from '../../src/domain/index-job';
import { type IndexJobRow } from '../../src/stores/index-jobs';
import { type JobFileEnd, type JobFileRow } from '../../src/stores/job-files';
import { type ActivityDeps } from '../deps';
import { runNotRunning } from './job-failures';

/** One file of a running job in the hands of one attempt of an activity. */
export interface HeldFile {
  job: IndexJobRow;
  row: JobFileRow;
  /** Names this attempt in the row; an attempt that was given up can no longer write. */
  writer: string;
  /** Shows the next stage, in the file and in the job. */
  enter: (stage: IndexStage) => Promise<void>;
  /** Waits for a write that names `writer`. @throws ApplicationFailure when it matched nothing */
  written: (write: Promise<boolean>) => Promise<void>;
  /** Ends the file. @throws as `written` */
  end: (end: JobFileEnd) => Promise<void>;
}

/**
 * Takes a file for this attempt and shows the stage. Null when the file has ended: a run that was reset comes by again.
 *
 * @throws ApplicationFailure `job_not_running`
 */
export async function holdFile(
  { indexJobs, jobFiles }: Pick<ActivityDeps, 'indexJobs' | 'jobFiles'>,
  { jobId, file }: IndexFileRef,
  stage: IndexStage,
): Promise<HeldFile | null> {
  const job = await indexJobs.get(jobId);
  if (job?.state !== 'running') throw runNotRunning(job?.state ?? null);
  const writer = attemptName();
  const { attempt } = Context.current().info;
  const row = await jobFiles.enter(jobId, file, stage, { writer, attempt });
  if (row === null) return null;
  await indexJobs.noteStage(jobId, stage);

  async function written(write: Promise<boolean>): Promise<void> {
    if (await write) return;
    const state = (await indexJobs.get(jobId))?.state ?? null;
    if (state !== 'running') throw runNotRunning(state);
    throw ApplicationFailure.retryable('another attempt has taken the file', 'internal_error');
  }

  return {
    job,
    row,
    writer,
    written,
    async enter(next) {
      await written(jobFiles.noteStage(jobId, file, writer, next));
      await indexJobs.noteStage(jobId, next);
    },
    async end(end) {
      await written(jobFiles.end(jobId, file, writer, end));
      if (end.state === 'cancelled') return;
      await indexJobs.noteFileEnded(jobId, end.state === 'completed' ? 'indexed' : end.state);
    },
  };
}

/** A name that no other attempt has. */
export function attemptName(): string {
  const { workflowExecution, activityId, attempt } = Context.current().info;
  return `${workflowExecution?.runId ?? ''}/${activityId}/${attempt}/${randomUUID()}`;
}
