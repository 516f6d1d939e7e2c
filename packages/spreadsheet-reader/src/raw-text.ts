import { RawForm, type RawTexts, type RowBuffer } from './workbook-reader';

const QUOTE = 0x22;
const pieceCharsMax = 64 * 1024;

/** Text of cell `i`; other texts of the row stay bytes. */
export function textAt(row: RowBuffer, i: number): string {
  const { raw } = row;
  return raw == null || raw.start[i]! < 0 ? row.text[i]! : rawTextAt(raw, i);
}

/** First byte or UTF-16 unit of the text of cell `i`, which is not empty. */
export function firstUnitAt(row: RowBuffer, i: number): number {
  const { raw } = row;
  return raw == null || raw.start[i]! < 0 ? row.text[i]!.charCodeAt(0) : raw.bytes[raw.start[i]!]!;
}

/** Text of cell `i` from its bytes. */
export function rawTextAt({ bytes, start, end, form }: RawTexts, i: number): string {
  if (form[i] === RawForm.plain) return bytes.toString('latin1', start[i], end[i]);
  const text = bytes.toString('utf8', start[i], end[i]);
  return form[i] === RawForm.doubled ? unquote(text) : text;
}

/**
 * Content of a quoted field with doubled quotes made single. It is split and joined, because V8 returns a
 * chain of parts from a replacement, and millions of them take a GB.
 */
export function unquote(value: string): string {
  if (!value.includes('"')) return value;
  let plain = '';
  for (let start = 0, end; start < value.length; start = end) {
    end = Math.min(start + pieceCharsMax, value.length);
    let quotes = 0;
    while (end - quotes > start && value.charCodeAt(end - quotes - 1) === QUOTE) quotes++;
    end += quotes & 1;
    plain += value.slice(start, end).split('""').join('"');
  }
  return plain;
}
