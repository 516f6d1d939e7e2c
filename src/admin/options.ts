import { InvalidArgumentError, Option } from 'commander';
import { PERMISSIONS } from '../domain/documents/permissions';
import { parseMoment } from '../domain/platform/moment';
import { ENVIRONMENTS } from '../domain/platform/tenancy';
import { PRODUCT_GRANTS } from '../domain/products/permissions';
import { organizationNamePattern } from '../stores/platform/organizations';

export const permissionNames = [...PERMISSIONS, ...PRODUCT_GRANTS];

/** `--organization <name>`; optional unless the command makes it mandatory. */
export function organizationOption(description = 'name of the organization'): Option {
  return new Option('--organization <name>', description).argParser(readOrganizationName);
}

/** `--environment <name>`, mandatory. */
export function environmentOption(): Option {
  return new Option('--environment <name>', 'environment of the organization')
    .choices(ENVIRONMENTS)
    .makeOptionMandatory();
}

/** @throws InvalidArgumentError */
export function readOrganizationName(text: string): string {
  if (organizationNamePattern.test(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 63 lower-case letters, digits and inner hyphens.');
}

/**
 * Reads a comma-separated list of permissions; the result has the order of the table. @throws
 * InvalidArgumentError
 */
export function readPermissions(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => permissionNames.some((known) => known === name)))
    return permissionNames.filter((known) => names.includes(known));
  throw new InvalidArgumentError(`It must be a comma-separated list of ${permissionNames.join(', ')}.`);
}

/** Reads an amount of credits, a multiple of 0.5. @throws InvalidArgumentError */
export function readCredits(text: string): number {
  const credits = Number(text);
  if (text.trim() !== '' && credits >= 0 && Number.isSafeInteger(credits * 2)) return credits;
  throw new InvalidArgumentError('It must be a multiple of 0.5, zero or more.');
}

/** Returns a reader of whole numbers that throws InvalidArgumentError. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (text.trim() !== '' && Number.isInteger(count) && count >= min && count <= max) return count;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** @throws InvalidArgumentError */
export function readTime(text: string): Date {
  const ms = parseMoment(text);
  if (ms !== null) return new Date(ms);
  throw new InvalidArgumentError('It must be a date or a time of ISO 8601, such as 2026-11-27T09:30.');
}
