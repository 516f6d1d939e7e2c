import { type ActivityDeps } from '../../deps';
import { readBuildLease } from './build-lease';

type CopyDeps = Pick<
  ActivityDeps,
  'physicalIndexes' | 'productBuilds' | 'productIndexes' | 'productJobs' | 'productSettleMsMax'
>;

/**
 * Waits until all replicas of a served build exist, so that searches get the same answers from each of them.
 * After a timeout the build stays served, with a warning.
 */
export async function awaitCopies(deps: CopyDeps, jobId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { build, job } = await readBuildLease(deps, jobId);
    if (await deps.physicalIndexes.hasAllCopies(build.physical, signal)) return;
    // The time counts from the first attempt.
    const startedAt = job.stages.find(({ name }) => name === 'replicate')?.startedAt ?? 0;
    if (Date.now() >= startedAt + deps.productSettleMsMax) break;
  }
  const message =
    'The build is live, but its copies are still being made: results may shift for a few minutes.';
  await deps.productJobs.warn(jobId, [{ code: 'SETTLE_TIMEOUT', message }]);
}
