import { type PhysicalIndexes } from './physical-index';
import { type ProductIndexRow } from './product-index-row';
import { type ProductIndexStore } from './product-indexes';

interface BuildStores {
  physicalIndexes: Pick<PhysicalIndexes, 'exists'>;
  productIndexes: Pick<ProductIndexStore, 'dropFormer'>;
}

/**
 * Removes the former build from the row of an index if the search engine has lost it. True when it was lost.
 */
export async function dropLostFormer(
  { physicalIndexes, productIndexes }: BuildStores,
  { _id, former }: Pick<ProductIndexRow, '_id' | 'former'>,
): Promise<boolean> {
  if (former === null || (await physicalIndexes.exists(former.physical))) return false;
  await productIndexes.dropFormer(_id, former.buildId);
  return true;
}
