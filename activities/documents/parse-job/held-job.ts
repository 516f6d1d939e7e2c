import { Context } from '@temporalio/activity';
import { type ParseProgress, type ParseStage } from '../../../src/domain/documents/parse-job';
import { withJoinedSignal } from '../../../src/joined-signal';
import { type ParseJobRow } from '../../../src/stores/documents/parse-jobs/parse-job-kind';
import { beatMs } from '../../attempt/beating';
import { stepName } from '../../attempt/step-name';
import { type ActivityDeps } from '../../deps';
import { notRunning } from './failures';

export type Progress = Omit<ParseProgress, 'stage'>;

/** A running job in the hands of one attempt of an activity. */
export interface HeldJob {
  job: ParseJobRow;
  /** Number of this try of the activity, from 1. */
  tries: number;
  /** Names this attempt in the row; an attempt that was given up can no longer write. */
  writer: string;
  /**
   * Waits for a write that names `writer`.
   *
   * @throws ApplicationFailure `job_not_running` when it matched nothing
   */
  written: (write: Promise<boolean>) => Promise<void>;
  /**
   * Does work with signs of life to Temporal and to the row. `signal` aborts when the run is cancelled, the
   * worker stops, or the job is no longer this attempt's; the work must then end soon, with whatever error. No
   * progress is noted any more once this settles.
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
export async function holdJob(
  { parseJobs }: Pick<ActivityDeps, 'parseJobs'>,
  jobId: string,
  stage: ParseStage,
): Promise<HeldJob> {
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
            if (!(await parseJobs.noteProgress(jobId, writer, now))) {
              stop.abort(notRunning(await parseJobs.stateOf(jobId)));
            }
          } catch (error) {
            // The database may be away for a moment; whatever has to be stored will say so itself.
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
        const timer = setInterval(beat, beatMs);
        try {
          return await work(stop.signal);
        } catch (error) {
          if (context.cancellationSignal.aborted) return await context.cancelled;
          throw stop.signal.aborted ? stop.signal.reason : error;
        } finally {
          clearInterval(timer);
          // A note that is under way must not overtake what is written next.
          await noting;
        }
      }),
  };
}
