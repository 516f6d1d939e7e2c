import { NOT_SHARED } from '../../row-buffer';
import { CellKind } from '../../workbook-reader';
import { COLUMNS_MAX } from '../limits';
import { CellType } from './cell-type';
import { isoToSerial } from './iso-date';
import { parseDecimal } from './number-scan';
import { cellOutsideSheet, tooManyCells, tooMuchText } from './row-errors';
import { type RowScan } from './row-scan';
import { makeRoom, startRow } from './current-row';

// Local bindings for speed, as in the cell parser.
const {
  boolean: BOOLEAN_KIND,
  date: DATE_KIND,
  error: ERROR_KIND,
  formula: FORMULA_KIND,
  number: NUMBER_KIND,
  text: TEXT_KIND,
} = CellKind;
const COLUMNS = COLUMNS_MAX;
const UNSHARED = NOT_SHARED;

/** Adds the current cell (`scan.cell`) with its number, which its style may show as a date. */
export function addNumber(scan: RowScan, formula: number): void {
  const kind = scan.context.dateStyles[scan.cell.style] === 1 ? DATE_KIND : NUMBER_KIND;
  addCell(scan, kind, '', UNSHARED, formula);
}

export function addBoolean(scan: RowScan, value: boolean, formula: number): void {
  scan.cell.number = value ? 1 : 0;
  addCell(scan, BOOLEAN_KIND, '', UNSHARED, formula);
}

/** Adds the current cell with a shared string by index. */
export function addShared(scan: RowScan, index: number, formula: number): void {
  const { stringStarts } = scan;
  if (!(index >= 0 && index < scan.stringCount)) {
    scan.danglingStrings++;
    return;
  }
  const bytes = (stringStarts[index + 1]! >>> 1) - (stringStarts[index]! >>> 1);
  if (bytes === 0) return;
  countText(scan, bytes);
  addCell(scan, TEXT_KIND, '', index, formula);
}

/** Adds the current cell with a text; an empty one makes a blank cell. */
export function addTextual(scan: RowScan, text: string, formula: number): void {
  if (text === '') return;
  switch (scan.cell.type) {
    case CellType.shared:
      addShared(scan, parseDecimal(text), formula);
      return;
    case CellType.boolean:
      addBoolean(scan, isTrue(text), formula);
      return;
    case CellType.error:
      scan.cell.number = 0;
      addCell(scan, ERROR_KIND, text, UNSHARED, formula);
      return;
    case CellType.number: {
      const number = parseDecimal(text);
      if (Number.isNaN(number)) break;
      scan.cell.number = number;
      addNumber(scan, formula);
      return;
    }
    case CellType.date: {
      const serial = isoToSerial(text.trim(), scan.context.date1904);
      if (Number.isNaN(serial)) break;
      scan.cell.number = serial;
      addCell(scan, DATE_KIND, '', UNSHARED, formula);
      return;
    }
  }
  addText(scan, text, formula);
}

/** Adds the current cell with the text of a formula that has no stored value. */
export function addFormula(scan: RowScan, formula: string): void {
  countText(scan, formula.length);
  addCell(scan, FORMULA_KIND, formula, UNSHARED, 1);
}

function isTrue(text: string): boolean {
  const first = text.trimStart().charAt(0).toLowerCase();
  return first === '1' || first === 't';
}

function addText(scan: RowScan, text: string, formula: number): void {
  countText(scan, text.length);
  addCell(scan, TEXT_KIND, text, UNSHARED, formula);
}

function countText(scan: RowScan, chars: number): void {
  scan.cell.number = 0;
  scan.textChars += chars;
  if (scan.textChars > scan.context.textCharsMax) throw tooMuchText();
}

/** @param shared index of the shared string; `text` is ignored then */
function addCell(scan: RowScan, kind: number, text: string, shared: number, formula: number): void {
  const { column, row: rowNumber, style } = scan.cell;
  if (column >= COLUMNS) throw cellOutsideSheet();
  if (rowNumber !== 0) startRow(scan, rowNumber);
  if (++scan.cells > scan.context.cellsMax) throw tooManyCells(scan.context.cellsMax);
  const row = scan.row;
  if (row.length === row.column.length) makeRoom(scan);
  const cell = row.length;
  if (cell > 0 && column <= row.column[cell - 1]!) scan.unordered = true;
  row.column[cell] = column;
  row.kind[cell] = kind;
  row.style[cell] = style;
  row.number[cell] = scan.cell.number;
  row.shared[cell] = shared;
  // Storing a string costs more than this comparison.
  if (shared === UNSHARED && (text !== '' || row.texts[cell] !== '')) row.texts[cell] = text;
  row.formula[cell] = formula;
  row.length = cell + 1;
}
