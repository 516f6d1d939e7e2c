import {
  type KeyBounds,
  type KeyScope,
  narrowed,
  type RootKeyType,
  unbounded,
} from '../../../src/domain/products/key-scope';
import { type ProductKeyRow } from '../../../src/stores/products/product-keys';
import { type NewKeyBody } from './schema';

/** Members of requests by the bounds that they set. */
export const boundNames = {
  indexes: 'indexes',
  principals: 'principals',
  tenant: 'tenant',
  filter: 'filter',
  allowed_origins: 'allowedOrigins',
  facets: 'facets',
  hidden_fields: 'hiddenFields',
  visible_fields: 'visibleFields',
  rate_limit_per_second: 'ratePerSecond',
  expires_at: 'expiresAt',
} as const satisfies Record<string, keyof KeyBounds>;

/** Members of a request that bound a key. */
type SentBounds = Partial<Pick<NewKeyBody, keyof typeof boundNames>>;

/** Bounds that a request asks for, over others for those that it leaves out. */
export function boundsOf(sent: SentBounds, others: KeyBounds): KeyBounds {
  const {
    indexes = others.indexes,
    principals = others.principals,
    tenant = others.tenant,
    filter = others.filter,
    allowed_origins: allowedOrigins = others.allowedOrigins,
    facets = others.facets,
    hidden_fields: hiddenFields = others.hiddenFields,
    visible_fields: visibleFields = others.visibleFields,
    rate_limit_per_second: ratePerSecond = others.ratePerSecond,
    expires_at: expiresAt = others.expiresAt,
  } = sent;
  return {
    indexes,
    principals,
    tenant,
    filter,
    allowedOrigins,
    facets,
    hiddenFields,
    visibleFields,
    ratePerSecond,
    expiresAt,
  };
}

/** Bounds of a stored key, which may be older than some of them. */
export function ownBounds({ bounds }: Pick<ProductKeyRow, 'bounds'>): KeyBounds {
  return { ...unbounded, ...bounds };
}

/** Scope of a key from the keys of its chain, the first one first. */
export function scopeOfChain(chain: readonly ProductKeyRow[]): KeyScope {
  const [root, ...below] = chain;
  const { _id: id, type, permissions } = root!;
  const scope: KeyScope = { type: type as RootKeyType, permissions, chain: [{ id, ...ownBounds(root!) }] };
  return below.reduce(
    (above, row) => narrowed(above, row.permissions, { id: row._id, ...ownBounds(row) }),
    scope,
  );
}
