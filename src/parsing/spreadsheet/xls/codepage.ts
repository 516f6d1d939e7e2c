import iconv from 'iconv-lite';
import { decodeWindows1252 } from '../../text/windows-1252';

/** Decodes the bytes from `start` to `end`. */
export type BytesDecoder = (bytes: Buffer, start: number, end: number) => string;

/**
 * Encoding names of code pages that do not follow from the number ([MS-XLS] 2.4.52 and Windows' list of
 * identifiers).
 */
const NAMES: Readonly<Record<number, string>> = {
  0x8000: 'macroman',
  10000: 'macroman',
  10006: 'macgreek',
  10007: 'maccyrillic',
  10029: 'maccenteuro',
  10079: 'maciceland',
  10081: 'macturkish',
  10001: 'cp932',
  1200: 'utf-16le',
  1201: 'utf-16be',
  20866: 'koi8-r',
  20932: 'euc-jp',
  21866: 'koi8-u',
  51949: 'cp949',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** Decoder of the 8-bit texts of a workbook; Windows-1252 also for unknown code pages. */
export function codepageDecoder(codepage: number): BytesDecoder {
  const iso = codepage >= 28_591 && codepage <= 28_606 ? `iso-8859-${codepage - 28_590}` : null;
  const name = NAMES[codepage] ?? iso ?? `cp${codepage}`;
  if (name === 'cp1252' || !iconv.encodingExists(name)) return decodeWindows1252;
  return (bytes, start, end) => iconv.decode(bytes.subarray(start, end), name);
}
