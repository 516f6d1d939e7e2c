/** Environments. Every key and every stored object belongs to one organization and one environment. */
export const ENVIRONMENTS = ['development', 'staging', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Owner of a row. Every store function that takes a caller's id takes the tenant too. */
export interface Tenant {
  organizationId: string;
  environment: Environment;
}
