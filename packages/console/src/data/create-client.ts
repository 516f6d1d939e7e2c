import { createSheaf, type Sheaf } from 'sheaf-client';
import { type Credentials } from '../session/kept-credentials';
import { serviceUrl } from './service-url';

/** Creates the client of a tab. Its requests name the operator. */
export function createClient({ key, operator }: Credentials): Sheaf {
  const headers = operator === null ? {} : { 'X-Operator': asHeader(operator) };
  return createSheaf({ baseUrl: serviceUrl(), apiKey: key, headers });
}

/** A header carries the UTF-8 of the text, one character per byte. */
function asHeader(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
