import { createHash } from 'node:crypto';

/**
 * Name of a text that was sent without one. It follows from the content, so that the same text sent again is known, and two texts
 * never get in each other's way: 48 bits of SHA-256, as a number.
 */
export function snippetName(content: string): string {
  const hash = createHash('sha256').update(content).digest();
  return `snippet-${hash.readUIntBE(0, 6)}.txt`;
}
