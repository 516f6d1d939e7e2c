import { type ProductJobRef, type DeletionClaim } from '../../../src/domain/products/activities';
import { isFinalProductJobState, type ProductJobState } from '../../../src/domain/products/product-job';
import { type ProductJobRow } from '../../../src/stores/products/product-job-kind';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { jobOver } from '../index-build/build-failures';

export type FinishDeletionDeps = Pick<ActivityDeps, 'productIndexes' | 'productJobs'>;

/**
 * Cleans up behind a deletion: a failed one releases the index, so that it can be requested again.
 * Idempotent.
 */
export async function cleanUpDeletion(
  { productIndexes, productJobs }: FinishDeletionDeps,
  { _id: jobId, indexId }: ProductJobRow,
): Promise<void> {
  await productIndexes.release(indexId, jobId);
  await productJobs.markSettled(jobId);
}

/** Ends a deletion. @param message reason of its failure, for the owner; null after success */
export async function endDeletion(
  deps: FinishDeletionDeps,
  jobId: string,
  message: string | null,
): Promise<ProductJobRow | null> {
  const job =
    message === null
      ? await deps.productJobs.succeed(jobId, {})
      : await deps.productJobs.fail(jobId, { error: message, errorCode: 'DELETE_FAILED' });
  if (job !== null && isFinalProductJobState(job.state)) await cleanUpDeletion(deps, job);
  return job;
}

export type IndexDeleteActivitiesDeps = Pick<
  ActivityDeps,
  | 'blobs'
  | 'buildWords'
  | 'experimentDays'
  | 'fieldClaims'
  | 'physicalIndexes'
  | 'productBuilds'
  | 'productImports'
  | 'productIndexes'
  | 'productJobs'
  | 'recordEntries'
  | 'recordGroups'
  | 'searchEvents'
  | 'stagedUploads'
> &
  FinishDeletionDeps;

export async function claimDeletion(
  { productJobs }: IndexDeleteActivitiesDeps,
  { jobId }: ProductJobRef,
): Promise<DeletionClaim | null> {
  const job = await productJobs.claim(jobId);
  return job === null ? null : { state: job.state };
}

export async function removeIndex(deps: IndexDeleteActivitiesDeps, { jobId }: ProductJobRef): Promise<void> {
  const job = await deps.productJobs.get(jobId);
  if (job?.state !== 'running') throw jobOver(job?.state ?? null);
  const { startedAt } = job.stages[0]!;
  await deps.productJobs.setStage(jobId, 'drop', { status: 'running', startedAt: startedAt ?? Date.now() });
  await whileAlive(() => remove(deps, job));
  await deps.productJobs.setStage(jobId, 'drop', { status: 'done', finishedAt: Date.now() });
}

export async function finishDeletion(
  deps: IndexDeleteActivitiesDeps,
  { jobId, message }: ProductJobRef & { message: string | null },
): Promise<{ state: ProductJobState } | null> {
  const job = await endDeletion(deps, jobId, message);
  return job === null ? null : { state: job.state };
}

/** Removes all data of an index, in an order in which a retry finds the remaining data. */
async function remove(
  {
    productJobs,
    productBuilds,
    physicalIndexes,
    recordGroups,
    blobs,
    buildWords,
    recordEntries,
    stagedUploads,
    fieldClaims,
    searchEvents,
    experimentDays,
    productImports,
    productIndexes,
  }: IndexDeleteActivitiesDeps,
  job: ProductJobRow,
): Promise<void> {
  const { indexId } = job;
  await productJobs.cancelOf(job, 'The index is being deleted.');
  for (const build of await productBuilds.listOf(indexId)) {
    await physicalIndexes.drop(build.physical);
    await recordGroups.removeOf(build._id);
    await productBuilds.remove(build._id);
  }
  await blobs.deletePrefix(`products/${indexId}/`);
  await buildWords.removeOfIndex(indexId);
  await recordEntries.removeOf(indexId);
  await stagedUploads.removeOf(indexId);
  await fieldClaims.removeOf(indexId);
  await searchEvents.removeOf(indexId);
  await experimentDays.removeOf(indexId);
  await productImports.removeOf(indexId);
  await productJobs.removeOf(job);
  await productIndexes.remove(indexId);
}
