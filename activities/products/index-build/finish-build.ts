import { type BuildEnding, type ProductActivities } from '../../../src/domain/products/activities';
import { isFinalProductJobState } from '../../../src/domain/products/product-job';
import { physicalName } from '../../../src/stores/products/physical-index';
import { type ProductJobRow } from '../../../src/stores/products/product-jobs';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { createDiscard } from './discard-builds';

/** Ends builds and cleans up behind them; safe to do again, by anybody, at any time. */
export function createFinishBuild(deps: ActivityDeps) {
  const { jobs, productBuildParts, productIndexes, productJobs } = deps;
  const { discard } = createDiscard(deps);

  /** Gives the index back, removes what an ended build has left, and lets the log be folded. */
  async function cleanUp(job: ProductJobRow): Promise<void> {
    const { _id: jobId, buildId, indexId, indexName, state } = job;
    await productIndexes.releaseBuilt(job);
    if (state === 'failed' && buildId !== null) {
      const index = await productIndexes.get(indexId);
      const isKept = [index?.served, index?.former].some((kept) => kept?.buildId === buildId);
      // By its name: a deletion of the index may have removed the row just before the run made the index.
      if (!isKept) await discard({ _id: buildId, indexId, physical: physicalName(indexName, buildId) });
    }
    await productBuildParts.removeOf(jobId);
    const { organizationId, environment } = job;
    await jobs.writes.wake({ indexId, indexName, organizationId, environment });
    await productJobs.noteSettled(jobId);
  }

  async function end(jobId: string, ending: BuildEnding): Promise<ProductJobRow | null> {
    const job = await productJobs.get(jobId);
    if (job === null) return null;
    if (ending.code !== 'done')
      return productJobs.fail(jobId, { error: ending.message, errorCode: ending.code });
    const seconds = (Date.now() - (job.startedAt ?? job.createdAt).getTime()) / 1_000;
    return productJobs.succeed(jobId, { result: { ...job.result, seconds } });
  }

  /** Ends a build that has not ended, and cleans up. */
  async function finish(jobId: string, ending: BuildEnding): Promise<ProductJobRow | null> {
    const job = await end(jobId, ending);
    if (job !== null && isFinalProductJobState(job.state)) await cleanUp(job);
    return job;
  }

  return { cleanUp, finish };
}

export function createBuildEnds(deps: ActivityDeps): Pick<ProductActivities, 'finishBuild' | 'leaveBuild'> {
  const { cleanUp, finish } = createFinishBuild(deps);
  return {
    finishBuild: ({ jobId, ending }) =>
      whileAlive(async () => {
        const job = await finish(jobId, ending);
        return job === null ? null : { state: job.state, error: job.error };
      }),

    leaveBuild: ({ jobId }) =>
      whileAlive(async () => {
        const job = await deps.productJobs.get(jobId);
        if (job !== null && isFinalProductJobState(job.state)) await cleanUp(job);
      }),
  };
}
