import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type Stores } from '../../../stores';
import { type ProductKeyRow } from '../../../stores/products/product-keys';
import { Refusal } from '../../../domain/platform/refusal';

/** Finds a key of the caller's tenant. @throws Refusal `KEY_NOT_FOUND` */
export async function findKey(
  { productKeys }: Pick<Stores, 'productKeys'>,
  tenant: Tenant,
  keyId: string,
): Promise<ProductKeyRow> {
  const row = isId(ID_PREFIX.apiKey, keyId) ? await productKeys.find(tenant, keyId) : null;
  if (row === null) throw new Refusal<ProductErrorCode>('KEY_NOT_FOUND');
  return row;
}

/**
 * Finds a key that callers may change or delete.
 *
 * @throws Refusal `KEY_NOT_FOUND`, `KEY_ISSUED_BY_SERVICE`
 */
export async function changeableKey(
  stores: Pick<Stores, 'productKeys'>,
  tenant: Tenant,
  keyId: string,
): Promise<ProductKeyRow> {
  const row = await findKey(stores, tenant, keyId);
  if (row.issuedByService) throw new Refusal<ProductErrorCode>('KEY_ISSUED_BY_SERVICE');
  return row;
}
