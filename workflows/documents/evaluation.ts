import { continueAsNew, isCancellation, setCurrentDetails } from '@temporalio/workflow';
import { type EvaluationClaim, type EvaluationRef } from '../../src/domain/documents/activities';
import {
  type CollectionFault,
  EVALUATION_ERRORS,
  type EvaluationEnding,
  evaluationNotRunning,
  type EvaluationState,
  isFinalEvaluationState,
} from '../../src/domain/documents/evaluation';
import { bulkActivities, storeActivities } from '../activity-proxies';
import { createJobRun, failureType, jobFailure, showState } from '../job-run';
import { askAllCases } from './evaluation-batches';

const { claimEvaluation } = storeActivities('claim the evaluation');
const { finishEvaluation } = bulkActivities('score, compare, settle, end the evaluation');

const job = createJobRun<EvaluationState>({
  noun: 'evaluation',
  notRunning: evaluationNotRunning,
  isFinal: isFinalEvaluationState,
});

/** Input of a run. A run that continues another begins where that one stopped. */
export interface EvaluationRun extends EvaluationRef {
  from?: number;
}

/**
 * Asks every case of an evaluation under every configuration, a bounded number at a time, and scores the
 * answers.
 *
 * Each unit is answered once and the evaluation ends exactly once, whichever process dies on the way. The run
 * of a failed evaluation fails, with the evaluation's error as failure type. When the evaluation has ended
 * outside the run, or the run was reset after its end, the run changes nothing and returns the state in the
 * row.
 */
export function evaluation({ evalId, from = 0 }: EvaluationRun): Promise<EvaluationState> {
  return job.run<EvaluationClaim>({
    claim: () => claimEvaluation({ evalId }),
    async work({ state, cases, configs }) {
      showState(state);
      const next = await askAllCases(evalId, { cases, configs, from, onAsked: showProgress });
      if (next !== null) await continueAsNew<typeof evaluation>({ evalId, from: next });
    },
    end: (stop) => finish(evalId, stop === null ? 'done' : endingOf(stop)),
  });
}

function showProgress(asked: number, cases: number): void {
  setCurrentDetails(`**${asked}** of ${cases} cases are taken up`);
}

/**
 * Ends the evaluation and with it the run: completed, or failed with the evaluation's error as failure type.
 */
async function finish(evalId: string, ending: EvaluationEnding): Promise<EvaluationState> {
  showState('finalizing');
  const outcome = await finishEvaluation({ evalId, ending, message: null });
  if (outcome === null) throw job.noSuchJob();
  const { state, error } = outcome;
  showState(state);
  if (state !== 'failed' || error === 'cancelled') return state;
  throw jobFailure({
    type: error ?? state,
    message: outcome.message ?? `The evaluation is ${state}.`,
    // `execution_failed` is a fault of the service; all other errors are faults of the cases or the
    // collection.
    isOurs: error === 'execution_failed',
  });
}

function endingOf(stop: Error): EvaluationEnding {
  if (isCancellation(stop)) return 'cancelled';
  const type = failureType(stop);
  const fault = EVALUATION_ERRORS.find(
    (known): known is CollectionFault => known === type && known.startsWith('collection_'),
  );
  return fault ?? 'execution_failed';
}
