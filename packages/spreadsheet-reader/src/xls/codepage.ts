import { charsetOfCodePage } from '../text/charset-label';
import { decodeAll } from '../text/text-decoder';
import { decodeWindows1252 } from '../text/windows-1252';

/** Decodes the bytes from `start` to `end`. */
export type BytesDecoder = (bytes: Buffer, start: number, end: number) => string;

/** Decoder of the 8-bit texts of a workbook; Windows-1252 also for unknown code pages. */
export function codepageDecoder(codepage: number): BytesDecoder {
  const charset = charsetOfCodePage(codepage) ?? 'windows-1252';
  if (charset === 'windows-1252') return decodeWindows1252;
  return (bytes, start, end) => decodeAll(bytes.subarray(start, end), charset);
}
