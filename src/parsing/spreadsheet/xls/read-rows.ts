import { NOT_SHARED } from '../row-buffer';
import { createSharedRow } from '../shared-row';
import { CellKind, type RowBuffer } from '../workbook-reader';
import { COLUMNS_MAX } from '../xlsx/limits';
import { orderCells } from '../xlsx/rows/order-cells';
import { readText } from './biff-text';
import { errorName } from './error-names';
import { readFormulaText } from './formula-text';
import { type RecordCursor, recordHeadBytes, skipSubstream } from './record-cursor';
import { RecordType } from './record-type';
import { type WorkbookGlobals } from './workbook-globals';
import { damagedXls } from './xls-error';

/**
 * Reads the cell records ([MS-XLS] 2.4) of a sheet whose rows are in order and calls `onRow` for each row that has
 * values. One function, because the engine then keeps what every cell needs in registers: apart, it takes twice the time.
 *
 * @param position of the sheet's first record
 * @param isHidden by 0-based row
 */
export function readSheetRows(
  cursor: RecordCursor,
  position: number,
  { sharedStrings, dateStyles, text }: WorkbookGlobals,
  isHidden: (row: number) => boolean,
  onRow: (row: RowBuffer) => void,
): void {
  const { bytes, view } = cursor;
  const shared = createSharedRow(sharedStrings);
  const { row } = shared;
  const { starts, count } = sharedStrings;
  const double = new DataView(new ArrayBuffer(8));
  let current = -1;
  let lastColumn = -1;
  let ascending = true;

  function finish(): void {
    if (row.length > 0) {
      if (!ascending) {
        shared.unshare();
        orderCells(row);
      }
      row.row = current + 1;
      row.hidden = isHidden(current);
      shared.offer();
      onRow(row);
      shared.reset();
    }
    lastColumn = -1;
    ascending = true;
  }

  function turn(next: number): void {
    if (next === current) return;
    finish();
    current = next;
  }

  function put(
    column: number,
    kind: number,
    style: number,
    number: number,
    value: string,
    index: number,
    formula: number,
  ): void {
    if (column >= COLUMNS_MAX) throw damagedXls('a cell lies outside of the largest possible sheet');
    if (column <= lastColumn) ascending = false;
    lastColumn = column;
    const cell = row.length;
    if (cell === row.column.length) shared.grow();
    row.column[cell] = column;
    row.kind[cell] = kind;
    row.style[cell] = style;
    row.number[cell] = number;
    row.shared[cell] = index;
    // Storing a string costs more than seeing that it is there already.
    if (index === NOT_SHARED && (value !== '' || row.texts[cell] !== '')) row.texts[cell] = value;
    row.formula[cell] = formula;
    row.length = cell + 1;
  }

  function putNumber(column: number, style: number, value: number, formula: number): void {
    if (value - value !== 0) put(column, CellKind.error, style, 0, '#NUM!', NOT_SHARED, formula);
    else {
      const kind = dateStyles[style] === 1 ? CellKind.date : CellKind.number;
      put(column, kind, style, value, '', NOT_SHARED, formula);
    }
  }

  /** 32 bits ([MS-XLS] 2.5.217): an integer or the upper half of a double, either perhaps in hundredths. */
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

  cursor.seek(position);
  cursor.next();
  let { end, filled } = cursor;
  for (;;) {
    let start = end + recordHeadBytes;
    if (start > filled || start + view.getUint16(end + 2, true) > filled) {
      cursor.end = end;
      if (!cursor.next()) break;
      ({ start, filled } = cursor);
    }
    const type = view.getUint16(start - recordHeadBytes, true);
    const length = view.getUint16(start - 2, true);
    end = start + length;
    if (type === RecordType.eof) break;
    if (type === RecordType.bof) {
      cursor.end = end;
      skipSubstream(cursor);
      ({ end, filled } = cursor);
      continue;
    }
    if (type === RecordType.mulRk) {
      if (length < 12) continue;
      turn(view.getUint16(start, true));
      for (let at = start + 4, column = view.getUint16(start + 2, true); at + 8 <= end; at += 6, column++) {
        putNumber(column, view.getUint16(at, true), packedNumber(at + 2), 0);
      }
      continue;
    }
    if (length < 8) continue;
    const rowIndex = view.getUint16(start, true);
    const column = view.getUint16(start + 2, true);
    const style = view.getUint16(start + 4, true);
    let kind: number = CellKind.text;
    let number = 0;
    let value = '';
    let index: number = NOT_SHARED;
    let formula = 0;
    switch (type) {
      case RecordType.labelShared:
        index = length >= 10 ? view.getUint32(start + 6, true) : count;
        if (index >= count || starts[index + 1]! >>> 1 === starts[index]! >>> 1) continue;
        break;
      case RecordType.number:
        if (length < 14) continue;
        kind = CellKind.number;
        number = view.getFloat64(start + 6, true);
        break;
      case RecordType.rk:
        if (length < 10) continue;
        kind = CellKind.number;
        number = packedNumber(start + 6);
        break;
      case RecordType.formula:
      case RecordType.formula3:
      case RecordType.formula4: {
        if (length < 16) continue;
        formula = 1;
        const result = bytes[start + 6]!;
        const code = bytes[start + 8]!;
        if (view.getUint16(start + 12, true) !== 0xffff) {
          kind = CellKind.number;
          number = view.getFloat64(start + 6, true);
        } else if (result === 0) {
          cursor.end = end;
          value = readFormulaText(cursor, text);
          ({ end, filled } = cursor);
        } else if (result === 1) {
          kind = CellKind.boolean;
          number = code ? 1 : 0;
        } else if (result === 2) {
          kind = CellKind.error;
          value = errorName(code);
        }
        break;
      }
      case RecordType.booleanOrError:
        if (bytes[start + 7] === 1) {
          kind = CellKind.error;
          value = errorName(bytes[start + 6]!);
        } else {
          kind = CellKind.boolean;
          number = bytes[start + 6] ? 1 : 0;
        }
        break;
      case RecordType.label:
      case RecordType.richString:
        value = readText(bytes, start + 6, end, 2, text);
        break;
      default:
        continue;
    }
    turn(rowIndex);
    if (kind === CellKind.number) putNumber(column, style, number, formula);
    else if (kind !== CellKind.text || value !== '' || index !== NOT_SHARED)
      put(column, kind, style, number, value, index, formula);
  }
  finish();
}
