import { UNREADABLE_FORMULA } from '../formula';
import { NOT_SHARED } from '../row-buffer';
import { once } from '../once';
import { CellKind, type RowBuffer } from '../workbook-reader';
import { readText } from './biff-text';
import { decompile } from './formulas/decompile';
import { BLANK_RESULT, hasResults } from './formulas/has-results';
import { errorName } from './error-names';
import { readFormulaText } from './formula-text';
import { createRecordCursor, type RecordCursor, recordHeadBytes, skipSubstream } from './record-cursor';
import { RecordType } from './record-type';
import { sheetReferences } from './sheet-references';
import { createSheetRow } from '../sheet-row';
import { type WorkbookGlobals } from './workbook-globals';

/**
 * Bytes of a cell record at least: row, column, style and two bytes of a value; a shorter record is no cell.
 */
const cellBytesMin = 8;
/** Bytes of a FORMULA record in front of its tokens. */
const formulaHeadBytes = 22;

/**
 * Reads the cell records ([MS-XLS] 2.4) of a sheet with ordered rows and calls `onRow` for each row with
 * values.
 *
 * @param position offset of the sheet's first record
 * @param isHidden whether a row is hidden, by 0-based row
 */
export function readSheetRows(
  cursor: RecordCursor,
  position: number,
  globals: WorkbookGlobals,
  isHidden: (row: number) => boolean,
  onRow: (row: RowBuffer) => void,
): void {
  const { bytes, view } = cursor;
  const { turn, put, putNumber, finish } = createSheetRow(globals, isHidden, onRow);
  const { starts, count } = globals.sharedStrings;
  const double = new DataView(new ArrayBuffer(8));
  const sheets = sheetReferences(globals);
  const isUncomputed = once(() => !hasResults(createRecordCursor(cursor.stream), position));

  /**
   * Number of an RK value of 32 bits ([MS-XLS] 2.5.217): an integer or the upper half of a double, either
   * possibly in hundredths.
   */
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

  function putPackedNumbers(start: number, end: number): void {
    turn(view.getUint16(start, true));
    for (let at = start + 4, column = view.getUint16(start + 2, true); at + 8 <= end; at += 6, column++)
      putNumber(column, view.getUint16(at, true), packedNumber(at + 2), 0);
  }

  function putNumberCell(start: number, value: number): void {
    turn(view.getUint16(start, true));
    putNumber(view.getUint16(start + 2, true), view.getUint16(start + 4, true), value, 0);
  }

  function putCell(start: number, kind: number, number: number, value: string, index: number): void {
    turn(view.getUint16(start, true));
    put(view.getUint16(start + 2, true), kind, view.getUint16(start + 4, true), number, value, index, 0);
  }

  function putText(start: number, value: string): void {
    if (value === '') turn(view.getUint16(start, true));
    else putCell(start, CellKind.text, 0, value, NOT_SHARED);
  }

  function putSharedText(start: number): void {
    const index = view.getUint32(start + 6, true);
    const isEmpty = index >= count || starts[index + 1]! >>> 1 === starts[index]! >>> 1;
    if (!isEmpty) putCell(start, CellKind.text, 0, '', index);
  }

  function putBooleanOrError(start: number): void {
    const code = bytes[start + 6]!;
    if (bytes[start + 7] === 1) putCell(start, CellKind.error, 0, errorName(code), NOT_SHARED);
    else putCell(start, CellKind.boolean, code ? 1 : 0, '', NOT_SHARED);
  }

  /**
   * Adds the cached result of a formula ([MS-XLS] 2.5.133), or the text of a formula that was never computed. A
   * text result is in a later record, to which the cursor moves.
   */
  function putFormula(start: number): void {
    const column = view.getUint16(start + 2, true);
    const style = view.getUint16(start + 4, true);
    turn(view.getUint16(start, true));
    if (view.getUint16(start + 12, true) !== 0xffff) {
      putNumber(column, style, view.getFloat64(start + 6, true), 1);
      return;
    }
    const code = bytes[start + 8]!;
    switch (bytes[start + 6]) {
      case 0: {
        const value = readFormulaText(cursor, globals.text);
        if (value !== '') put(column, CellKind.text, style, 0, value, NOT_SHARED, 1);
        break;
      }
      case BLANK_RESULT:
        if (isUncomputed()) putUncomputed(column, style, formulaText(start));
        break;
      case 1:
        put(column, CellKind.boolean, style, code ? 1 : 0, '', NOT_SHARED, 1);
        break;
      case 2:
        put(column, CellKind.error, style, 0, errorName(code), NOT_SHARED, 1);
    }
  }

  /** Adds a formula without a result; one that can result in an empty text may have been computed. */
  function putUncomputed(column: number, style: number, formula: string): void {
    if (!formula.includes('""')) put(column, CellKind.formula, style, 0, formula, NOT_SHARED, 1);
  }

  /** Text of the formula in the current record. */
  function formulaText(start: number): string {
    const tokens = start + formulaHeadBytes;
    if (!globals.text.biff8 || cursor.end < tokens) return UNREADABLE_FORMULA;
    const length = Math.min(view.getUint16(tokens - 2, true), cursor.end - tokens);
    return decompile(bytes.subarray(tokens, tokens + length), globals.text, sheets);
  }

  function putRecord(type: number, start: number, end: number): void {
    const length = end - start;
    switch (type) {
      case RecordType.mulRk:
        if (length >= 12) putPackedNumbers(start, end);
        break;
      case RecordType.labelShared:
        if (length >= 10) putSharedText(start);
        break;
      case RecordType.number:
        if (length >= 14) putNumberCell(start, view.getFloat64(start + 6, true));
        break;
      case RecordType.rk:
        if (length >= 10) putNumberCell(start, packedNumber(start + 6));
        break;
      case RecordType.booleanOrError:
        if (length >= cellBytesMin) putBooleanOrError(start);
        break;
      case RecordType.label:
      case RecordType.richString:
        if (length >= cellBytesMin) putText(start, readText(bytes, start + 6, end, 2, globals.text));
    }
  }

  cursor.seek(position);
  cursor.next();
  let { end, filled } = cursor;
  for (;;) {
    let start = end + recordHeadBytes;
    // The loop walks the window itself, because a call to the cursor for each of millions of records takes
    // longer.
    if (start > filled || start + view.getUint16(end + 2, true) > filled) {
      cursor.end = end;
      if (!cursor.next()) break;
      ({ start, filled } = cursor);
    }
    const type = view.getUint16(start - recordHeadBytes, true);
    end = start + view.getUint16(start - 2, true);
    if (type === RecordType.eof) break;
    const isFormula =
      type === RecordType.formula || type === RecordType.formula3 || type === RecordType.formula4;
    if (isFormula || type === RecordType.bof) {
      cursor.end = end;
      if (type === RecordType.bof) skipSubstream(cursor);
      else if (end - start >= 16) putFormula(start);
      ({ end, filled } = cursor);
    } else putRecord(type, start, end);
  }
  finish();
}
