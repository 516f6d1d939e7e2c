import { InvalidArgumentError } from 'commander';

/** Parses a count. @throws InvalidArgumentError unless it is a whole number from 1 */
export function countOf(given: string): number {
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new InvalidArgumentError('It has to be a whole number, at least 1.');
  return Number(given);
}
