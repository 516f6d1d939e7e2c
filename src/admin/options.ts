import { UsageError } from '../refusal';
import { PERMISSIONS } from '../domain/documents/permissions';
import { type Environment, ENVIRONMENTS, isEnvironment } from '../domain/platform/tenancy';
import { PRODUCT_GRANTS } from '../domain/products/permissions';
import { organizationNamePattern } from '../stores/platform/organizations';

export const permissionNames = [...PERMISSIONS, ...PRODUCT_GRANTS];

/** @throws UsageError for another name */
export function environmentName(value: string | undefined): Environment {
  if (isEnvironment(value)) return value;
  throw new UsageError(`--environment must be one of ${ENVIRONMENTS.join(', ')}`);
}

/** @throws UsageError for a text that cannot be a name */
export function organizationName(value: string | undefined): string {
  if (value !== undefined && organizationNamePattern.test(value)) return value;
  throw new UsageError('--organization must be 1 to 63 lower-case letters, digits and inner hyphens');
}

/** Names of a comma-separated list, in the order of the table. @throws UsageError for an unknown one */
export function readPermissions(value: string | undefined): string[] {
  const names = (value ?? '').split(',').map((name) => name.trim());
  const wrong = names.filter((name) => !permissionNames.some((known) => known === name));
  if (wrong.length > 0)
    throw new UsageError(`--permissions must be a comma-separated list of ${permissionNames.join(', ')}`);
  return permissionNames.filter((known) => names.includes(known));
}

/** Credits, in halves. @throws UsageError by the name of the option */
export function readCredits(name: string, value: string): number {
  const credits = Number(value);
  if (value.trim() !== '' && credits >= 0 && Number.isSafeInteger(credits * 2)) return credits;
  throw new UsageError(`${name} must be a multiple of 0.5, zero or more`);
}

/** A whole number. @throws UsageError by the name of the option */
export function readCount(name: string, value: string, min: number, max: number): number {
  const count = Number(value);
  if (value.trim() !== '' && Number.isInteger(count) && count >= min && count <= max) return count;
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}`);
}
