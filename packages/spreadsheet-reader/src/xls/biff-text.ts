import { type BytesDecoder } from './codepage';

/** Text encoding of a workbook: BIFF8 has Unicode with a width flag, BIFF5 has code page bytes. */
export interface BiffText {
  readonly biff8: boolean;
  readonly decode: BytesDecoder;
}

const wideFlag = 0x01;
const phoneticFlag = 0x04;
const runsFlag = 0x08;

/**
 * Reads a text within a record ([MS-XLS] 2.5.293, 2.5.294), cut where the record ends.
 *
 * @param at offset of its length field
 * @param end end of the record
 * @param lengthBytes size of the length field, 1 for short texts
 */
export function readText(
  bytes: Buffer,
  at: number,
  end: number,
  lengthBytes: 1 | 2,
  { biff8, decode }: BiffText,
): string {
  if (at + lengthBytes > end) return '';
  const length = lengthBytes === 1 ? bytes[at]! : bytes.readUInt16LE(at);
  let start = at + lengthBytes;
  if (!biff8) return decode(bytes, start, Math.min(start + length, end));
  if (start >= end) return '';
  const flags = bytes[start++]!;
  if (flags & runsFlag) start += 2;
  if (flags & phoneticFlag) start += 4;
  return readCharacters(bytes, start, end, length, (flags & wideFlag) !== 0);
}

/** Characters of a BIFF8 text, as many as fit before `end`: UTF-16, or the lower bytes of it only. */
export function readCharacters(
  bytes: Buffer,
  start: number,
  end: number,
  length: number,
  wide: boolean,
): string {
  if (start >= end) return '';
  const stop = Math.min(start + (wide ? length * 2 : length), end);
  return bytes.toString(wide ? 'utf16le' : 'latin1', start, stop);
}
