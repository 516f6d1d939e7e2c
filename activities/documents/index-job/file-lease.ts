import { randomUUID } from 'node:crypto';
import { ApplicationFailure, Context } from '@temporalio/activity';
import { type IndexFileRef, type IndexFilesRef } from '../../../src/domain/documents/activities';
import { type IndexStage } from '../../../src/domain/documents/index-job';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type JobFileEnd, type JobFileRow } from '../../../src/stores/documents/index-jobs/job-file-row';
import { stepName } from '../../attempt/step-name';
import { type ActivityDeps } from '../../deps';
import { runNotRunning } from './job-failures';

/** A file of a running job that one attempt of an activity holds. */
export interface FileLease {
  job: IndexJobRow;
  row: JobFileRow;
  /** Number of this try of the activity, from 1. */
  tries: number;
  /** Name of this attempt in the row, by which an abandoned attempt can no longer write. */
  writer: string;
  /** Shows a stage in the job only. */
  show: (stage: IndexStage) => Promise<void>;
  /** Shows the next stage, in the file and in the job. */
  enter: (stage: IndexStage) => Promise<void>;
  /** Waits for a write that requires `writer`. @throws ApplicationFailure when it matched nothing */
  written: (write: Promise<boolean>) => Promise<void>;
  /** Ends the file. @throws as `written` */
  end: (end: JobFileEnd) => Promise<void>;
}

export type Holding = Pick<ActivityDeps, 'indexJobs' | 'jobFiles'>;

/**
 * Takes a file for this attempt and shows the stage. Null when the file has ended, as after a reset of the
 * run.
 *
 * @throws ApplicationFailure `job_not_running`
 */
export async function leaseFile(
  deps: Holding,
  { jobId, file }: IndexFileRef,
  stage: IndexStage,
): Promise<FileLease | null> {
  const job = await runningJob(deps, jobId);
  const step = stepName();
  const writer = attemptName();
  const row = await deps.jobFiles.enter(jobId, file, stage, { writer, step });
  if (row === null) return null;
  const show = showOnce(deps, jobId);
  await show(stage);
  return fileLease(deps, { job, row, writer, show });
}

/**
 * Takes those of many files of a job that have not ended, for this attempt. The job shows each stage once.
 *
 * @throws ApplicationFailure `job_not_running`
 */
export async function leaseFiles(
  deps: Holding,
  { jobId, files }: IndexFilesRef,
  stage: IndexStage,
): Promise<FileLease[]> {
  const job = await runningJob(deps, jobId);
  const writer = attemptName();
  const show = showOnce(deps, jobId);
  const [rows] = await Promise.all([
    deps.jobFiles.enterAll(jobId, files, stage, { writer, step: stepName() }),
    show(stage),
  ]);
  return rows.map((row) => fileLease(deps, { job, row, writer, show }));
}

/** Shows each stage of a job once for all files. */
function showOnce({ indexJobs }: Holding, jobId: string): FileLease['show'] {
  const shown = new Map<IndexStage, Promise<void>>();
  return (stage) => {
    const showing = shown.get(stage) ?? indexJobs.saveStage(jobId, stage);
    shown.set(stage, showing);
    return showing;
  };
}

async function runningJob({ indexJobs }: Holding, jobId: string): Promise<IndexJobRow> {
  const job = await indexJobs.get(jobId);
  if (job?.state !== 'running') throw runNotRunning(job?.state ?? null);
  return job;
}

function fileLease(
  { indexJobs, jobFiles }: Holding,
  { job, row, writer, show }: Pick<FileLease, 'job' | 'row' | 'writer' | 'show'>,
): FileLease {
  const { jobId, file } = row;

  async function written(write: Promise<boolean>): Promise<void> {
    if (await write) return;
    const state = (await indexJobs.get(jobId))?.state ?? null;
    if (state !== 'running') throw runNotRunning(state);
    throw ApplicationFailure.retryable('another attempt has taken the file', 'internal_error');
  }

  return {
    job,
    row,
    tries: row.tries?.count ?? 1,
    writer,
    show,
    written,
    async enter(next) {
      await written(jobFiles.saveStage(jobId, file, writer, next));
      await show(next);
    },
    async end(end) {
      await written(jobFiles.end(jobId, file, writer, end));
      if (end.state === 'cancelled') return;
      await indexJobs.recordFileEnd(jobId, end.state === 'completed' ? 'indexed' : end.state);
    },
  };
}

/** A unique name of an attempt. */
export function attemptName(): string {
  return `${stepName()}/${Context.current().info.attempt}/${randomUUID()}`;
}
