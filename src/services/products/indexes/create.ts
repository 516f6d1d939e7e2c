import { type Tenant } from '../../../domain/platform/tenancy';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { indexesPerTenantMax } from '../../../domain/products/limits';
import { type ObjectSettings } from '../../../domain/products/settings';
import { ownedBy } from '../../../stores/mongo/owned-by';
import { type ProductIndexRow } from '../../../stores/products/product-indexes';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';

/** Facts of an index that a caller asks for. */
interface WantedIndex {
  indexId: string;
  name: string;
  idField: string | null;
  settings?: ObjectSettings;
  /** Id of the index whose records its first build takes over. */
  copyFrom?: string;
}

/**
 * Creates an index. One with the same id, of an earlier attempt of the request, is answered as it is.
 *
 * @throws Refusal `INDEX_EXISTS`, `INDEX_TOO_LARGE` above the number of indexes
 */
export async function createIndex(
  { stores }: Pick<ServiceDeps, 'stores'>,
  tenant: Tenant,
  { indexId, settings = {}, ...wanted }: WantedIndex,
): Promise<ProductIndexRow> {
  const { productIndexes } = stores;
  if ((await productIndexes.countOf(tenant)) >= indexesPerTenantMax) {
    const message = `There are ${indexesPerTenantMax} indexes already; delete one first.`;
    throw new Refusal<ProductErrorCode>('INDEX_TOO_LARGE', { message });
  }
  const row = await productIndexes.create({ ...wanted, _id: indexId, ...ownedBy(tenant), settings });
  if (row === null) throw new Refusal<ProductErrorCode>('INDEX_EXISTS');
  return row;
}
