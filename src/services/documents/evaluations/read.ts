import { isFinalEvaluationState } from '../../../domain/documents/evaluation';
import { type Caller } from '../../../domain/platform/caller';
import { type EvaluationCaseRow } from '../../../stores/documents/evaluations/evaluation-cases';
import { type EvaluationRow } from '../../../stores/documents/evaluations/evaluation-kind';
import { type ServiceDeps } from '../../deps';
import { awaitRow } from '../../platform/jobs/await-row';
import { findEvaluation } from './find';

export interface EvaluationReading {
  row: EvaluationRow;
  cases: EvaluationCaseRow[];
  /** Index of the first case of the next page; null on the last page. */
  next: number | null;
}

/**
 * Reads an evaluation; first waits for its end where the request asks for it.
 *
 * @param wanted.first index of the first case of the page
 * @throws Refusal `eval_not_found`
 */
export async function readEvaluation(
  deps: Pick<ServiceDeps, 'lifecycle' | 'stores'>,
  caller: Caller,
  evalId: string,
  { first, limit, waitMs, signal }: { first: number; limit: number; waitMs: number; signal: AbortSignal },
): Promise<EvaluationReading> {
  const { evaluationCases, evaluations } = deps.stores;
  const row = await awaitRow(deps, await findEvaluation(deps, caller, evalId), {
    read: () => evaluations.find(caller, evalId),
    isDone: ({ state }) => isFinalEvaluationState(state),
    waitMs,
    signal,
  });
  const found = await evaluationCases.page(row._id, first, limit + 1);
  const next = found.length > limit ? found[limit]!.index : null;
  return { row, cases: found.slice(0, limit), next };
}
