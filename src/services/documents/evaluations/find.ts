import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { type EvaluationAnswer } from '../../../stores/documents/evaluations/evaluation-answers';
import { configsOf, type EvaluationRow } from '../../../stores/documents/evaluations/evaluation-kind';
import { type ServiceDeps } from '../../deps';
import { type Caller } from '../../../domain/platform/caller';

/**
 * Finds an evaluation of the caller. The id of another tenant is answered like a malformed one.
 *
 * @throws Refusal `eval_not_found`
 */
export async function findEvaluation(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  evalId: string,
): Promise<EvaluationRow> {
  const row = isId(ID_PREFIX.evaluation, evalId) ? await stores.evaluations.find(caller, evalId) : null;
  if (row === null) throw new Refusal<DocumentErrorCode>('eval_not_found');
  return row;
}

/**
 * Finds the stored answer to a case under one configuration.
 *
 * @throws Refusal `eval_not_found`, `case_not_found`, `config_not_found`, `answer_not_stored`
 */
export async function findEvaluationAnswer(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  { evalId, caseId, configName }: { evalId: string; caseId: string; configName: string },
): Promise<EvaluationAnswer> {
  const { evaluationAnswers, evaluationCases } = deps.stores;
  const row = await findEvaluation(deps, caller, evalId);
  const caseRow = await evaluationCases.find(row._id, caseId);
  if (caseRow === null) throw new Refusal<DocumentErrorCode>('case_not_found');
  const config = configsOf(row).findIndex(({ name }) => name === configName);
  if (config < 0) throw new Refusal<DocumentErrorCode>('config_not_found');
  const isScored = caseRow.results[config]?.state === 'scored';
  const answer = isScored ? await evaluationAnswers.get(row._id, caseRow.index, config) : null;
  if (answer === null) throw new Refusal<DocumentErrorCode>('answer_not_stored');
  return answer;
}
