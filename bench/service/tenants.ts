import type { Stores } from '../../src/stores';

/** An organization of the bench with a key of its own. */
export interface BenchTenant {
  organizationId: string;
  key: string;
}

/** Makes `count` organizations without a credit limit, each with a key that may index and query documents and products. */
export async function createTenants(stores: Stores, count: number): Promise<BenchTenant[]> {
  const tenants: BenchTenant[] = [];
  for (let at = 0; at < count; at++) {
    const organizationId = await stores.organizations.ensure(`bench-${at}`);
    const tenant = { organizationId, environment: 'production' } as const;
    const { text } = await stores.apiKeys.create(tenant, ['index', 'query', 'products-admin']);
    tenants.push({ organizationId, key: text });
  }
  return tenants;
}
