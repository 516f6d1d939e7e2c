import { InvalidArgumentError } from 'commander';

/** A count that a caller gave as an argument. @throws InvalidArgumentError for what is no whole number from 1 */
export function countOf(given: string): number {
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new InvalidArgumentError('It has to be a whole number, at least 1.');
  return Number(given);
}
