import { type Logger } from 'pino';
import { isFinalEvaluationState } from '../../../src/domain/documents/evaluation';
import { JobsUnavailable } from '../../../src/jobs/runs';
import { type EvaluationRow } from '../../../src/stores/documents/evaluations/evaluations';
import { type ApiDeps } from '../../deps';

/**
 * Asks for the end of an evaluation. The request is noted in the row first; when the run cannot be told, the sweep does it.
 *
 * @returns the evaluation afterwards; null when it is gone
 */
export async function cancelEvaluation(
  { jobs, stores }: Pick<ApiDeps, 'jobs' | 'stores'>,
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
