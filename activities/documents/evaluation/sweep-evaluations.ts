import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { evaluationCheckAfterMs, isFinalEvaluationState } from '../../../src/domain/documents/evaluation';
import { type EvaluationRow } from '../../../src/stores/documents/evaluations/evaluations';
import { type ActivityDeps } from '../../deps';
import { countedRepairs } from '../../attempt/counted-repairs';
import { lostRunSentence } from '../../attempt/lost-run';
import { sweepRows } from '../../attempt/sweep-rows';
import { finishEvaluation } from './finish-evaluation';

/** Repairs what a crash left between two steps of evaluations. */
export function createEvaluationSweep(deps: ActivityDeps): Pick<DocumentActivities, 'sweepEvaluations'> {
  const { credits, evaluationCases, evaluationEndings, evaluations, jobs } = deps;

  /** The counted repair that an evaluation needed; null when its run is at work. */
  async function repair(row: EvaluationRow): Promise<'started' | 'ended' | 'settled' | 'removed' | null> {
    const { _id: evalId, organizationId, environment, collectionName, state } = row;
    if (state === 'preparing') {
      await credits.release(organizationId, evalId);
      await evaluationCases.removeOf(evalId);
      await evaluations.removePreparing(evalId);
      return 'removed';
    }
    if (isFinalEvaluationState(state)) {
      await evaluationEndings.closeHold(row);
      return 'settled';
    }
    const isCancelled = row.cancelRequestedAt !== null;
    const run = await jobs.evaluations.describe(evalId);
    if (run === 'running') {
      // The request to stop may have been lost on its way.
      if (isCancelled) await jobs.evaluations.cancel(evalId);
      return null;
    }
    const start = { evalId, organizationId, environment, collectionName };
    const isWaiting = run === 'missing' && state === 'pending' && !isCancelled;
    if (isWaiting && (await jobs.evaluations.start(start)) === 'running') return 'started';
    await finishEvaluation(deps, {
      evalId,
      ending: isCancelled ? 'cancelled' : 'execution_failed',
      message: isCancelled ? null : lostRunSentence('evaluation', run),
    });
    return 'ended';
  }

  return {
    async sweepEvaluations({ after }) {
      const { counts, check } = countedRepairs({
        store: evaluations,
        kinds: ['started', 'ended', 'settled', 'removed'],
        repair,
        checkAfterMs: evaluationCheckAfterMs,
      });
      const page = await sweepRows({ store: evaluations, runs: [jobs.evaluations], repair: check }, after);
      return { ...counts, after: page.after };
    },
  };
}
