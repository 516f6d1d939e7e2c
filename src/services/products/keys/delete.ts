import { type ProductErrorCode } from '../../../domain/products/errors';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { changeableKey } from './find';

/**
 * Deletes a key, with `cascade` also the keys that derive from it or that it created.
 *
 * @throws Refusal `KEY_NOT_FOUND`, `KEY_ISSUED_BY_SERVICE`, `KEY_IS_CALLER`, `KEY_HAS_CHILDREN`,
 * `CASCADE_INCLUDES_CALLER`
 */
export async function deleteKey(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  keyId: string,
  { cascade }: { cascade: boolean },
): Promise<void> {
  await changeableKey(stores, caller, keyId);
  if (keyId === caller.keyId) throw new Refusal<ProductErrorCode>('KEY_IS_CALLER');
  const below = await stores.productKeys.idsBelow(keyId);
  if (below.includes(caller.keyId)) throw new Refusal<ProductErrorCode>('CASCADE_INCLUDES_CALLER');
  if (below.length > 0 && !cascade) {
    const message = `${below.length} keys derive from the key or were made by it; cascade=true deletes them too.`;
    throw new Refusal<ProductErrorCode>('KEY_HAS_CHILDREN', { message });
  }
  await stores.productKeys.delete(keyId);
}
