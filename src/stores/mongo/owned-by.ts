import { type Tenant } from '../../domain/platform/tenancy';

/**
 * The tenant's fields alone, as a filter or as fields of a new row; other fields of the object are dropped.
 */
export function ownedBy({ organizationId, environment }: Tenant): Tenant {
  return { organizationId, environment };
}
