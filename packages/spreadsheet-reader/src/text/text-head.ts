import { declaredCharset } from './charset';
import { createPieceDecoder } from './text-decoder';

/** Signatures of files that are not plain text: archives, images, programs, PDF, PostScript, RTF. */
const FOREIGN = [
  '\x1f\x8b',
  'BZh91AY&SY',
  '\xfd7zXZ\0',
  '7z\xbc\xaf',
  'Rar!\x1a',
  '\x28\xb5\x2f\xfd',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF87a',
  'GIF89a',
  '\x7fELF',
  '\xca\xfe\xba\xbe',
  '\0asm',
  '%PDF-',
  '%!PS',
  '{\\rtf',
  'MIME-Version:',
  '-----BEGIN ',
] as const;
/** Control characters that a text of some words may have; a larger number must be rare. */
const strayControlsMax = 4;
const strayShareMax = 0.125;
const controlShareMax = 0.01;

/**
 * Text of the first bytes of a file, null where they are no text. Legacy character sets are read as Latin-1,
 * which is enough to find delimiters, quotes and markup.
 *
 * @param whole whether the head is the whole file
 */
export function decodeText(head: Buffer, whole: boolean): string | null {
  const start = head.toString('latin1', 0, 16);
  if (FOREIGN.some((magic) => start.startsWith(magic))) return null;
  const declared = declaredCharset(head);
  const text = declared
    ? createPieceDecoder(declared.charset).decode(head.subarray(declared.markBytes), whole).toString()
    : head.toString('latin1');
  const controls = countControls(text);
  const shareMax = controls <= strayControlsMax ? strayShareMax : controlShareMax;
  return controls <= text.length * shareMax ? text : null;
}

/**
 * Number of control characters that no text file has: all but tab, line and page breaks, and the end mark of
 * DOS.
 */
function countControls(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 && (code < 0x09 || code > 0x0d) && code !== 0x1a) count++;
  }
  return count;
}
