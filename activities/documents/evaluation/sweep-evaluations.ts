import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { evaluationCheckAfterMs } from '../../../src/domain/documents/evaluation';
import { repairJob } from '../../../src/job-rows/repair-job';
import {
  evaluationKind,
  type EvaluationRow,
} from '../../../src/stores/documents/evaluations/evaluation-kind';
import { type ActivityDeps } from '../../deps';
import { countedRepairs } from '../../attempt/counted-repairs';
import { lostRunSentence } from '../../attempt/lost-run';
import { sweepRows } from '../../attempt/sweep-rows';
import { finishEvaluation } from './finish-evaluation';

/** Repairs what a crash left between two steps of evaluations. */
export function createEvaluationSweep(deps: ActivityDeps): Pick<DocumentActivities, 'sweepEvaluations'> {
  const { credits, evaluationCases, evaluations, jobs } = deps;

  /** Removes an evaluation that was never accepted. */
  async function forget({ _id: evalId, organizationId }: EvaluationRow): Promise<'removed'> {
    await credits.release(organizationId, evalId);
    await evaluationCases.removeOf(evalId);
    await evaluations.removePreparing(evalId);
    return 'removed';
  }

  const repair = (row: EvaluationRow) =>
    row.state === 'preparing'
      ? forget(row)
      : repairJob(evaluationKind, row, {
          runs: jobs.evaluations,
          start: ({ _id: evalId, organizationId, environment, collectionName }) =>
            jobs.evaluations.start({ evalId, organizationId, environment, collectionName }),
          settle: evaluations.settle,
          stop: ({ _id: evalId, cancelRequestedAt }, run) =>
            finishEvaluation(deps, {
              evalId,
              ...(cancelRequestedAt === null
                ? { ending: 'execution_failed', message: lostRunSentence('evaluation', run) }
                : { ending: 'cancelled', message: null }),
            }),
        });

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
