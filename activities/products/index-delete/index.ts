import { type ProductActivities } from '../../../src/domain/products/activities';
import { isFinalProductJobState } from '../../../src/domain/products/product-job';
import { type ProductJobRow } from '../../../src/stores/products/product-jobs';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { jobOver } from '../index-build/build-failures';

/** Ends deletions; safe to do again, by anybody, at any time. */
export function createFinishDeletion({
  productIndexes,
  productJobs,
}: Pick<ActivityDeps, 'productIndexes' | 'productJobs'>) {
  /** A failed deletion gives the index back, so that it can be asked for again. */
  async function cleanUp({ _id: jobId, indexId }: ProductJobRow): Promise<void> {
    await productIndexes.release(indexId, jobId);
    await productJobs.noteSettled(jobId);
  }

  /** Ends a deletion. @param message reason of its failure, for the owner; null after success */
  async function finish(jobId: string, message: string | null): Promise<ProductJobRow | null> {
    const job =
      message === null
        ? await productJobs.succeed(jobId, {})
        : await productJobs.fail(jobId, { error: message, errorCode: 'DELETE_FAILED' });
    if (job !== null && isFinalProductJobState(job.state)) await cleanUp(job);
    return job;
  }

  return { cleanUp, finish };
}

export function createIndexDeleteActivities(
  deps: ActivityDeps,
): Pick<ProductActivities, 'claimDeletion' | 'removeIndex' | 'finishDeletion'> {
  const { blobs, physicalIndexes, productBuilds, productIndexes, productJobs } = deps;
  const {
    experimentDays,
    fieldClaims,
    productImports,
    recordEntries,
    recordGroups,
    searchEvents,
    stagedUploads,
  } = deps;
  const { finish } = createFinishDeletion(deps);

  /** Removes all that belongs to an index, in an order in which each step can be found again. */
  async function remove(job: ProductJobRow): Promise<void> {
    const { indexId } = job;
    await productJobs.cancelOf(job, 'The index is being deleted.');
    for (const build of await productBuilds.listOf(indexId)) {
      await physicalIndexes.drop(build.physical);
      await recordGroups.removeOf(build._id);
      await productBuilds.remove(build._id);
    }
    await blobs.deletePrefix(`products/${indexId}/`);
    await recordEntries.removeOf(indexId);
    await stagedUploads.removeOf(indexId);
    await fieldClaims.removeOf(indexId);
    await searchEvents.removeOf(indexId);
    await experimentDays.removeOf(indexId);
    await productImports.removeOf(indexId);
    await productJobs.removeOf(job);
    await productIndexes.remove(indexId);
  }

  return {
    async claimDeletion({ jobId }) {
      const job = await productJobs.claim(jobId);
      return job === null ? null : { state: job.state };
    },

    async removeIndex({ jobId }) {
      const job = await productJobs.get(jobId);
      if (job?.state !== 'running') throw jobOver(job?.state ?? null);
      const { startedAt } = job.stages[0]!;
      await productJobs.setStage(jobId, 'drop', { status: 'running', startedAt: startedAt ?? Date.now() });
      await whileAlive(() => remove(job));
      await productJobs.setStage(jobId, 'drop', { status: 'done', finishedAt: Date.now() });
    },

    async finishDeletion({ jobId, message }) {
      const job = await finish(jobId, message);
      return job === null ? null : { state: job.state };
    },
  };
}
