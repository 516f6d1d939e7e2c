import { builtInFormatCode, isDateFormat } from '../number-format';
import { type SharedTexts } from '../shared-row';
import { noSharedTexts } from '../string-arena';
import { type SheetInfo } from '../workbook-reader';
import { readText, type BiffText } from './biff-text';
import { type ByteStream } from '../source/byte-stream';
import { codepageDecoder } from './codepage';
import { createRecordCursor, type RecordCursor } from './record-cursor';
import { RecordType } from './record-type';
import { readSharedStrings } from './shared-strings';
import { encryptedWorkbook } from '../encryption/encrypted-workbook';
import { damagedXls, oversizedXls } from './xls-error';

/** A sheet with the offset of its records in the workbook stream. */
export interface XlsSheet extends SheetInfo {
  position: number;
  /** Offset of the next sheet, past which a sheet is not read, so that no record is read twice. */
  limit: number;
}

/** Workbook-wide facts. */
export interface WorkbookGlobals {
  text: BiffText;
  date1904: boolean;
  sheets: XlsSheet[];
  /** Names of all sheets, macro modules included; references count them. */
  tabNames: string[];
  /** Number format codes by index of the cell format (XF). */
  formatCodes: string[];
  /** 1 for each cell format that shows numbers as dates. */
  dateStyles: Uint8Array;
  sharedStrings: SharedTexts;
  /** Offsets of the records with the images. */
  drawingGroup: number[];
  /** Data of the records that resolve references between sheets, in order. */
  references: { type: number; data: Buffer }[];
}

const sheetsMax = 10_000;
/** Cell formats at most; a cell names its format by a 16-bit number. */
const cellFormatsMax = 65_536;
const defaultCodepage = 1252;
const SHEET_STATES = ['visible', 'hidden', 'veryHidden'] as const;
/** Sheet kinds by type in the BOUNDSHEET record; other types are macro modules. */
const SHEET_KINDS: Readonly<Record<number, SheetInfo['kind']>> = {
  0: 'worksheet',
  1: 'macrosheet',
  2: 'chartsheet',
};

/**
 * Reads the globals substream of a BIFF5 or BIFF8 workbook ([MS-XLS] 2.1.7.20.3); null for an older BIFF.
 *
 * @throws SourceError `encrypted`, `corrupt`, or `too_large` for more than 10,000 sheets
 */
export function readGlobals(stream: ByteStream): WorkbookGlobals | null {
  const cursor = createRecordCursor(stream);
  if (!cursor.next()) throw damagedXls('it has no records');
  if (cursor.type !== RecordType.bof) {
    if ((cursor.type & 0xff) === 0x09) return null;
    throw damagedXls('it does not begin as a workbook does');
  }
  const biff8 = cursor.end - cursor.start >= 2 && cursor.view.getUint16(cursor.start, true) === 0x0600;
  const formats = new Map<number, string>();
  const formatIds: number[] = [];
  const globals: WorkbookGlobals = {
    text: { biff8, decode: codepageDecoder(defaultCodepage) },
    date1904: false,
    sheets: [],
    tabNames: [],
    formatCodes: [],
    dateStyles: new Uint8Array(0),
    sharedStrings: noSharedTexts,
    drawingGroup: [],
    references: [],
  };
  while (cursor.next() && !isEnd(cursor)) readGlobal(cursor, globals, formats, formatIds);
  setLimits(globals.sheets);
  globals.formatCodes = formatIds.map((id) => formats.get(id) ?? builtInFormatCode(id) ?? 'General');
  const isDate = new Map([...new Set(globals.formatCodes)].map((code) => [code, isDateFormat(code) ? 1 : 0]));
  globals.dateStyles = Uint8Array.from(globals.formatCodes, (code) => isDate.get(code)!);
  return globals;
}

function isEnd({ type }: RecordCursor): boolean {
  return type === RecordType.eof;
}

function readGlobal(
  cursor: RecordCursor,
  globals: WorkbookGlobals,
  formats: Map<number, string>,
  formatIds: number[],
): void {
  const { type, start, end, view, bytes } = cursor;
  const length = end - start;
  switch (type) {
    case RecordType.filePass:
      throw encryptedWorkbook();
    case RecordType.codePage:
      if (length >= 2)
        globals.text = { ...globals.text, decode: codepageDecoder(view.getUint16(start, true)) };
      break;
    case RecordType.dateMode:
      globals.date1904 = length >= 2 && view.getUint16(start, true) === 1;
      break;
    case RecordType.boundSheet:
      if (length >= 7) addSheet(cursor, globals);
      break;
    case RecordType.format:
      if (length > 4) formats.set(view.getUint16(start, true), readFormat(cursor, globals.text));
      break;
    case RecordType.extendedFormat:
      if (length >= 4 && formatIds.length < cellFormatsMax) formatIds.push(view.getUint16(start + 2, true));
      break;
    case RecordType.sharedStrings:
      if (length >= 8) globals.sharedStrings = readSharedStrings(cursor);
      break;
    case RecordType.drawingGroup:
      globals.drawingGroup.push(cursor.position());
      break;
    case RecordType.supBook:
    case RecordType.externSheet:
      globals.references.push({ type, data: Buffer.from(bytes.subarray(start, end)) });
      break;
  }
}

function readFormat(cursor: RecordCursor, text: BiffText): string {
  return readText(cursor.bytes, cursor.start + 2, cursor.end, text.biff8 ? 2 : 1, text);
}

function addSheet(cursor: RecordCursor, { sheets, tabNames, text }: WorkbookGlobals): void {
  const { bytes, start, end, view } = cursor;
  if (tabNames.length >= sheetsMax) throw oversizedXls(`it has more than ${sheetsMax} sheets`);
  const name = readText(bytes, start + 6, end, 1, text);
  tabNames.push(name);
  const kind = SHEET_KINDS[bytes[start + 5]!];
  if (kind === undefined) return;
  sheets.push({
    index: sheets.length,
    name,
    state: SHEET_STATES[bytes[start + 4]! & 3] ?? 'visible',
    kind,
    position: view.getUint32(start, true),
    limit: Infinity,
  });
}

function setLimits(sheets: readonly XlsSheet[]): void {
  const byPosition = [...sheets].sort((a, b) => a.position - b.position);
  for (const [i, sheet] of byPosition.entries()) {
    sheet.limit = byPosition[i + 1]?.position ?? Infinity;
    if (sheet.limit === sheet.position) throw damagedXls('two sheets are in the same place');
  }
}
