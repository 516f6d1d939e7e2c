import { type EvaluationClaim, type EvaluationRef } from '../../../src/domain/documents/activities';
import { evaluationsRunningMax } from '../../../src/domain/documents/evaluation';
import { type ActivityDeps } from '../../deps';
import { waitBehind } from '../../attempt/organization-busy';
import { whileAlive } from '../../attempt/while-alive';
import { askCases } from './ask-cases';
import { finishEvaluation, type FinishEvaluation, type FinishEvaluationDeps } from './finish-evaluation';

async function claimEvaluation(
  { evaluationCases, evaluations }: Pick<ActivityDeps, 'evaluationCases' | 'evaluations'>,
  { evalId }: EvaluationRef,
): Promise<EvaluationClaim | null> {
  const waiting = await evaluations.get(evalId);
  if (waiting?.state === 'pending')
    waitBehind(await evaluations.countAhead(waiting), evaluationsRunningMax, 'evaluations at work');
  const row = await evaluations.claim(evalId, await evaluationCases.countResults(evalId));
  if (row === null || row.state === 'preparing') return null;
  return { state: row.state, cases: row.cases, configs: row.configCount };
}

export const evaluationActivities = {
  claimEvaluation,
  askCases,
  finishEvaluation: (deps: FinishEvaluationDeps, end: FinishEvaluation) =>
    whileAlive(() => finishEvaluation(deps, end)),
};
