import { type ImportEnding, type ProductActivities } from '../../../src/domain/products/activities';
import { importBlobs } from '../../../src/domain/products/import';
import { isFinalProductJobState } from '../../../src/domain/products/product-job';
import { type ProductJobRow } from '../../../src/stores/products/product-jobs';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';

/** Ends imports and cleans up behind them; safe to do again, by anybody, at any time. */
export function createFinishImport(deps: ActivityDeps) {
  const { blobs, productImports, productIndexes, productJobs, recordEntries, stagedUploads } = deps;

  /** Gives the index back, and removes pages and records that were not committed. */
  async function cleanUp({ _id: jobId, indexId }: ProductJobRow): Promise<void> {
    const uploadId = (await productImports.get(jobId))?.uploadId ?? null;
    if (uploadId !== null && (await stagedUploads.abandon(uploadId))) {
      await recordEntries.removeUpload(uploadId);
      await stagedUploads.remove(uploadId);
    }
    // A deletion of the index may have removed the upload just before the last step wrote for it.
    if ((await productIndexes.get(indexId)) === null) await recordEntries.removeOf(indexId);
    await blobs.deletePrefix(importBlobs(jobId));
    await productIndexes.release(indexId, jobId);
    await productJobs.noteSettled(jobId);
  }

  async function end(jobId: string, ending: ImportEnding): Promise<ProductJobRow | null> {
    const job = await productJobs.get(jobId);
    if (job === null) return null;
    if (ending.code !== 'done')
      return productJobs.fail(jobId, { error: ending.message, errorCode: ending.code });
    const row = await productImports.get(jobId);
    const buildJob = row?.buildJobId ?? null;
    const records = row?.reading.staged ?? 0;
    const seconds = (Date.now() - (job.startedAt ?? job.createdAt).getTime()) / 1_000;
    return productJobs.succeed(jobId, { result: { ...job.result, records, seconds, buildJob } });
  }

  /** Ends an import that has not ended, and cleans up. */
  async function finish(jobId: string, ending: ImportEnding): Promise<ProductJobRow | null> {
    const job = await end(jobId, ending);
    if (job !== null && isFinalProductJobState(job.state)) await cleanUp(job);
    return job;
  }

  return { cleanUp, finish };
}

export function createImportEnds(
  deps: ActivityDeps,
): Pick<ProductActivities, 'finishImport' | 'leaveImport'> {
  const { cleanUp, finish } = createFinishImport(deps);
  return {
    finishImport: ({ jobId, ending }) =>
      whileAlive(async () => {
        const job = await finish(jobId, ending);
        return job === null ? null : { state: job.state, error: job.error };
      }),

    leaveImport: ({ jobId }) =>
      whileAlive(async () => {
        const job = await deps.productJobs.get(jobId);
        if (job !== null && isFinalProductJobState(job.state)) await cleanUp(job);
      }),
  };
}
