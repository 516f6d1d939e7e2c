import { type Caller } from '../../../domain/platform/caller';
import {
  endOf,
  grantTypes,
  type KeyScope,
  narrowed,
  rateOf,
  typePermissions,
  unbounded,
} from '../../../domain/products/key-scope';
import { PRODUCT_GRANTS, type ProductPermission } from '../../../domain/products/permissions';
import { SealError } from '../../../signing/sealed-text';
import { hashApiKey } from '../../../stores/platform/api-keys';
import { type ProductKeyRow } from '../../../stores/products/product-keys';
import { type ServiceDeps } from '../../deps';
import { boundsOf, scopeOfChain, type SentBounds } from './bounds';

/** Caller as its key determines it, without the organization's operators. */
export type KnownKey = Omit<Caller, 'operators'>;

/** Signed token as sent. */
export interface SignedToken {
  /** Hash of its content. */
  id: string;
  /** Key that signed it. */
  parent: string;
  /** Expiry in Unix milliseconds. */
  expiresAt: number;
  /** Default: the permissions of the key. */
  permissions: readonly ProductPermission[] | undefined;
  bounds: SentBounds;
  /** Whether the token was signed with this secret. */
  isSignedWith: (secret: string) => boolean;
}

/** Finds the caller of a product key. Null where the key, or one from which it derives, does not exist. */
export async function findKeyCaller(
  { stores }: Pick<ServiceDeps, 'stores'>,
  text: string,
): Promise<KnownKey | null> {
  const chain = await stores.productKeys.findChain(text);
  return chain === null ? null : callerOf(chain.at(-1)!, scopeOfChain(chain));
}

/**
 * Finds the caller of a signed token. Null where its key, or one from which that key derives, does not exist,
 * or where the signature is wrong.
 */
export async function findTokenCaller(
  { stores, sealer, log }: Pick<ServiceDeps, 'stores' | 'sealer' | 'log'>,
  token: SignedToken,
): Promise<KnownKey | null> {
  const chain = await stores.productKeys.findChainById(token.parent);
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
    ...boundsOf(token.bounds, unbounded),
    expiresAt: token.expiresAt,
    isToken: true,
  };
  return callerOf(key, narrowed(above, token.permissions ?? above.permissions, bounds));
}

/** Finds the caller of a document key, with the permissions for product search that its own ones grant. */
export async function findDocumentKeyCaller(
  { stores }: Pick<ServiceDeps, 'stores'>,
  text: string,
): Promise<KnownKey | null> {
  const row = await stores.apiKeys.findActive(hashApiKey(text));
  if (row === null) return null;
  const { _id: keyId, organizationId, environment, permissions } = row;
  const expiresAt = row.expiresAt?.getTime() ?? null;
  const scope = grantedScope(keyId, permissions);
  return { keyId, organizationId, environment, permissions, expiresAt, ratePerSecond: null, scope };
}

function callerOf({ _id: keyId, organizationId, environment }: ProductKeyRow, scope: KeyScope): KnownKey {
  const { permissions } = scope;
  const ends = { expiresAt: endOf(scope), ratePerSecond: rateOf(scope) };
  return { keyId, organizationId, environment, permissions, ...ends, scope };
}

/** Scope of a document key in product search, from its permissions; it has no bounds. */
function grantedScope(keyId: string, permissions: readonly string[]): KeyScope {
  const grant = PRODUCT_GRANTS.find((one) => permissions.includes(one));
  const type = grant === undefined ? 'search' : grantTypes[grant];
  return {
    type,
    permissions: grant === undefined ? [] : typePermissions[type],
    chain: [{ id: keyId, ...unbounded }],
  };
}
