import { type ImportEnding, type ProductJobRef } from '../../../src/domain/products/activities';
import { importBlobs } from '../../../src/domain/products/import';
import { isFinalProductJobState, type ProductJobState } from '../../../src/domain/products/product-job';
import { type ProductJobRow } from '../../../src/stores/products/product-job-kind';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';

export type FinishImportDeps = Pick<
  ActivityDeps,
  'blobs' | 'productImports' | 'productIndexes' | 'productJobs' | 'recordEntries' | 'stagedUploads'
>;

/** Releases the index, and removes pages and uncommitted records. Idempotent. */
export async function cleanUpImport(
  { productImports, stagedUploads, recordEntries, productIndexes, blobs, productJobs }: FinishImportDeps,
  { _id: jobId, indexId }: ProductJobRow,
): Promise<void> {
  const uploadId = (await productImports.get(jobId))?.uploadId ?? null;
  if (uploadId !== null && (await stagedUploads.abandon(uploadId))) {
    await recordEntries.removeUpload(uploadId);
    await stagedUploads.remove(uploadId);
  }
  // A deletion of the index may have removed the upload just before the last step wrote to it.
  if ((await productIndexes.get(indexId)) === null) await recordEntries.removeOf(indexId);
  await blobs.deletePrefix(importBlobs(jobId));
  await productIndexes.release(indexId, jobId);
  await productJobs.markSettled(jobId);
}

/** Ends an import that has not ended, and cleans up. */
export async function endImport(
  deps: FinishImportDeps,
  jobId: string,
  ending: ImportEnding,
): Promise<ProductJobRow | null> {
  const job = await endJob(deps, jobId, ending);
  if (job !== null && isFinalProductJobState(job.state)) await cleanUpImport(deps, job);
  return job;
}

async function endJob(
  { productJobs, productImports }: FinishImportDeps,
  jobId: string,
  ending: ImportEnding,
): Promise<ProductJobRow | null> {
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

export type ImportEndsDeps = Pick<ActivityDeps, 'productJobs'> & FinishImportDeps;

export function finishImport(
  deps: ImportEndsDeps,
  { jobId, ending }: ProductJobRef & { ending: ImportEnding },
): Promise<{ state: ProductJobState; error: string | null } | null> {
  return whileAlive(async () => {
    const job = await endImport(deps, jobId, ending);
    return job === null ? null : { state: job.state, error: job.error };
  });
}

export function leaveImport(deps: ImportEndsDeps, { jobId }: ProductJobRef): Promise<void> {
  return whileAlive(async () => {
    const job = await deps.productJobs.get(jobId);
    if (job !== null && isFinalProductJobState(job.state)) await cleanUpImport(deps, job);
  });
}
