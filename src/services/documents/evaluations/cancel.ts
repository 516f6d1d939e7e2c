import { type Logger } from 'pino';
import { isFinalEvaluationState } from '../../../domain/documents/evaluation';
import { JobsUnavailable } from '../../../jobs/runs';
import { type EvaluationRow } from '../../../stores/documents/evaluations/evaluations';
import { type ServiceDeps } from '../../deps';

/**
 * Requests the cancellation of an evaluation. The request is stored in the row first. The sweep notifies
 * the run when this call cannot.
 *
 * @returns the evaluation afterwards; null when it no longer exists
 */
export async function cancelEvaluation(
  { jobs, stores }: Pick<ServiceDeps, 'jobs' | 'stores'>,
  evalId: string,
  log: Logger,
): Promise<EvaluationRow | null> {
  const row = await stores.evaluations.requestCancel(evalId);
  if (row === null || isFinalEvaluationState(row.state)) return row;
  await jobs.evaluations.cancel(evalId).catch((err: unknown) => {
    if (!(err instanceof JobsUnavailable)) throw err;
    log.warn({ err }, 'the run was not told; the sweep will do it');
  });
  return row;
}
