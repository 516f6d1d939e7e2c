import { type ProductJobRef, type BuildClaim } from '../../../src/domain/products/activities';
import { nextView } from '../../../src/domain/products/record-log';
import { physicalName } from '../../../src/stores/products/physical-index';
import { type ActivityDeps } from '../../deps';
import { whileAlive } from '../../attempt/while-alive';
import { takeBuildTurn } from '../build-turn';
import { readJobLease, type LeaseDeps } from './build-lease';
import { takeOver, type TakeOverDeps } from './take-over';

/** Records of a range: the most whose work in a stage is lost with a killed worker. */
const recordsPerRange = 5_000;

export type PlanBuildDeps = Pick<
  ActivityDeps,
  'physicalIndexes' | 'productBuilds' | 'productBuildsMax' | 'productJobs' | 'recordPages'
> &
  LeaseDeps &
  TakeOverDeps;

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
  // An early check, before any cost; the search engine decides when the index is created.
  await deps.physicalIndexes.requireRoom();
  const rangeEnds = await whileAlive(() => deps.recordPages.rangeEnds(index._id, recordsPerRange));
  await deps.productBuilds.set(build._id, { rangeEnds });
  return { ranges: rangeEnds.length + 1 };
}
