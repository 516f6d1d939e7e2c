import { type ProductJobRef, type BuildClaim } from '../../../src/domain/products/activities';
import { nextView } from '../../../src/domain/products/record-log';
import { physicalName } from '../../../src/stores/products/physical-index';
import { type ActivityDeps } from '../../deps';
import { whileAlive } from '../../attempt/while-alive';
import { takeBuildTurn } from '../build-turn';
import { readJobLease, type LeaseDeps } from './build-lease';
import { takeOver, type TakeOverDeps } from './take-over';

/** Records of a range: a worker that is killed loses at most the work on so many of each stage. */
const recordsPerRange = 5_000;

export type PlanBuildDeps = Pick<
  ActivityDeps,
  'physicalIndexes' | 'productBuilds' | 'productBuildsMax' | 'productJobs' | 'recordPages'
> &
  LeaseDeps &
  TakeOverDeps;

/** Claims builds, fixes what they take in and parts their records. */
export async function claimBuild(deps: PlanBuildDeps, { jobId }: ProductJobRef): Promise<BuildClaim | null> {
  await takeBuildTurn(deps, jobId);
  const job = await deps.productJobs.claim(jobId);
  return job === null ? null : { state: job.state, isRollback: job.isRollback };
}

export async function planBuild(deps: PlanBuildDeps, { jobId }: ProductJobRef): Promise<{ ranges: number }> {
  const { job, index: before } = await readJobLease(deps, jobId);
  const index = await takeOver(deps, jobId, before);
  const build = await deps.productBuilds.insert({
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
  await deps.physicalIndexes.requireRoom();
  const rangeEnds = await whileAlive(() => deps.recordPages.rangeEnds(index._id, recordsPerRange));
  await deps.productBuilds.set(build._id, { rangeEnds });
  return { ranges: rangeEnds.length + 1 };
}
