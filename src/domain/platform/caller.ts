import { type Tenant } from './tenancy';

/** The owner of a bearer key, and the key's permissions. */
export interface Caller extends Tenant {
  keyId: string;
  permissions: readonly string[];
  /** Unix milliseconds at which the key expires; null for never. */
  expiresAt: number | null;
  /** Requests a second of the key itself, in place of the per-key rate limits of routes; null for none. */
  ratePerSecond: number | null;
  /** Bounds of the key, whose type the product defines; null for none. */
  scope: unknown;
  /** Names of operators, one of whom management calls must give; null when no name is required. */
  operators: readonly string[] | null;
}
