import { isFinalState, type JobKind, type JobRow } from './job-kind';

/** State of the latest run of a job, as in `JobRuns` of the jobs. */
type RunState = 'running' | 'terminated' | 'closed' | 'missing';

/** What a repair has done: `settled` closes what a final job left open. */
export type JobRepair = 'started' | 'ended' | 'settled';

/** A row as a repair reads it. Jobs whose runs end them at a request carry the time of the request. */
type RepairedRow = JobRow & { cancelRequestedAt?: Date | null };

export interface JobRepairs<Row extends RepairedRow> {
  runs: { cancel(jobId: string): Promise<void>; describe(jobId: string): Promise<RunState> };
  /** Starts the run of a job; `closed` when there was one before that has come to its end. */
  start: (row: Row) => Promise<'running' | 'closed'>;
  /** States from which a job without a run is started; default that of an accepted job. */
  startsFrom?: readonly Row['state'][];
  /** Closes what a final job has left open. */
  settle: (row: Row) => Promise<unknown>;
  /** Ends a job whose run is gone. */
  stop: (row: Row, run: RunState) => Promise<unknown>;
  /** Whether the run cleans up behind its job, so that a final job is left alone while it is at work. */
  runSettles?: boolean;
}

/**
 * Repairs a job that showed no sign of life, by the step that was interrupted: a final job is settled, a
 * waiting one without a run is started, one whose run is gone is ended. A run that is at work gets the end, or
 * the request to cancel, once more, since that message may have been lost.
 *
 * @returns null when the run of the job is at work
 */
export async function repairJob<Row extends RepairedRow>(
  kind: Pick<JobKind<Row>, 'states'>,
  row: Row,
  { runs, start, settle, stop, runSettles = false, startsFrom = [kind.states.waiting] }: JobRepairs<Row>,
): Promise<JobRepair | null> {
  const isFinal = isFinalState(kind, row.state);
  const isCancelled = row.cancelRequestedAt != null;
  if (isFinal && !runSettles) {
    await settle(row);
    return 'settled';
  }
  const run = await runs.describe(row._id);
  if (run === 'running') {
    if (isFinal || isCancelled) await runs.cancel(row._id);
    return null;
  }
  if (isFinal) {
    await settle(row);
    return 'settled';
  }
  const isStartable = run === 'missing' && !isCancelled && startsFrom.includes(row.state);
  if (isStartable && (await start(row)) === 'running') return 'started';
  await stop(row, run);
  return 'ended';
}
