import { type BatchCursor } from '../../src/domain/platform/activities';
import { type ProductActivities } from '../../src/domain/products/activities';
import { type JobRepair, repairJob } from '../../src/job-rows/repair-job';
import { type RunStatus } from '../../src/jobs/runs';
import {
  productCheckAfterMs,
  productJobKind,
  type ProductJobRow,
} from '../../src/stores/products/product-job-kind';
import { countedRepairs } from '../attempt/counted-repairs';
import { lostRunSentence } from '../attempt/lost-run';
import { sweepRows } from '../attempt/sweep-rows';
import { type ActivityDeps } from '../deps';
import { cleanUpBuild, endBuild } from './index-build/finish-build';
import { cleanUpDeletion, endDeletion } from './index-delete';
import { cleanUpImport, endImport } from './index-import/finish-import';

/** Repairs what a crash left between two steps of builds, imports and deletions. */
export async function sweepProductJobs(
  deps: ActivityDeps,
  { after }: BatchCursor,
): ReturnType<ProductActivities['sweepProductJobs']> {
  const { productJobs } = deps;
  const repairs = repairsOf(deps);
  const { counts, check } = countedRepairs({
    store: productJobs,
    kinds: ['started', 'ended', 'settled'],
    repair: (row: ProductJobRow) => repair(repairs, row),
    checkAfterMs: productCheckAfterMs,
  });
  const runs = Object.values(repairs).map((each) => each.runs);
  const page = await sweepRows({ store: productJobs, runs, repair: check }, after);
  return { ...counts, after: page.after };
}

async function repair(repairs: ReturnType<typeof repairsOf>, row: ProductJobRow): Promise<JobRepair | null> {
  if (row.type === 'index.write') return null;
  const { runs, cleanUp, stop } = repairs[row.type];
  return repairJob(productJobKind, row, {
    runs,
    start: () => runs.start({ ...row, jobId: row._id }),
    settle: cleanUp,
    stop: ({ _id: jobId }, run) => stop(jobId, run),
    runSettles: true,
  });
}

/** Steps of the sweep for the jobs of each type; jobs of live writes have a sweep of their own. */
function repairsOf(deps: ActivityDeps) {
  const { jobs } = deps;
  return {
    'index.build': {
      runs: jobs.builds,
      cleanUp: (row: ProductJobRow) => cleanUpBuild(deps, row),
      stop: (jobId: string, run: RunStatus) =>
        endBuild(deps, jobId, {
          code: run === 'terminated' ? 'CANCELLED' : 'ENGINE_ERROR',
          message: lostRunSentence('job', run),
        }),
    },
    'index.delete': {
      runs: jobs.deletions,
      cleanUp: (row: ProductJobRow) => cleanUpDeletion(deps, row),
      stop: (jobId: string, run: RunStatus) => endDeletion(deps, jobId, lostRunSentence('job', run)),
    },
    'index.import': {
      runs: jobs.imports,
      cleanUp: (row: ProductJobRow) => cleanUpImport(deps, row),
      stop: (jobId: string, run: RunStatus) =>
        endImport(deps, jobId, {
          code: run === 'terminated' ? 'CANCELLED' : 'IMPORT_FAILED',
          message: lostRunSentence('job', run),
        }),
    },
  };
}
