import { isCancellation } from '@temporalio/workflow';
import {
  type BuildClaim,
  type BuildEnding,
  isPreparingStage,
  type PreparingStage,
  type ProductJobRef,
} from '../../src/domain/products/activities';
import {
  isFinalProductJobState,
  JOB_STAGES,
  productJobNotRunning,
  type ProductJobState,
  ROLLBACK_STAGES,
} from '../../src/domain/products/product-job';
import { engineActivities, longEngineActivities, storeActivities } from '../activity-proxies';
import { createJobRun, failureType, jobFailure, showStage } from '../job-run';
import { forEachRange } from './build-ranges';

const { claimBuild } = storeActivities('claim the build');
const { planBuild } = engineActivities('part the records into ranges');
const { summarizeRange } = engineActivities('summarize the fields of a range of records');
const { inferSchema } = engineActivities('make the field table');
const { openStage } = engineActivities('begin the stage, or skip it');
const { prepareRange } = engineActivities('prepare the documents of a range of records');
const { openBuild } = engineActivities('make the physical index');
const { uploadRange } = engineActivities('write the documents of a range of records');
const { closeStage } = storeActivities('end the stage');
const { runBuildStage } = longEngineActivities('do the stage');
const { finishBuild, leaveBuild } = engineActivities('end the build and clean up behind it');

const job = createJobRun<ProductJobState>({
  noun: 'build',
  notRunning: productJobNotRunning,
  isFinal: isFinalProductJobState,
});

/** Message for the owner of a build that a fault of the service has stopped. */
const serviceFault =
  'A fault of the service stopped the build. What was served before is still served; build again.';

/** Failure types of builds whose cause the owner can fix. */
const verdicts = ['BAD_VALUES', 'BUILD_QUALITY', 'NO_RECORDS'] as const;

/**
 * Builds an index in stages, each visible to operators. Before `publish` the served build does not change,
 * wherever the run is stopped. Every activity may run again, so that a reset to any stage ends in the same
 * state.
 *
 * The run of a failed build fails, with the build's `error_code` as failure type. When the job was cancelled,
 * the run only cleans up and returns the state in the row.
 */
export function indexBuild({ jobId }: ProductJobRef): Promise<ProductJobState> {
  return job.run<BuildClaim>({
    claim: () => claimBuild({ jobId }),
    work: ({ isRollback }) => (isRollback ? rollBack(jobId) : build(jobId)),
    end: (stop) => finish(jobId, stop === null ? { code: 'done' } : endingOf(stop)),
    leave: async () => {
      await leaveBuild({ jobId });
    },
  });
}

async function build(jobId: string): Promise<void> {
  const { ranges } = await planBuild({ jobId });
  for (const stage of JOB_STAGES['index.build']) {
    showStage(stage);
    if (stage === 'schema') {
      await forEachRange(ranges, (range) => summarizeRange({ jobId, range }));
      await inferSchema({ jobId });
      await closeStage({ jobId, stage });
    } else if (stage === 'upload') {
      await openBuild({ jobId });
      await forEachRange(ranges, (range) => uploadRange({ jobId, range }));
      await closeStage({ jobId, stage });
    } else if (isPreparingStage(stage)) {
      await prepare(jobId, stage, ranges);
    } else {
      await runBuildStage({ jobId, stage });
    }
  }
}

async function prepare(jobId: string, stage: PreparingStage, ranges: number): Promise<void> {
  const { hasRanges } = await openStage({ jobId, stage });
  if (!hasRanges) return;
  await forEachRange(ranges, (range) => prepareRange({ jobId, stage, range }));
  await closeStage({ jobId, stage });
}

async function rollBack(jobId: string): Promise<void> {
  for (const stage of ROLLBACK_STAGES) {
    showStage(stage);
    await runBuildStage({ jobId, stage });
  }
}

/** Ends the build and with it the run: succeeded, or failed with the `error_code` as failure type. */
async function finish(jobId: string, ending: BuildEnding): Promise<ProductJobState> {
  const outcome = await finishBuild({ jobId, ending });
  if (outcome === null) throw job.noSuchJob();
  const { state, error } = outcome;
  job.show(state);
  if (state !== 'failed' || ending.code === 'CANCELLED' || ending.code === 'done') return state;
  throw jobFailure({
    type: ending.code,
    message: error ?? ending.message,
    isOurs: ending.code === 'ENGINE_ERROR',
  });
}

function endingOf(stop: Error): BuildEnding {
  if (isCancellation(stop)) return { code: 'CANCELLED', message: 'The job was stopped by an operator.' };
  const type = failureType(stop);
  const message = stop.cause instanceof Error ? stop.cause.message : serviceFault;
  if (type === 'ENGINE_ERROR') return { code: type, message };
  const code = verdicts.find((known) => known === type);
  return code === undefined ? { code: 'ENGINE_ERROR', message: serviceFault } : { code, message };
}
