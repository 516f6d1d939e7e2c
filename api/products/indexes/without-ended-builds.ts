import { afterBuild } from '../../../src/stores/products/build-hold';
import { type ProductIndexRow } from '../../../src/stores/products/product-indexes';
import { type ApiDeps } from '../../deps';

/**
 * Indexes as they are for their callers: a build whose job has ended no longer has its index, though its run has
 * not given it back yet.
 */
export async function withoutEndedBuilds(
  { stores }: Pick<ApiDeps, 'stores'>,
  indexes: readonly ProductIndexRow[],
): Promise<ProductIndexRow[]> {
  const builds = indexes.flatMap(({ holder }) => (holder?.type === 'index.build' ? [holder.jobId] : []));
  const ended = await stores.productJobs.ended(builds);
  return indexes.map((index) => {
    const job = ended.get(index.holder?.jobId ?? '');
    return job === undefined ? index : { ...index, holder: null, ...afterBuild(job) };
  });
}
