import { UsageError } from './exit-codes.js';

/** Parses the address of a service. @throws UsageError unless it is one of http or https */
export function baseUrlOf(given: string): string {
  if (!URL.canParse(given) || !['http:', 'https:'].includes(new URL(given).protocol))
    throw new UsageError(
      `The address of the service is none of http:// or https://: ${given || 'it is empty'}`,
    );
  return given;
}

/** Checks a key. @throws UsageError for characters that no header can hold, such as umlauts */
export function keyOf(given: string): string {
  if (!/^[\x21-\x7e]+$/.test(given)) throw new UsageError('The key has characters that no key has.');
  return given;
}
