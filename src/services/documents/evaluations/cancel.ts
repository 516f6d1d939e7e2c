import { type Logger } from 'pino';
import { isFinalEvaluationState } from '../../../domain/documents/evaluation';
import { type EvaluationRow } from '../../../stores/documents/evaluations/evaluation-kind';
import { type ServiceDeps } from '../../deps';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';
import { type Caller } from '../../../domain/platform/caller';
import { findEvaluation } from './find';

/**
 * Requests the cancellation of an evaluation. It first stores the request in the row; the sweep notifies the
 * run when this call cannot.
 *
 * @returns the evaluation afterwards
 * @throws Refusal `eval_not_found`
 */
export async function cancelEvaluation(
  deps: Pick<ServiceDeps, 'jobs' | 'stores'>,
  caller: Caller,
  evalId: string,
  log: Logger,
): Promise<EvaluationRow> {
  const { jobs, stores } = deps;
  const before = await findEvaluation(deps, caller, evalId);
  const row = await stores.evaluations.requestCancel(evalId);
  if (row === null || isFinalEvaluationState(row.state)) return row ?? before;
  await orLeaveToSweep(jobs.evaluations.cancel(evalId), log);
  return row;
}
