/** Environment in which a key works; every stored object belongs to one organization and one environment. */
export const ENVIRONMENTS = ['development', 'staging', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Owner of a row: every store function that takes a caller's id takes this beside it. */
export interface Tenant {
  organizationId: string;
  environment: Environment;
}
