import { unexpectedEnd } from '../../ooxml/xml/xml-error';
import { NOT_SHARED } from '../../row-buffer';
import { createSheetRow, type SheetRow } from '../../sheet-row';
import { CellKind } from '../../workbook-reader';
import { errorName } from '../../xls/error-names';
import { ROWS_MAX } from '../limits';
import { cellOutsideSheet, rowsOutOfOrder, tooManyCells, tooMuchText } from '../rows/row-errors';
import { type RowParser } from '../rows/row-parser';
import { type RowContext, RowPlace } from '../rows/row-scan';
import { createRecordFeed, requireBytes } from './record-feed';
import { RecordType } from './record-type';
import { wideText } from './wide-text';

const rowBytes = 12;
/** Bits in the last of the bytes of a row. */
const hiddenRowFlag = 0x10;
/** Bytes of a cell in front of its value: column and style; a short cell is behind the one before it. */
const cellHeadBytes = 8;
const shortHeadBytes = 4;
const styleMask = 0xffffff;
/** Long record of each short one. */
const LONG = new Uint8Array(RecordType.shortShared + 1);
for (const [short, long] of [
  [RecordType.shortRk, RecordType.cellRk],
  [RecordType.shortError, RecordType.cellError],
  [RecordType.shortBoolean, RecordType.cellBoolean],
  [RecordType.shortReal, RecordType.cellReal],
  [RecordType.shortText, RecordType.cellText],
  [RecordType.shortShared, RecordType.cellShared],
] as const) {
  LONG[short] = long;
}
/** Last record type of a cell, apart from that of rich text. */
const lastCell = RecordType.shortShared;

/** State of a pass over the rows of a part. */
interface BinaryScan {
  context: RowContext;
  sheetRow: SheetRow;
  place: number;
  /** Current row, 0-based, -1 before the first. */
  row: number;
  /** Whether the current row is hidden. */
  hidden: boolean;
  /** Column of the last cell of the row. */
  column: number;
  cells: number;
  textChars: number;
  danglingStrings: number;
}

/** Creates a parser of the rows of a binary worksheet's part, with the bounds and errors of an XML part. */
export function createBinaryRowParser(context: RowContext): RowParser {
  const { strings, dateStyles, onRow } = context;
  const isHidden = () => scan.hidden;
  const scan: BinaryScan = {
    context,
    sheetRow: createSheetRow({ sharedStrings: strings, dateStyles }, isHidden, onRow),
    place: RowPlace.before,
    row: -1,
    hidden: false,
    column: -1,
    cells: 0,
    textChars: 0,
    danglingStrings: 0,
  };
  const feed = createRecordFeed((type, bytes, start, end) => {
    if (scan.place === RowPlace.inside) takeRecord(scan, type, bytes, start, end);
    else if (type === RecordType.beginRows && scan.place === RowPlace.before) scan.place = RowPlace.inside;
  }, context.cellBytesMax);

  return {
    get danglingStrings() {
      return scan.danglingStrings;
    },
    write(bytes) {
      if (scan.place !== RowPlace.behind) feed.write(bytes);
    },
    end() {
      if (scan.place !== RowPlace.behind) feed.end();
      if (scan.place !== RowPlace.behind) throw unexpectedEnd();
    },
  };
}

function takeRecord(scan: BinaryScan, type: number, bytes: Buffer, start: number, end: number): void {
  if (type === RecordType.row) beginRow(scan, bytes, start, end);
  else if (type <= lastCell || type === RecordType.cellRichText) takeCell(scan, type, bytes, start, end);
  else if (type === RecordType.endRows) {
    scan.sheetRow.finish();
    scan.place = RowPlace.behind;
  }
}

function beginRow(scan: BinaryScan, bytes: Buffer, start: number, end: number): void {
  requireBytes(start, end, rowBytes);
  const row = bytes.readUInt32LE(start);
  if (row >= ROWS_MAX) throw cellOutsideSheet();
  if (row < scan.row) throw rowsOutOfOrder();
  scan.sheetRow.turn(row);
  scan.row = row;
  scan.hidden = (bytes[start + 11]! & hiddenRowFlag) !== 0;
  scan.column = -1;
}

function takeCell(scan: BinaryScan, type: number, bytes: Buffer, start: number, end: number): void {
  const isShort = type >= RecordType.shortBlank && type <= RecordType.shortShared;
  const head = isShort ? shortHeadBytes : cellHeadBytes;
  requireBytes(start, end, head);
  if (scan.row < 0) throw cellOutsideSheet();
  scan.column = isShort ? scan.column + 1 : bytes.readUInt32LE(start);
  const style = bytes.readUInt32LE(start + head - 4) & styleMask;
  const at = start + head;
  const cell = isShort ? LONG[type]! : type;
  switch (cell) {
    case RecordType.cellRk:
      requireBytes(at, end, 4);
      putNumber(scan, style, packedNumber(bytes, at), 0);
      break;
    case RecordType.cellReal:
    case RecordType.formulaNumber:
      requireBytes(at, end, 8);
      putNumber(scan, style, bytes.readDoubleLE(at), cell === RecordType.cellReal ? 0 : 1);
      break;
    case RecordType.cellShared:
      requireBytes(at, end, 4);
      putShared(scan, style, bytes.readUInt32LE(at));
      break;
    case RecordType.cellText:
    case RecordType.formulaText:
      putText(scan, style, wideText(bytes, at, end), cell === RecordType.cellText ? 0 : 1);
      break;
    case RecordType.cellRichText:
      putText(scan, style, wideText(bytes, at + 1, end), 0);
      break;
    case RecordType.cellBoolean:
    case RecordType.formulaBoolean:
      requireBytes(at, end, 1);
      put(
        scan,
        CellKind.boolean,
        style,
        bytes[at] === 0 ? 0 : 1,
        '',
        cell === RecordType.cellBoolean ? 0 : 1,
      );
      break;
    case RecordType.cellError:
    case RecordType.formulaError:
      requireBytes(at, end, 1);
      put(scan, CellKind.error, style, 0, errorName(bytes[at]!), cell === RecordType.cellError ? 0 : 1);
  }
}

/** Number of an RK value ([MS-XLSB] 2.5.123): an integer or the upper half of a double, maybe in hundredths. */
function packedNumber(bytes: Buffer, at: number): number {
  const packed = bytes.readInt32LE(at);
  let value: number;
  if ((packed & 2) !== 0) value = packed >> 2;
  else {
    double.setInt32(4, packed & ~3, true);
    value = double.getFloat64(0, true);
  }
  return (packed & 1) !== 0 ? value / 100 : value;
}

const double = new DataView(new ArrayBuffer(8));

function putNumber(scan: BinaryScan, style: number, value: number, formula: number): void {
  countCell(scan);
  scan.sheetRow.putNumber(scan.column, style, value, formula);
}

function putShared(scan: BinaryScan, style: number, index: number): void {
  const { starts, count } = scan.context.strings;
  if (index >= count) {
    scan.danglingStrings++;
    return;
  }
  const byteSize = (starts[index + 1]! >>> 1) - (starts[index]! >>> 1);
  if (byteSize === 0) return;
  countText(scan, byteSize);
  countCell(scan);
  scan.sheetRow.put(scan.column, CellKind.text, style, 0, '', index, 0);
}

function putText(scan: BinaryScan, style: number, text: string, formula: number): void {
  if (text === '') return;
  countText(scan, text.length);
  put(scan, CellKind.text, style, 0, text, formula);
}

function put(
  scan: BinaryScan,
  kind: number,
  style: number,
  number: number,
  text: string,
  formula: number,
): void {
  countCell(scan);
  scan.sheetRow.put(scan.column, kind, style, number, text, NOT_SHARED, formula);
}

function countCell(scan: BinaryScan): void {
  if (++scan.cells > scan.context.cellsMax) throw tooManyCells(scan.context.cellsMax);
}

function countText(scan: BinaryScan, chars: number): void {
  scan.textChars += chars;
  if (scan.textChars > scan.context.textCharsMax) throw tooMuchText();
}
