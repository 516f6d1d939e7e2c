import { createSheaf, type Sheaf } from 'sheaf-client';
import { type Credentials } from '../session/kept-credentials';
import { serviceUrl } from './service-url';

/** The client of a tab, whose requests name the person who acts. */
export function createClient({ key, operator }: Credentials): Sheaf {
  const headers = operator === null ? {} : { 'X-Operator': asHeader(operator) };
  return createSheaf({ baseUrl: serviceUrl(), apiKey: key, headers });
}

/** A header takes a character for each byte of the text's UTF-8. */
function asHeader(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
