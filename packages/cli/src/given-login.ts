import { UsageError } from './exit-codes.js';
import { type Login, readLogin } from './login-file.js';

/** Address of a service that runs on this machine. */
export const defaultUrl = 'http://localhost:8080';

/**
 * The address and the key of the environment (`SHEAF_URL`, `SHEAF_API_KEY`), otherwise those of the saved
 * login; null without a key.
 *
 * @throws UsageError for an invalid address or key, and for an invalid file of the login
 */
export function givenLogin(): Login | null {
  const kept = readLogin();
  const apiKey = process.env.SHEAF_API_KEY ?? kept?.apiKey;
  if (apiKey === undefined) return null;
  return { url: baseUrlOf(process.env.SHEAF_URL ?? kept?.url ?? defaultUrl), apiKey: keyOf(apiKey) };
}

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
