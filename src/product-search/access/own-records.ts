import { covers, type KeyScope, tenantOf } from '../../domain/products/key-scope';
import { type ObjectSettings } from '../../domain/products/settings';
import { tenantsOf } from '../build/document';
import { SearchRefused } from '../search/search-refused';

/** Records of one tenant, for keys that write no others. */
export interface OwnRecords {
  /** Field that names the tenants of a record. */
  field: string;
  /** Whether a record belongs to the tenant, and to no other one. */
  owns: (record: object) => boolean;
}

/**
 * The records that a scope may write; null for all. Those of an index with `tenant_field` are written by keys of
 * their tenant and by admin keys.
 *
 * @throws SearchRefused `ACCESS_DENIED` where the scope carries no tenant and the index asks for one
 */
export function ownRecords(
  scope: KeyScope,
  { tenant_field: field }: Pick<ObjectSettings, 'tenant_field'>,
): OwnRecords | null {
  if (field === undefined || scope.type === 'admin') return null;
  const tenant = tenantOf(scope);
  if (tenant === null)
    throw new SearchRefused(
      'ACCESS_DENIED',
      'The records of the index belong to tenants, and the API key carries none.',
    );
  return {
    field,
    owns: (record) => {
      const tenants = tenantsOf(record, field);
      return tenants.length > 0 && tenants.every((name) => covers(tenant, name));
    },
  };
}
