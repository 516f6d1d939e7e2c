import { type BuildEnding, type ProductJobRef } from '../../../src/domain/products/activities';
import { isFinalProductJobState, type ProductJobState } from '../../../src/domain/products/product-job';
import { physicalName } from '../../../src/stores/products/physical-index';
import { type ProductJobRow } from '../../../src/stores/products/product-job-kind';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { discardBuild, type DiscardBuildsDeps } from './discard-builds';

export type FinishBuildDeps = Pick<
  ActivityDeps,
  'jobs' | 'productBuildParts' | 'productIndexes' | 'productJobs'
> &
  DiscardBuildsDeps;

/**
 * Releases the index, removes the remains of an ended build, requests folding of the log, and starts the run
 * that makes vectors of a published build later. Idempotent.
 */
export async function cleanUpBuild(deps: FinishBuildDeps, job: ProductJobRow): Promise<void> {
  const { _id: jobId, buildId, indexId, indexName, state } = job;
  await deps.productIndexes.releaseBuilt(job);
  if (state === 'failed' && buildId !== null) {
    const index = await deps.productIndexes.get(indexId);
    const isKept = [index?.served, index?.former].some((kept) => kept?.buildId === buildId);
    // Removed by its name: a deletion of the index may have removed the row just before the run created the
    // physical index.
    if (!isKept)
      await discardBuild(deps, { _id: buildId, indexId, physical: physicalName(indexName, buildId) });
  }
  await deps.productBuildParts.removeOf(jobId);
  const { organizationId, environment } = job;
  await deps.jobs.writes.wake({ indexId, indexName, organizationId, environment });
  const build = state === 'succeeded' && buildId !== null ? await deps.productBuilds.get(buildId) : null;
  if (build?.laterVectors?.state === 'making')
    await deps.jobs.vectors.start({ buildId: build._id, indexName, organizationId, environment });
  await deps.productJobs.markSettled(jobId);
}

/** Ends a build that has not ended, and cleans up. */
export async function endBuild(
  deps: FinishBuildDeps,
  jobId: string,
  ending: BuildEnding,
): Promise<ProductJobRow | null> {
  const job = await endJob(deps, jobId, ending);
  if (job !== null && isFinalProductJobState(job.state)) await cleanUpBuild(deps, job);
  return job;
}

async function endJob(
  { productJobs }: FinishBuildDeps,
  jobId: string,
  ending: BuildEnding,
): Promise<ProductJobRow | null> {
  const job = await productJobs.get(jobId);
  if (job === null) return null;
  if (ending.code !== 'done')
    return productJobs.fail(jobId, { error: ending.message, errorCode: ending.code });
  const seconds = (Date.now() - (job.startedAt ?? job.createdAt).getTime()) / 1_000;
  return productJobs.succeed(jobId, { result: { ...job.result, seconds } });
}

export type BuildEndsDeps = Pick<ActivityDeps, 'productJobs'> & FinishBuildDeps;

export function finishBuild(
  deps: BuildEndsDeps,
  { jobId, ending }: ProductJobRef & { ending: BuildEnding },
): Promise<{ state: ProductJobState; error: string | null } | null> {
  return whileAlive(async () => {
    const job = await endBuild(deps, jobId, ending);
    return job === null ? null : { state: job.state, error: job.error };
  });
}

export function leaveBuild(deps: BuildEndsDeps, { jobId }: ProductJobRef): Promise<void> {
  return whileAlive(async () => {
    const job = await deps.productJobs.get(jobId);
    if (job !== null && isFinalProductJobState(job.state)) await cleanUpBuild(deps, job);
  });
}
