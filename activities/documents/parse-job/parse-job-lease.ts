import { Context } from '@temporalio/activity';
import { type ParseProgress, type ParseStage } from '../../../src/domain/documents/parse-job';
import { withJoinedSignal } from '../../../src/joined-signal';
import { type ParseJobRow } from '../../../src/stores/documents/parse-jobs/parse-job-kind';
import { heartbeatIntervalMs } from '../../attempt/with-heartbeats';
import { stepName } from '../../attempt/step-name';
import { type ActivityDeps } from '../../deps';
import { notRunning } from './failures';

export type Progress = Omit<ParseProgress, 'stage'>;

/** A running job that one attempt of an activity holds. */
export interface ParseJobLease {
  job: ParseJobRow;
  /** Number of this try of the activity, from 1. */
  tries: number;
  /** Name of this attempt in the row, by which an abandoned attempt can no longer write. */
  writer: string;
  /**
   * Waits for a write that requires `writer`.
   *
   * @throws ApplicationFailure `job_not_running` when it matched nothing
   */
  written: (write: Promise<boolean>) => Promise<void>;
  /**
   * Does work with heartbeats to Temporal and in the row. `signal` aborts when the run is cancelled, the
   * worker stops, or another attempt holds the job; the work then has to end soon, with any error. No
   * progress is written after this settles.
   *
   * @throws ApplicationFailure `job_not_running`, CancelledFailure, or what `work` throws
   */
  whileAlive: <T>(progress: () => Progress, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/**
 * Takes a running job for this attempt and shows the stage.
 *
 * @throws ApplicationFailure `job_not_running`
 */
export async function leaseParseJob(
  { parseJobs }: Pick<ActivityDeps, 'parseJobs'>,
  jobId: string,
  stage: ParseStage,
): Promise<ParseJobLease> {
  const context = Context.current();
  const step = stepName();
  const writer = `${step}/${context.info.attempt}`;

  const job = await parseJobs.enterStage(jobId, stage, { writer, step });
  if (job === null) throw notRunning(await parseJobs.stateOf(jobId));

  async function written(write: Promise<boolean>): Promise<void> {
    if (!(await write)) throw notRunning(await parseJobs.stateOf(jobId));
  }

  return {
    job,
    tries: job.tries?.count ?? 1,
    writer,
    written,
    whileAlive: (progress, work) =>
      withJoinedSignal({ signals: [context.cancellationSignal] }, async (stop) => {
        let noting: Promise<void> | undefined;

        async function note(now: Progress): Promise<void> {
          try {
            if (!(await parseJobs.saveProgress(jobId, writer, now))) {
              stop.abort(notRunning(await parseJobs.stateOf(jobId)));
            }
          } catch (error) {
            // The database may be unavailable for a moment; required writes report that themselves.
            context.log.warn('progress was not noted', { error });
          }
          noting = undefined;
        }

        function beat(): void {
          const now = progress();
          context.heartbeat(now);
          noting ??= note(now);
        }

        beat();
        const timer = setInterval(beat, heartbeatIntervalMs);
        try {
          return await work(stop.signal);
        } catch (error) {
          if (context.cancellationSignal.aborted) return await context.cancelled;
          throw stop.signal.aborted ? stop.signal.reason : error;
        } finally {
          clearInterval(timer);
          // A running write of progress must not overtake the next write.
          await noting;
        }
      }),
  };
}
