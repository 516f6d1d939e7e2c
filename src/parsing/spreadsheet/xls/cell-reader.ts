import { growRowBuffer } from '../row-buffer';
import { CellKind, type RowBuffer } from '../workbook-reader';
import { readCharacters, readText } from './biff-text';
import { errorName } from './error-names';
import { type RecordCursor } from './record-cursor';
import { RecordType } from './record-type';
import { type WorkbookGlobals } from './workbook-globals';
import { damagedXls } from './xls-error';

/** Puts the cells of one record after the other into a row. */
export interface CellReader {
  /** Appends the values of the cell record at hand; blank cells leave nothing. */
  append(): void;
}

const columnsMax = 16_384;
const wideFlag = 0x01;
/** Records that may stand between a formula and the text that it results in. */
const BETWEEN = new Set<number>([
  RecordType.sharedFormula,
  RecordType.array,
  RecordType.table,
  RecordType.continue,
]);

/** Reads cell records ([MS-XLS] 2.4) of BIFF5 and BIFF8. */
export function createCellReader(cursor: RecordCursor, globals: WorkbookGlobals, row: RowBuffer): CellReader {
  const { sharedStrings, dateStyles, text } = globals;
  const { bytes, view } = cursor;
  const double = new DataView(new ArrayBuffer(8));

  function put(
    column: number,
    kind: number,
    style: number,
    number: number,
    value: string,
    formula: number,
  ): void {
    if (column >= columnsMax) throw damagedXls('a cell lies outside of the largest possible sheet');
    const cell = row.length;
    if (cell === row.column.length) growRowBuffer(row);
    row.column[cell] = column;
    row.kind[cell] = kind;
    row.style[cell] = style;
    row.number[cell] = number;
    row.text[cell] = value;
    row.formula[cell] = formula;
    row.length = cell + 1;
  }

  function putNumber(column: number, style: number, value: number, formula: number): void {
    if (value - value !== 0) put(column, CellKind.error, style, 0, '#NUM!', formula);
    else put(column, dateStyles[style] === 1 ? CellKind.date : CellKind.number, style, value, '', formula);
  }

  function putText(column: number, style: number, value: string, formula: number): void {
    if (value !== '') put(column, CellKind.text, style, 0, value, formula);
  }

  function putError(column: number, style: number, code: number, formula: number): void {
    put(column, CellKind.error, style, 0, errorName(code), formula);
  }

  /** A number packed into 32 bits ([MS-XLS] 2.5.217): an integer or the upper half of a double, both perhaps in hundredths. */
  function packedNumber(at: number): number {
    const packed = view.getInt32(at, true);
    let value: number;
    if (packed & 2) {
      value = packed >> 2;
    } else {
      double.setInt32(4, packed & ~3, true);
      value = double.getFloat64(0, true);
    }
    return packed & 1 ? value / 100 : value;
  }

  function appendFormula(column: number, style: number, at: number): void {
    if (view.getUint16(at + 6, true) !== 0xffff) {
      putNumber(column, style, view.getFloat64(at, true), 1);
      return;
    }
    const kind = bytes[at]!;
    const value = bytes[at + 2]!;
    if (kind === 0) putText(column, style, formulaText(), 1);
    else if (kind === 1) put(column, CellKind.boolean, style, value ? 1 : 0, '', 1);
    else if (kind === 2) putError(column, style, value, 1);
  }

  function formulaText(): string {
    while (BETWEEN.has(cursor.peek())) cursor.next();
    if (cursor.peek() !== RecordType.string || !cursor.next()) return '';
    const length = view.getUint16(cursor.start, true);
    let value = readText(cursor, cursor.start, 2, text);
    while (text.biff8 && value.length < length && cursor.peek() === RecordType.continue && cursor.next()) {
      const { start, end } = cursor;
      if (end > start) {
        value += readCharacters(
          bytes,
          start + 1,
          end,
          length - value.length,
          (bytes[start]! & wideFlag) !== 0,
        );
      }
    }
    return value;
  }

  function append(): void {
    const { type, start, end } = cursor;
    const column = view.getUint16(start + 2, true);
    const style = view.getUint16(start + 4, true);
    switch (type) {
      case RecordType.labelShared:
        putText(column, style, sharedStrings[view.getUint32(start + 6, true)] ?? '', 0);
        break;
      case RecordType.number:
        putNumber(column, style, view.getFloat64(start + 6, true), 0);
        break;
      case RecordType.rk:
        putNumber(column, style, packedNumber(start + 6), 0);
        break;
      case RecordType.mulRk:
        for (let at = start + 4, next = column; at + 8 <= end; at += 6, next++) {
          putNumber(next, view.getUint16(at, true), packedNumber(at + 2), 0);
        }
        break;
      case RecordType.formula:
        appendFormula(column, style, start + 6);
        break;
      case RecordType.booleanOrError:
        if (bytes[start + 7] === 1) putError(column, style, bytes[start + 6]!, 0);
        else put(column, CellKind.boolean, style, bytes[start + 6] ? 1 : 0, '', 0);
        break;
      case RecordType.label:
      case RecordType.richString:
        putText(column, style, readText(cursor, start + 6, 2, text), 0);
        break;
    }
  }

  return { append };
}

/** Least length of each kind of cell record, 0 for records of other types. */
const MIN_BYTES = new Uint8Array(0x300);
MIN_BYTES[RecordType.labelShared] = 10;
MIN_BYTES[RecordType.number] = 14;
MIN_BYTES[RecordType.rk] = 10;
MIN_BYTES[RecordType.mulRk] = 12;
MIN_BYTES[RecordType.formula] = 16;
MIN_BYTES[RecordType.booleanOrError] = 8;
MIN_BYTES[RecordType.label] = 8;
MIN_BYTES[RecordType.richString] = 8;

/** Whether the record at hand is a whole record of cells that have values; its row stands first. */
export function isCellRecord({ type, start, end }: RecordCursor): boolean {
  return type < MIN_BYTES.length && MIN_BYTES[type] !== 0 && end - start >= MIN_BYTES[type]!;
}
