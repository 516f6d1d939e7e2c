import { decimalValue } from '../facts/decimal';
import { dayOf } from '../facts/local-date';
import { type RowBuffer } from 'spreadsheet-reader';
import { cellClass, type CellClass } from './cell-class';

const CODES = { text: 1, number: 2, date: 3 } as const;

/** First rows of a block as a dense grid over the columns with cells: the input of header detection. */
export interface SegmentGrid {
  rows: readonly RowBuffer[];
  /** Sheet columns, 0-based, ascending; a grid column is an index into them. */
  columns: readonly number[];
  /** Number of cells; 1 where a text file repeats one text in all of them, as exports of merged titles do. */
  filled(row: number): number;
  /** Class of a cell, null for a blank one. */
  classAt(row: number, column: number): CellClass | null;
  styleAt(row: number, column: number): number;
  /** Text of a cell, an empty one for a blank cell. */
  textAt(row: number, column: number): string;
  /** Value of a number or date, in CSV also of a text that is one; dates in days. */
  numberAt(row: number, column: number): number;
}

/** Creates the grid of rows (`typedByText`: see `cellClass`). */
export function createSegmentGrid(rows: readonly RowBuffer[], typedByText: boolean): SegmentGrid {
  const columns = filledColumns(rows);
  const first = columns[0] ?? 0;
  const place = new Int32Array(columns.length === 0 ? 0 : columns.at(-1)! - first + 1);
  columns.forEach((column, c) => (place[column - first] = c));
  const width = columns.length;
  const classes = new Uint8Array(rows.length * width);
  const cells = new Int32Array(rows.length * width);
  rows.forEach((row, r) => {
    for (let i = 0; i < row.length; i++) {
      const at = r * width + place[row.column[i]! - first]!;
      classes[at] = CODES[cellClass(row, i, typedByText)];
      cells[at] = i;
    }
  });
  const sizes = rows.map((row) => (typedByText && repeatsOneText(row) ? 1 : row.length));
  const names: (CellClass | null)[] = [null, 'text', 'number', 'date'];
  return {
    rows,
    columns,
    filled: (row) => sizes[row]!,
    classAt: (row, column) => names[classes[row * width + column]!]!,
    styleAt: (row, column) => rows[row]!.style[cells[row * width + column]!]!,
    textAt(row, column) {
      const at = row * width + column;
      return classes[at] === 0 ? '' : rows[row]!.text[cells[at]!]!;
    },
    numberAt(row, column) {
      const text = rows[row]!.text[cells[row * width + column]!]!;
      if (text === '') return rows[row]!.number[cells[row * width + column]!]!;
      const value = decimalValue(text);
      return Number.isNaN(value) ? dayOf(text) : value;
    },
  };
}

/** Whether several cells of a row have one and the same text, which is no number. */
export function repeatsOneText(row: RowBuffer): boolean {
  if (row.length < 2 || cellClass(row, 0, true) !== 'text') return false;
  const text = row.text[0]!;
  for (let i = 1; i < row.length; i++) if (row.text[i] !== text) return false;
  return true;
}

/**
 * Columns in which any row has a cell, ascending. It marks columns in an array instead of a set, because
 * sheets may have 16,384 columns and many blocks.
 */
export function filledColumns(rows: readonly RowBuffer[]): number[] {
  let first = Infinity;
  let last = -1;
  for (const row of rows) {
    if (row.length === 0) continue;
    first = Math.min(first, row.column[0]!);
    last = Math.max(last, row.column[row.length - 1]!);
  }
  if (last < 0) return [];
  const filled = new Uint8Array(last - first + 1);
  for (const { column, length } of rows) for (let i = 0; i < length; i++) filled[column[i]! - first] = 1;
  const columns: number[] = [];
  filled.forEach((mark, at) => {
    if (mark === 1) columns.push(first + at);
  });
  return columns;
}
