import { type Tenant } from '../../domain/platform/tenancy';

/**
 * Filter for the rows of one tenant, and the fields that make a new row its own; what else the caller's
 * object has stays out.
 */
export function ownedBy({ organizationId, environment }: Tenant): Tenant {
  return { organizationId, environment };
}
