import { UsageError } from './exit-codes.js';

/** The address of a service, as a caller gave it. @throws UsageError for what is no address of http or https */
export function baseUrlOf(given: string): string {
  if (!URL.canParse(given) || !['http:', 'https:'].includes(new URL(given).protocol))
    throw new UsageError(
      `The address of the service is none of http:// or https://: ${given || 'it is empty'}`,
    );
  return given;
}

/** A key, as a caller gave it. @throws UsageError for what no header can carry, such as a key with umlauts */
export function keyOf(given: string): string {
  if (!/^[\x21-\x7e]+$/.test(given)) throw new UsageError('The key has characters that no key has.');
  return given;
}
