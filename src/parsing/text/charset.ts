import { isAscii, isUtf8 } from 'node:buffer';
import { type SourceFile } from '../source/source-file';
import { guessLegacyCharset } from './legacy-charset';
import { wholeUtf8End } from './text-decoder';
import { unmarkedUtf16 } from './utf16';

/** Character set of a text file. */
export interface TextCharset {
  /** Name of the character set for `createPieceDecoder`. */
  charset: string;
  /** Bytes of the byte order mark, 0 for none. */
  markBytes: number;
  /** True where the file does not declare it and another character set is possible. */
  guessed: boolean;
}

const MARKS: readonly [charset: string, mark: Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-32le', Buffer.from([0xff, 0xfe, 0, 0])],
  ['utf-32be', Buffer.from([0, 0, 0xfe, 0xff])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/**
 * Character set by a byte order mark, or by the pattern of UTF-16 without one; null where only the characters
 * can decide.
 */
export function declaredCharset(head: Buffer): TextCharset | null {
  for (const [charset, mark] of MARKS) {
    if (head.subarray(0, mark.length).equals(mark))
      return { charset, markBytes: mark.length, guessed: false };
  }
  const wide = unmarkedUtf16(head);
  return wide && { charset: wide, markBytes: 0, guessed: false };
}

const pieceBytes = 64 * 1024;
const sampleBytesMax = 256 * 1024;

/**
 * Detects the character set of a file: byte order mark; UTF-16 without one; UTF-8 where the first non-ASCII
 * characters are valid UTF-8 (a file of ASCII only counts as UTF-8); otherwise the likeliest legacy one.
 * Reads up to the first non-ASCII character and 256 KB from there.
 */
export async function detectCharset(file: SourceFile): Promise<TextCharset> {
  const piece = Buffer.allocUnsafe(pieceBytes);
  for (let position = 0; ; position += pieceBytes) {
    const bytes = piece.subarray(0, file.read(piece, position));
    const declared = position === 0 ? declaredCharset(bytes) : null;
    if (declared) return declared;
    if (bytes.length === 0) return { charset: 'utf-8', markBytes: 0, guessed: false };
    if (isAscii(bytes)) continue;
    const first = bytes.findIndex((byte) => byte >= 0x80);
    const lineStart = Math.max(bytes.lastIndexOf(0x0a, first), 0);
    const sample = Buffer.allocUnsafe(sampleBytesMax);
    const read = sample.subarray(0, file.read(sample, position + lineStart));
    if (isMostlyUtf8(read)) return { charset: 'utf-8', markBytes: 0, guessed: false };
    return { charset: await guessLegacyCharset(read), markBytes: 0, guessed: true };
  }
}

/** Whether the sample is UTF-8 with possible damage: five valid characters outweigh an invalid byte. */
function isMostlyUtf8(sample: Buffer): boolean {
  const whole = sample.subarray(0, wholeUtf8End(sample));
  if (isUtf8(whole)) return true;
  const text = whole.toString('utf8');
  const bad = text.split('\ufffd').length - 1;
  const good = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return good > bad * 5;
}
