import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { evaluationsRunningMax } from '../../../src/domain/documents/evaluation';
import { type ActivityDeps } from '../../deps';
import { waitBehind } from '../../attempt/organization-busy';
import { whileAlive } from '../../attempt/while-alive';
import { createAskCases } from './ask-cases';
import { createFinishEvaluation } from './finish-evaluation';
import { createEvaluationSweep } from './sweep-evaluations';

/** DocumentActivities of evaluations. */
export function createEvaluationActivities(deps: ActivityDeps) {
  const { evaluationCases, evaluations } = deps;
  const { finish } = createFinishEvaluation(deps);

  return {
    ...createAskCases(deps),
    ...createEvaluationSweep(deps),

    async claimEvaluation({ evalId }) {
      const waiting = await evaluations.get(evalId);
      if (waiting?.state === 'pending')
        waitBehind(await evaluations.countAhead(waiting), evaluationsRunningMax, 'evaluations at work');
      const row = await evaluations.claim(evalId, await evaluationCases.countResults(evalId));
      if (row === null || row.state === 'preparing') return null;
      return { state: row.state, cases: row.cases, configs: row.configCount };
    },

    finishEvaluation: ({ evalId, ending, message }) => whileAlive(() => finish(evalId, ending, message)),
  } satisfies Partial<DocumentActivities>;
}
