import { afterBuild } from '../../../stores/products/build-hold';
import { type ProductIndexRow } from '../../../stores/products/product-indexes';
import { type ServiceDeps } from '../../deps';

/**
 * Indexes as they are for their callers: a build or import whose job has ended no longer has its index, though
 * its run has not given it back yet.
 */
export async function withoutEndedBuilds(
  { stores }: Pick<ServiceDeps, 'stores'>,
  indexes: readonly ProductIndexRow[],
): Promise<ProductIndexRow[]> {
  const holders = indexes.flatMap(({ holder }) =>
    holder === null || holder.type === 'index.delete' ? [] : [holder.jobId],
  );
  const ended = await stores.productJobs.ended(holders);
  return indexes.map((index) => {
    const job = ended.get(index.holder?.jobId ?? '');
    if (job === undefined) return index;
    return { ...index, holder: null, ...(job.type === 'index.build' ? afterBuild(job) : {}) };
  });
}
