import { type Tenant } from './tenancy';

/** The owner of a bearer key, and the key's permissions. */
export interface Caller extends Tenant {
  keyId: string;
  permissions: readonly string[];
  /** Unix milliseconds at which the key ends; null for a key without an end. */
  expiresAt: number | null;
  /** Requests a second of the key itself, in place of the quotas of routes per key; null for none. */
  ratePerSecond: number | null;
  /** Bounds of the key in the terms of its product; null for a key that has none. */
  scope: unknown;
  /** Operators, one of whom management calls must name; null where no name is needed. */
  operators: readonly string[] | null;
}
