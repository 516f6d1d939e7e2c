import { RawForm, type RawTexts, type RowBuffer } from './workbook-reader';

const QUOTE = 0x22;
const pieceCharsMax = 64 * 1024;

/** Text of cell `i`, without making those of the row's other cells where these are bytes. */
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
 * Content of a quoted field, its pairs of quotes made single. In pieces, and joined rather than replaced: V8
 * answers a replacement with a chain of its parts, and millions of them take a GB.
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
