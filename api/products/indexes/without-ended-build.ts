import { afterBuild } from '../../../src/stores/products/build-hold';
import { type ProductIndexRow } from '../../../src/stores/products/product-indexes';
import { type ApiDeps } from '../../deps';

/**
 * An index as it is for its callers: a build whose job has ended no longer has it, though its run has not given
 * it back yet.
 */
export async function withoutEndedBuild(
  { stores }: Pick<ApiDeps, 'stores'>,
  index: ProductIndexRow,
): Promise<ProductIndexRow> {
  if (index.holder?.type !== 'index.build') return index;
  const job = await stores.productJobs.get(index.holder.jobId);
  return job?.finishedAt ? { ...index, holder: null, ...afterBuild(job) } : index;
}
