import {
  endOf,
  grantTypes,
  type KeyScope,
  narrowed,
  rateOf,
  typePermissions,
  unbounded,
} from '../../../src/domain/products/key-scope';
import { PRODUCT_GRANTS } from '../../../src/domain/products/permissions';
import { SealError } from '../../../src/signing/sealed-text';
import { productKeyMark, type ProductKeyRow } from '../../../src/stores/products/product-keys';
import { type ApiDeps } from '../../deps';
import { type Caller } from '../../../src/domain/platform/caller';
import { boundsOf, scopeOfChain } from '../../../src/services/products/keys/bounds';
import { sentBounds } from './bounds';
import { isToken, readToken } from './key-token';

/** Whether a bearer token is one of product search: a key, or a token that a key signed. */
export function isProductToken(token: string): boolean {
  return token.startsWith(productKeyMark) || isToken(token);
}

/** A caller by its key alone. */
export type KnownKey = Omit<Caller, 'operators'>;

type FinderDeps = Pick<ApiDeps, 'stores' | 'sealer' | 'log'>;

/**
 * The caller of a key or of a signed token. Null where the key, or any key that it derives from, does not
 * exist, or where the token was not signed by its parent.
 */
export async function findProductCaller(deps: FinderDeps, text: string): Promise<KnownKey | null> {
  if (isToken(text)) return findTokenCaller(deps, text);
  const chain = await deps.stores.productKeys.findChain(text);
  return chain === null ? null : callerOf(chain.at(-1)!, scopeOfChain(chain));
}

async function findTokenCaller({ stores, sealer, log }: FinderDeps, text: string): Promise<KnownKey | null> {
  const token = readToken(text);
  if (token === null) return null;
  const { parent, exp, permissions, ...sent } = token.body;
  const chain = await stores.productKeys.findChainById(parent);
  const key = chain?.at(-1);
  if (chain === null || key?.tokenSecret === undefined) return null;
  try {
    if (!token.isSignedWith(sealer.open(key.tokenSecret, key._id) as string)) return null;
  } catch (err) {
    if (!(err instanceof SealError)) throw err;
    log.error({ err, key_id: key._id }, 'the secret that signs tokens of a key does not open');
    return null;
  }
  const above = scopeOfChain(chain);
  const bounds = {
    id: `${key._id}/${token.id}`,
    ...boundsOf(sentBounds(sent), unbounded),
    expiresAt: exp,
    isToken: true,
  };
  return callerOf(key, narrowed(above, permissions ?? above.permissions, bounds));
}

function callerOf({ _id: keyId, organizationId, environment }: ProductKeyRow, scope: KeyScope): KnownKey {
  const { permissions } = scope;
  const ends = { expiresAt: endOf(scope), ratePerSecond: rateOf(scope) };
  return { keyId, organizationId, environment, permissions, ...ends, scope };
}

/** Scope of a key of documents in product search, by the grants among its permissions: without bounds. */
export function grantedScope(keyId: string, permissions: readonly string[]): KeyScope {
  const grant = PRODUCT_GRANTS.find((one) => permissions.includes(one));
  const type = grant === undefined ? 'search' : grantTypes[grant];
  return {
    type,
    permissions: grant === undefined ? [] : typePermissions[type],
    chain: [{ id: keyId, ...unbounded }],
  };
}
