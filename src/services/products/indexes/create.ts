import { type Tenant } from '../../../domain/platform/tenancy';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { indexesPerTenantMax } from '../../../domain/products/limits';
import { type ObjectSettings } from '../../../domain/products/settings';
import { ownedBy } from '../../../stores/mongo/owned-by';
import { type ProductIndexRow } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';

/** Facts of the new index. */
interface WantedIndex {
  indexId: string;
  name: string;
  idField: string | null;
  settings?: ObjectSettings;
  /** Index whose records the first build copies. */
  copyFrom?: string;
}

/**
 * Creates an index. Returns the existing one where an earlier attempt of the request created it with the same
 * id.
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
