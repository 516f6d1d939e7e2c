import { sniffBytes } from './sniff-bytes';
import { isCompoundFile, sniffCompoundFile } from './source/compound-head';
import { isJsonText } from './text/json-head';
import { sniffMarkup } from './text/markup-head';
import { decodeText } from './text/text-head';
import { isOpenSpreadsheet, isZip, sniffPackage } from './source/zip-head';
import { detectDialect } from './csv/dialect';

/**
 * Type of a spreadsheet by its content:
 *
 * - `xlsx`: a ZIP archive that is, or may be, an XLSX or XLSM workbook
 * - `xlsb`: a ZIP archive with the binary parts of an XLSB workbook
 * - `ods`: a ZIP archive that says it is an OpenDocument spreadsheet
 * - `xls`: a compound file, or a bare BIFF5 or BIFF8 stream, that is or may be an XLS workbook
 * - `encrypted`: a compound file around an encrypted document
 * - `legacy`: BIFF2 to BIFF4, or SpreadsheetML 2003
 * - `csv`, `tsv`: any other text
 */
export type SpreadsheetType = 'xlsx' | 'xlsb' | 'ods' | 'xls' | 'encrypted' | 'legacy' | 'csv' | 'tsv';

/**
 * Detects the type of a spreadsheet by its first bytes, never by its name. Undecided files (a ZIP archive
 * whose visible entries have common names, a compound file whose directory is further back) count as the
 * spreadsheet that they may be; the reader refuses them later.
 *
 * @param head the first bytes, up to `sniffBytes`
 * @param byteSize size of the file, null where unknown: a head shorter than `sniffBytes` is then all of it
 * @returns `empty` for a file without bytes, null for a file that is certainly no spreadsheet, such as JSON
 *   or an HTML page, whatever tables it holds
 */
export function sniffSpreadsheet(
  head: Buffer,
  byteSize: number | null = null,
): SpreadsheetType | 'empty' | null {
  const type = sniffReadable(head, byteSize);
  return type === 'page' ? null : type;
}

/** The same, with `page` for an HTML page with a table, which spreadsheet programs save as a workbook too. */
export function sniffReadable(
  head: Buffer,
  byteSize: number | null,
): SpreadsheetType | 'page' | 'empty' | null {
  if (head.length === 0) return 'empty';
  const whole = byteSize === null ? head.length < sniffBytes : byteSize <= head.length;
  if (isZip(head)) {
    if (isOpenSpreadsheet(head)) return 'ods';
    return sniffPackage(head, whole);
  }
  if (isCompoundFile(head)) return sniffCompoundFile(head);
  const bareBiff = sniffBareBiff(head);
  if (bareBiff) return bareBiff;
  const text = decodeText(head, whole);
  if (text === null) return null;
  const markup = sniffMarkup(text, whole);
  if (markup !== 'text') return markup;
  if (isJsonText(text, whole)) return null;
  return detectDialect(text, whole).delimiter === '\t' ? 'tsv' : 'csv';
}

/**
 * Media type for storing and serving a file of this type. XLSX and XLSM cannot be distinguished by their
 * first bytes.
 */
export function contentTypeOf(type: SpreadsheetType): string {
  return CONTENT_TYPES[type];
}

const CONTENT_TYPES: Readonly<Record<SpreadsheetType, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  xls: 'application/vnd.ms-excel',
  encrypted: 'application/x-ole-storage',
  legacy: 'application/vnd.ms-excel',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
};

/** Substream types of a BOF record: workbook, worksheet, chart, macro sheet, workspace. */
const BOF_KINDS = new Set([0x0005, 0x0010, 0x0020, 0x0040, 0x0100]);

/**
 * Type of a bare BIFF stream: a workbook older than compound files, or written without one, begins with its
 * BOF record ([MS-XLS] 2.4.21).
 */
function sniffBareBiff(head: Buffer): 'xls' | 'legacy' | null {
  if (head.length < 8 || head[0] !== 0x09 || head[3] !== 0) return null;
  if (!BOF_KINDS.has(head.readUInt16LE(6))) return null;
  if (head[1] === 0x08) return head[2]! >= 8 ? 'xls' : null;
  return (head[1] === 0x00 || head[1] === 0x02 || head[1] === 0x04) && head[2]! >= 4 ? 'legacy' : null;
}
