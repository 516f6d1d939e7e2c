import { createHash } from 'node:crypto';

/**
 * File name of a text that is sent without a name. The name contains 48 bits of the SHA-256 of the content as
 * a number: the same text gets the same name again, different texts get different names.
 */
export function snippetName(content: string): string {
  const hash = createHash('sha256').update(content).digest();
  return `snippet-${hash.readUIntBE(0, 6)}.txt`;
}
