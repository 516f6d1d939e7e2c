import { abortablePause } from './abortable-pause.js';
import type { Sheaf } from './create-sheaf.js';
import type { components } from './openapi.js';
import { retryAfterMs } from './send.js';

type Schemas = components['schemas'];

/** Types of jobs by kind. */
export interface Jobs {
  /** A job of `/v3/parse/jobs`. */
  parse: Schemas['ParseJob'];
  /** A job of `/v2/jobs`. */
  index: Schemas['IndexJob'];
  /** An evaluation of `/v3/evals`. */
  evaluation: Schemas['Evaluation'];
  /** A job of `/v1/jobs`. */
  product: Schemas['ProductJob'];
}
export type JobKind = keyof Jobs;

export interface WaitOptions<Job> {
  /** Called with the job after each read. */
  onProgress?: (job: Job) => void;
  /** Aborts the wait, not the job. */
  signal?: AbortSignal;
  /**
   * Longest time for which the service may delay one answer, in seconds, at most 30. Default 30; 1 with
   * `onProgress`, to show progress.
   */
  holdSeconds?: number;
  /** False returns failed and cancelled jobs instead of throwing. Default true. */
  throwOnFailure?: boolean;
}

/** A job that ended without its result; `job` is its last state. */
export class JobError<Kind extends JobKind = JobKind> extends Error {
  override readonly name = 'JobError';
  readonly kind: Kind;
  readonly job: Jobs[Kind];
  /** Code of the failure, such as `all_files_failed`; without one the state, such as `cancelled`. */
  readonly code: string;

  constructor(kind: Kind, job: Jobs[Kind], { code, message }: Failure) {
    super(message ?? `The job ended as ${job.status}.`);
    this.kind = kind;
    this.job = job;
    this.code = code ?? job.status;
  }
}

interface Failure {
  code: string | null;
  message: string | null;
}

/** How to read jobs of a kind, which states are final, and what their failure is. */
interface Reading<Job extends { status: string }> {
  read: (sheaf: Sheaf, id: string, held: { wait: string; signal: AbortSignal | undefined }) => Promise<Job>;
  succeeded: readonly Job['status'][];
  failed: readonly Job['status'][];
  failure: (job: Job) => Failure;
}

const readings: { [Kind in JobKind]: Reading<Jobs[Kind]> } = {
  parse: {
    read: (sheaf, id, { wait, signal }) =>
      sheaf.get('/v3/parse/jobs/{job_id}', {
        params: { path: { job_id: id }, query: { wait } },
        ...by(signal),
      }),
    succeeded: ['completed'],
    failed: ['failed', 'cancelled'],
    failure: ({ error, message }) => ({ code: error, message }),
  },
  index: {
    read: (sheaf, id, { wait, signal }) =>
      sheaf.get('/v2/jobs/{job_id}', { params: { path: { job_id: id }, query: { wait } }, ...by(signal) }),
    succeeded: ['completed', 'completed_with_errors'],
    failed: ['failed', 'timed_out', 'cancelled'],
    failure: ({ error_code: code, error_message: message }) => ({ code, message }),
  },
  evaluation: {
    read: (sheaf, id, { wait, signal }) =>
      sheaf.get('/v3/evals/{eval_id}', { params: { path: { eval_id: id }, query: { wait } }, ...by(signal) }),
    succeeded: ['completed', 'completed_with_errors'],
    failed: ['failed'],
    failure: ({ error_code: code, error_message: message }) => ({ code, message }),
  },
  product: {
    read: (sheaf, id, { wait, signal }) =>
      sheaf.get('/v1/jobs/{job_id}', { params: { path: { job_id: id }, query: { wait } }, ...by(signal) }),
    succeeded: ['succeeded'],
    failed: ['failed'],
    failure: ({ error_code: code, error: message }) => ({ code, message }),
  },
};

const firstPauseMs = 250;
const pauseMsMax = 5_000;

/**
 * Waits until a job has ended. The service delays each answer until then, for up to 30 seconds. After an
 * earlier answer (the service may be about to stop) the client pauses, with a pause that doubles.
 *
 * @returns the job, `completed_with_errors` included
 * @throws JobError for a job that failed or was cancelled
 * @throws SheafError for a refusal, such as an unknown id
 */
export async function waitForJob<Kind extends JobKind>(
  sheaf: Sheaf,
  kind: Kind,
  id: string,
  options: WaitOptions<Jobs[Kind]> = {},
): Promise<Jobs[Kind]> {
  const { onProgress, signal, throwOnFailure = true } = options;
  const { holdSeconds = onProgress === undefined ? 30 : 1 } = options;
  const { read, succeeded, failed, failure }: Reading<Jobs[Kind]> = readings[kind];
  let pauseMs = firstPauseMs;
  for (;;) {
    const askedAt = performance.now();
    const job = await read(sheaf, id, { wait: String(holdSeconds), signal });
    onProgress?.(job);
    if (succeeded.includes(job.status)) return job;
    if (failed.includes(job.status)) {
      if (throwOnFailure) throw new JobError(kind, job, failure(job));
      return job;
    }
    const wasHeld = performance.now() - askedAt >= (holdSeconds * 1_000) / 2;
    pauseMs = wasHeld && holdSeconds > 0 ? 0 : Math.min(Math.max(pauseMs, firstPauseMs / 2) * 2, pauseMsMax);
    await abortablePause(pauseMs, signal);
  }
}

/**
 * Rolls back an indexing job and waits until that is done.
 *
 * @throws SheafError for a refusal, such as a job that has not ended
 */
export async function rollBackJob(
  sheaf: Sheaf,
  jobId: string,
  {
    onProgress,
    signal,
  }: { onProgress?: (answer: Schemas['RollbackUnderWay']) => void; signal?: AbortSignal } = {},
): Promise<Schemas['Rollback']> {
  let pauseMs = firstPauseMs;
  for (;;) {
    const path = { job_id: jobId };
    const { data, response } = await sheaf.raw.PATCH('/v2/jobs/{job_id}/rollback', {
      params: { path },
      ...by(signal),
    });
    if (response.status !== 202) return data as Schemas['Rollback'];
    onProgress?.(data as Schemas['RollbackUnderWay']);
    await abortablePause(retryAfterMs(response.headers) ?? pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, pauseMsMax);
  }
}

const by = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });
