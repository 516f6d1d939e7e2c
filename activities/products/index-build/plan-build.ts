import { type ProductActivities } from '../../../src/domain/products/activities';
import { nextView } from '../../../src/domain/products/record-log';
import { physicalName } from '../../../src/stores/products/physical-index';
import { type ActivityDeps } from '../../deps';
import { whileAlive } from '../../attempt/while-alive';
import { takeBuildTurn } from '../build-turn';
import { heldJob } from './held-build';
import { takeOver } from './take-over';

/** Records of a range: a worker that is killed loses at most the work on so many of each stage. */
const recordsPerRange = 5_000;

/** Claims builds, fixes what they take in and parts their records. */
export function createPlanBuild(deps: ActivityDeps): Pick<ProductActivities, 'claimBuild' | 'planBuild'> {
  const { productBuilds, productJobs, recordPages, physicalIndexes } = deps;

  return {
    async claimBuild({ jobId }) {
      await takeBuildTurn(deps, jobId);
      const job = await productJobs.claim(jobId);
      return job === null ? null : { state: job.state, isRollback: job.isRollback };
    },

    async planBuild({ jobId }) {
      const { job, index: before } = await heldJob(deps, jobId);
      const index = await takeOver(deps, jobId, before);
      const build = await productBuilds.insert({
        _id: job.buildId!,
        indexId: index._id,
        jobId,
        organizationId: index.organizationId,
        environment: index.environment,
        physical: physicalName(index.name, job.buildId!),
        view: { ...nextView(index), stagedThrough: index.sequence },
        idField: index.idField,
        settings: index.settings,
        settingsVersion: index.settingsVersion,
      });
      if (build.rangeEnds !== null) return { ranges: build.rangeEnds.length + 1 };
      // Before the build has cost anything; when it makes its index, the search engine decides.
      await physicalIndexes.requireRoom();
      const rangeEnds = await whileAlive(() => recordPages.rangeEnds(index._id, recordsPerRange));
      await productBuilds.set(build._id, { rangeEnds });
      return { ranges: rangeEnds.length + 1 };
    },
  };
}
