import { type BatchCursor } from '../../../src/domain/platform/activities';
import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { evaluationCheckAfterMs } from '../../../src/domain/documents/evaluation';
import { type JobRepair, repairJob } from '../../../src/job-rows/repair-job';
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
export async function sweepEvaluations(
  deps: ActivityDeps,
  { after }: BatchCursor,
): ReturnType<DocumentActivities['sweepEvaluations']> {
  const { evaluations, jobs } = deps;
  const { counts, check } = countedRepairs({
    store: evaluations,
    kinds: ['started', 'ended', 'settled', 'removed'],
    repair: (row: EvaluationRow) => repair(deps, row),
    checkAfterMs: evaluationCheckAfterMs,
  });
  const page = await sweepRows({ store: evaluations, runs: [jobs.evaluations], repair: check }, after);
  return { ...counts, after: page.after };
}

async function repair(deps: ActivityDeps, row: EvaluationRow): Promise<JobRepair | 'removed' | null> {
  const { evaluations, jobs } = deps;
  return row.state === 'preparing'
    ? removePreparing(deps, row)
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
}

/** Removes an evaluation that was never accepted. */
async function removePreparing(
  {
    credits,
    evaluationCases,
    evaluations,
  }: Pick<ActivityDeps, 'credits' | 'evaluationCases' | 'evaluations'>,
  { _id: evalId, organizationId }: EvaluationRow,
): Promise<'removed'> {
  await credits.release(organizationId, evalId);
  await evaluationCases.removeOf(evalId);
  await evaluations.removePreparing(evalId);
  return 'removed';
}
