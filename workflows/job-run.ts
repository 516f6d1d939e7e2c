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
  /** Noun in messages for operators, such as "There is no such job." */
  noun: string;
  /**
   * Failure type with which activities say that the job no longer belongs to this run. The first detail of
   * the failure is the state of the job, null when it does not exist.
   */
  notRunning: string;
  isFinal: (state: State) => boolean;
}

export interface JobSteps<State extends string, Claim extends { state: State }> {
  /** Claims the job for this run; null when it does not exist. */
  claim: () => Promise<Claim | null>;
  /** Does the work. It may continue as a new run by `continueAsNew`. */
  work: (claim: Claim) => Promise<void>;
  /**
   * Ends the job, and with it the run: returns the job's state, or throws the failure of the run. Runs
   * outside of the run's cancellation.
   *
   * @param stop the cancellation or the failed activity that stopped the run; null after all work is done
   * @param claim null when the run was stopped before it had claimed the job
   */
  end: (stop: Error | null, claim: Claim | null) => Promise<State>;
  /** Cleans up behind a job that no longer belongs to this run; default: does nothing. */
  leave?: (state: State) => Promise<void>;
}

export interface JobRun<State extends string> {
  /**
   * Claims the job, works, and ends the job exactly once. A job that has ended, before or meanwhile, or that
   * another run has taken over stays unchanged: the run returns the state in its row.
   *
   * @throws the failure of `noSuchJob` when the job does not exist, otherwise what `end` throws
   */
  run: <Claim extends { state: State }>(steps: JobSteps<State, Claim>) => Promise<State>;
  /** Shows operators the state of the job, null for a job that does not exist, and returns it. */
  show: <S extends State | null>(state: S) => S;
  /** Shows operators that the job does not exist, and returns the failure that ends the run. */
  noSuchJob: () => ApplicationFailure;
}

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
        // Any other error is the run's own verdict, or its continuation as a new run.
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

/** Sets the state of the job as search attribute, for operators. */
export function showState(state: string): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.jobStatus, value: state }]);
}

/** Shows operators the stage: as search attribute and in the run's current details. */
export function showStage(stage: string): void {
  showState(stage);
  setCurrentDetails(`Stage: **${stage}**`);
}

/**
 * The failure that ends the run of a failed job. It is `BENIGN`, which raises no alarm, unless the fault is
 * the service's.
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

/** Failure type of a failed activity; null when it has none. */
export function failureType({ cause }: Error): string | null {
  return cause instanceof ApplicationFailure ? (cause.type ?? null) : null;
}
