import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { SEARCH_ATTRIBUTES } from '../src/domain/platform/search-attributes';

export interface JobKind<State extends string> {
  /** Noun in the sentences for operators, such as "There is no such job." */
  noun: string;
  /**
   * Type of the failures by which activities say that the job is no longer this run's. Their first detail is
   * the state of the job, null where there is no such job.
   */
  notRunning: string;
  isFinal: (state: State) => boolean;
}

/** Steps of one run, in order. */
export interface JobSteps<State extends string, Claim extends { state: State }> {
  /** Makes the job this run's own; null when there is no such job. */
  claim: () => Promise<Claim | null>;
  /** Does the work. It may hand over to a run with a fresh history by `continueAsNew`. */
  work: (claim: Claim) => Promise<void>;
  /**
   * Ends the job, and with it the run: answers the job's state, or throws the failure of the run.
   * Cancellation does not reach it.
   *
   * @param stop the cancellation or the failed activity that stopped the run; null after the whole work
   * @param claim null when the run was stopped before it had the job
   */
  end: (stop: Error | null, claim: Claim | null) => Promise<State>;
  /** Cleans up behind a job that is no longer this run's; default nothing. */
  leave?: (state: State) => Promise<void>;
}

/** The skeleton of the runs of one kind of jobs. */
export interface JobRun<State extends string> {
  /**
   * Claims the job, works, and ends the job exactly once. A job that had ended before is left alone, and so
   * is one that has ended or was taken over meanwhile: the answer is the state of its row.
   *
   * @throws the failure of `noSuchJob` when there is no such job, else what `end` throws
   */
  run: <Claim extends { state: State }>(steps: JobSteps<State, Claim>) => Promise<State>;
  /** Shows operators the state of the job, null for a job that does not exist, and answers it. */
  show: <S extends State | null>(state: S) => S;
  /** Shows operators that there is no such job, and answers the failure that ends the run. */
  noSuchJob: () => ApplicationFailure;
}

/** Makes the skeleton for a kind of job. */
export function createJobRun<State extends string>(kind: JobKind<State>): JobRun<State> {
  const { noun, notRunning, isFinal } = kind;

  function show<S extends State | null>(state: S): S {
    showState(state ?? 'gone');
    setCurrentDetails(state === null ? `There is no such ${noun}.` : `The ${noun} is **${state}**.`);
    return state;
  }

  function noSuchJob(): ApplicationFailure {
    show(null);
    return jobFailure({ type: notRunning, message: `There is no such ${noun}.` });
  }

  async function leaveAlone(
    stop: Error,
    leave: ((state: State) => Promise<void>) | undefined,
  ): Promise<State> {
    const state = (stop.cause as ApplicationFailure).details?.[0] as State | null | undefined;
    if (state == null) throw noSuchJob();
    show(state);
    await leave?.(state);
    return state;
  }

  return {
    show,
    noSuchJob,
    async run<Claim extends { state: State }>(steps: JobSteps<State, Claim>) {
      let claim: Claim | null = null;
      try {
        claim = await steps.claim();
        if (claim === null) throw noSuchJob();
        if (isFinal(claim.state)) return show(claim.state);
        await steps.work(claim);
      } catch (error) {
        // Everything else is the run's own verdict, or its hand-over to a fresh one.
        if (!isCancellation(error) && !(error instanceof ActivityFailure)) throw error;
        const stop = error as Error;
        return CancellationScope.nonCancellable(() =>
          failureType(stop) === notRunning ? leaveAlone(stop, steps.leave) : steps.end(stop, claim),
        );
      }
      return CancellationScope.nonCancellable(() => steps.end(null, claim));
    },
  };
}

/** Makes a state of the job findable for operators. */
export function showState(state: string): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.jobStatus, value: state }]);
}

/** Makes the stage visible to operators: as search attribute and in the run's current details. */
export function showStage(stage: string): void {
  showState(stage);
  setCurrentDetails(`Stage: **${stage}**`);
}

/**
 * The failure that ends the run of a failed job. It is `BENIGN`, and no alarm for operators, unless the fault
 * is ours.
 */
export function jobFailure({
  type,
  message,
  isOurs = false,
  cause,
}: {
  type: string;
  message: string;
  isOurs?: boolean;
  cause?: Error;
}): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message,
    nonRetryable: true,
    ...(cause === undefined ? {} : { cause }),
    ...(isOurs ? {} : { category: 'BENIGN' as const }),
  });
}

/** Code of a failed activity, null when it has none. */
export function failureType({ cause }: Error): string | null {
  return cause instanceof ApplicationFailure ? (cause.type ?? null) : null;
}
