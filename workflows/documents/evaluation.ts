import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { type EvaluationRef } from '../../src/domain/activities';
import {
  type CollectionFault,
  EVALUATION_ERRORS,
  type EvaluationEnding,
  evaluationNotRunning,
  type EvaluationState,
  type FinalEvaluationState,
  isFinalEvaluationState,
} from '../../src/domain/documents/evaluation';
import { SEARCH_ATTRIBUTES } from '../../src/domain/platform/search-attributes';
import { bulkActivities, storeActivities } from '../activity-proxies';
import { askAllCases } from './evaluation-batches';
import { typeOf } from '../failure-type';

const { claimEvaluation } = storeActivities('claim the evaluation');
const { finishEvaluation } = bulkActivities('score, compare, settle, end the evaluation');

/** Input of a run. One that follows another begins where the former stopped. */
export interface EvaluationRun extends EvaluationRef {
  from?: number;
}

/** Why a run stops. */
interface Stop {
  ending: EvaluationEnding;
  message: string | null;
}

/**
 * Asks every question of an evaluation under every configuration, a bounded number at a time, and scores what was found.
 *
 * Whatever dies on the way, no question is answered twice and the evaluation ends exactly once. One that failed is a failed run
 * whose failure has its error as its type. Where somebody else has ended it, or the run was reset after its end, nothing
 * happens and the answer is the row's state.
 */
export async function evaluation({ evalId, from = 0 }: EvaluationRun): Promise<FinalEvaluationState> {
  let stop: Stop = { ending: 'done', message: null };
  try {
    const claim = await claimEvaluation({ evalId });
    if (claim === null) throw noSuchEvaluation();
    show(claim.state);
    if (isFinalEvaluationState(claim.state)) return claim.state;
    const next = await askAllCases(evalId, { ...claim, from, onAsked: showProgress });
    if (next !== null) await continueAsNew<typeof evaluation>({ evalId, from: next });
  } catch (error) {
    const ended = endedElsewhere(error);
    if (ended !== null) return ended;
    stop = stopFor(error);
  }
  return CancellationScope.nonCancellable(() => finish(evalId, stop));
}

/** Makes the state visible to operators. */
function show(state: EvaluationState | 'finalizing' | 'gone'): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.jobStatus, value: state }]);
  if (state === 'gone') setCurrentDetails('There is no such evaluation.');
}

function showProgress(asked: number, cases: number): void {
  setCurrentDetails(`**${asked}** of ${cases} cases are taken up`);
}

/** Ends the evaluation and with it the run: as completed, or failed with the evaluation's error as its type. */
async function finish(evalId: string, { ending, message }: Stop): Promise<FinalEvaluationState> {
  show('finalizing');
  const outcome = await finishEvaluation({ evalId, ending, message });
  if (outcome === null) throw noSuchEvaluation();
  const { state, error } = outcome;
  show(state);
  if (state !== 'failed' || error === 'cancelled') return state;
  throw ApplicationFailure.create({
    type: error ?? state,
    message: outcome.message ?? `The evaluation is ${state}.`,
    nonRetryable: true,
    // The cases' or the collection's fault, but for what nobody can tell its owner.
    ...(error === 'execution_failed' ? {} : { category: 'BENIGN' as const }),
  });
}

function noSuchEvaluation(): ApplicationFailure {
  show('gone');
  return ApplicationFailure.create({
    type: evaluationNotRunning,
    message: 'There is no such evaluation.',
    nonRetryable: true,
    category: 'BENIGN',
  });
}

/** The state of an evaluation that somebody else has ended; null for everything else. @throws what is the run's own verdict */
function endedElsewhere(error: unknown): FinalEvaluationState | null {
  if (error instanceof ApplicationFailure) throw error;
  if (!(error instanceof ActivityFailure) || typeOf(error) !== evaluationNotRunning) return null;
  const state = (error.cause as ApplicationFailure).details?.[0] as EvaluationState | null | undefined;
  if (state == null || !isFinalEvaluationState(state)) throw noSuchEvaluation();
  show(state);
  return state;
}

function stopFor(error: unknown): Stop {
  if (isCancellation(error)) return { ending: 'cancelled', message: null };
  if (!(error instanceof ActivityFailure)) throw error;
  const type = typeOf(error);
  const fault = EVALUATION_ERRORS.find(
    (known): known is CollectionFault => known === type && known.startsWith('collection_'),
  );
  return { ending: fault ?? 'execution_failed', message: null };
}
