import { isAscii, isUtf8 } from 'node:buffer';
import { type SourceFile } from '../source/source-file';
import { charsetOfLabel } from './charset-label';
import { guessLegacyCharset } from './legacy-charset';
import { shiftedCharset } from './shifted-decoder';
import { decodeAll, wholeUtf8End } from './text-decoder';
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
 * Character set by a byte order mark, by the pattern of UTF-16 without one, or by escape sequences of ISO-2022;
 * null where only the characters can decide.
 */
export function declaredCharset(head: Buffer): TextCharset | null {
  for (const [charset, mark] of MARKS) {
    if (head.subarray(0, mark.length).equals(mark))
      return { charset, markBytes: mark.length, guessed: false };
  }
  const charset = unmarkedUtf16(head) ?? (isAscii(head) ? shiftedCharset(head) : null);
  return charset && { charset, markBytes: 0, guessed: false };
}

const pieceBytes = 64 * 1024;
const sampleBytesMax = 256 * 1024;
/** Bytes that a piece shares with the next one, so that an escape sequence is whole in one of them. */
const sharedBytes = 4;

/**
 * Detects the character set of a file: byte order mark; UTF-16 without one; escape sequences of ISO-2022 before
 * any other non-ASCII character; UTF-8 where the first non-ASCII characters are valid UTF-8 (a file of ASCII
 * only counts as UTF-8); otherwise the likeliest legacy one. Reads up to the first non-ASCII character and
 * 256 KB from there.
 */
export async function detectCharset(file: Pick<SourceFile, 'read'>): Promise<TextCharset> {
  const piece = Buffer.allocUnsafe(pieceBytes);
  for (let position = 0; ; position += pieceBytes - sharedBytes) {
    const bytes = piece.subarray(0, file.read(piece, position));
    const declared = position === 0 ? declaredCharset(bytes) : null;
    if (declared) return declared;
    if (isAscii(bytes)) {
      const charset = shiftedCharset(bytes) ?? (bytes.length < pieceBytes ? 'utf-8' : null);
      if (charset !== null) return { charset, markBytes: 0, guessed: false };
      continue;
    }
    const first = bytes.findIndex((byte) => byte >= 0x80);
    const lineStart = Math.max(bytes.lastIndexOf(0x0a, first), 0);
    const sample = Buffer.allocUnsafe(sampleBytesMax);
    const read = sample.subarray(0, file.read(sample, position + lineStart));
    if (isMostlyUtf8(read)) return { charset: 'utf-8', markBytes: 0, guessed: false };
    return { charset: await guessLegacyCharset(read), markBytes: 0, guessed: true };
  }
}

const ESC = 0x1b;
const SHIFTED_BY_LABEL = new Set(['utf-7', 'iso-2022-jp', 'iso-2022-kr', 'iso-2022-cn']);
const WIDE = new Set(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']);
const WHOLE_ASCII = /^(?:us-?)?ascii$/i;

/**
 * Character set of a text whose file, or whose message, declares one: what the bytes show, and the label where
 * they allow several. A label of ASCII says nothing about other bytes.
 */
export function charsetWithLabel(detected: TextCharset, label: string | null): string {
  const declared = label === null || WHOLE_ASCII.test(label.trim()) ? null : charsetOfLabel(label);
  if (declared === null || declared === 'utf-8' || WIDE.has(declared)) return detected.charset;
  const undecided = detected.guessed || (detected.charset === 'utf-8' && SHIFTED_BY_LABEL.has(declared));
  return undecided && !(detected.guessed && SHIFTED_BY_LABEL.has(declared)) ? declared : detected.charset;
}

/**
 * Text of bytes that are in memory.
 *
 * @param label character set that is declared for them; null for none
 */
export async function decodeLabelled(bytes: Buffer, label: string | null): Promise<string> {
  const declared = label === null ? null : charsetOfLabel(label);
  if (isAscii(bytes) && !bytes.includes(ESC) && !SHIFTED_BY_LABEL.has(declared ?? ''))
    return bytes.toString('latin1');
  if (declared !== null && WIDE.has(declared) && !isAscii(bytes)) {
    const wide = decodeAll(bytes, declared);
    if (!wide.includes('\ufffd')) return wide.replace(/^\ufeff/, '');
  }
  const detected = await detectCharset({ read: (target, position) => bytes.copy(target, 0, position) });
  return decodeAll(bytes.subarray(detected.markBytes), charsetWithLabel(detected, label));
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
