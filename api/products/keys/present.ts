import { type ProductKeyRow } from '../../../src/stores/products/product-keys';
import { ownBounds } from '../../../src/services/products/keys/bounds';
import { type KeyResource } from './schema';

/** Builds the resource of a key, without the text of the key. */
export function presentKey(row: ProductKeyRow): KeyResource {
  const bounds = ownBounds(row);
  return {
    id: row._id,
    name: row.name,
    type: row.type,
    parent: row.ancestors.at(-1) ?? null,
    permissions: row.permissions,
    indexes: listOf(bounds.indexes),
    principals: listOf(bounds.principals),
    tenant: bounds.tenant,
    filter: bounds.filter,
    allowed_origins: listOf(bounds.allowedOrigins),
    facets: listOf(bounds.facets),
    hidden_fields: listOf(bounds.hiddenFields),
    visible_fields: listOf(bounds.visibleFields),
    rate_limit_per_second: bounds.ratePerSecond,
    expires_at: bounds.expiresAt,
    created_by: row.createdBy,
    issued_by_service: row.issuedByService,
    last_used_at: row.lastUsedAt?.getTime() ?? null,
    created_at: row.createdAt.getTime(),
  };
}

function listOf(names: readonly string[] | null): string[] | null {
  return names === null ? null : [...names];
}
