import { CellKind, firstUnitAt, type RowBuffer, textAt } from 'spreadsheet-reader';
import { cellClass } from './cell-class';
import { cellAtOrAfter } from './stored-row';

/** Content of one column of a table in the rows counted so far. */
export interface ColumnShape {
  cells: number;
  texts: number;
  /** Style index of its last cell. */
  style: number;
}

/** Shape of a table's first rows, from which the header of another table below must differ. */
export interface TableShape {
  readonly headers: readonly RowBuffer[];
  /** Rows counted, at most `shapeRowsMax`. */
  rows: number;
  /** First sheet column of `columns`, 0-based; -1 without any. */
  firstColumn: number;
  /** Content of each column from `firstColumn` on; undefined for one without cells. */
  readonly columns: (ColumnShape | undefined)[];
  /** Leftmost column without texts; -1 for none. */
  valueColumn: number;
  /** Number of rows that were examined as another table's header and rejected. */
  doubts: number;
}

/** Rows after which the shape of a table is final. */
export const shapeRowsMax = 32;

export function createTableShape(headers: readonly RowBuffer[]): TableShape {
  return { headers, rows: 0, firstColumn: -1, columns: [], valueColumn: -1, doubts: 0 };
}

/** Content of a 0-based sheet column, undefined where it has none. */
export function columnShape({ firstColumn, columns }: TableShape, column: number): ColumnShape | undefined {
  return columns[column - firstColumn];
}

function touchColumn(shape: TableShape, column: number): ColumnShape {
  const { columns } = shape;
  if (columns.length === 0) shape.firstColumn = column;
  for (; shape.firstColumn > column; shape.firstColumn--) columns.unshift(undefined);
  const at = column - shape.firstColumn;
  while (columns.length <= at) columns.push(undefined);
  return (columns[at] ??= { cells: 0, texts: 0, style: 0 });
}

/** Adds the cells `from` to `to` (exclusive) of a row to the shape of its table. */
export function addToShape(
  shape: TableShape,
  row: RowBuffer,
  from: number,
  to: number,
  typedByText: boolean,
): void {
  shape.rows++;
  let leftmost = -1;
  for (let i = from; i < to; i++) {
    const column = row.column[i]!;
    const count = touchColumn(shape, column);
    count.cells++;
    count.style = row.style[i]!;
    if (cellClass(row, i, typedByText) === 'text') count.texts++;
    if (leftmost < 0 && count.texts === 0) leftmost = column;
  }
  if (shape.valueColumn < 0 || columnShape(shape, shape.valueColumn)!.texts > 0) {
    const first = shape.columns.findIndex((count) => count?.texts === 0);
    shape.valueColumn = first < 0 ? -1 : shape.firstColumn + first;
  } else if (leftmost >= 0 && leftmost < shape.valueColumn) shape.valueColumn = leftmost;
}

/** Number of rejected rows after which a table is no longer examined. */
const doubtsMax = 16;

/**
 * Whether a row is worth examining as the header of another table: it repeats the header above; or it has
 * only texts, one of them in the column of values or, without a cell there, the first of them in a format
 * unlike those above. The check is cheap because it runs for every row of a sheet.
 */
export function mayHeadAnother(
  shape: TableShape,
  row: RowBuffer,
  from: number,
  to: number,
  typedByText: boolean,
): boolean {
  if (to - from < 2 || shape.rows === 0 || shape.doubts > doubtsMax) return false;
  if (row.kind[from] !== CellKind.text) return false;
  const [header] = shape.headers;
  if (header !== undefined && isSameRow(row, from, to, header)) return true;
  const { valueColumn } = shape;
  const at = valueColumn < 0 ? to : cellAtOrAfter(row, valueColumn, from);
  if (at < to && row.column[at] === valueColumn) {
    if (row.kind[at] !== CellKind.text || (typedByText && beginsNumber(firstUnitAt(row, at)))) return false;
  } else if (typedByText || columnShape(shape, row.column[from]!)?.style === row.style[from]) return false;
  for (let i = from; i < to; i++) if (cellClass(row, i, typedByText) !== 'text') return false;
  return true;
}

/**
 * Whether a text begins like a number. It takes one byte, because creating the string would cost more than
 * the rest of the check.
 */
function beginsNumber(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || unit === 43 || unit === 45 || unit === 46;
}

/** Whether the cells `from` to `to` (exclusive) of a row equal all cells of another row. */
export function isSameRow(row: RowBuffer, from: number, to: number, other: RowBuffer): boolean {
  if (to - from !== other.length || !mayBeSameText(row, from, other)) return false;
  for (let i = 0; i < other.length; i++) {
    const at = from + i;
    const same =
      row.column[at] === other.column[i] &&
      row.number[at] === other.number[i] &&
      textAt(row, at) === other.text[i];
    if (!same) return false;
  }
  return true;
}

/** Compares the first cells by their first ASCII character; false where these differ. */
function mayBeSameText(row: RowBuffer, from: number, other: RowBuffer): boolean {
  if (row.kind[from] !== CellKind.text || other.kind[0] !== CellKind.text) return true;
  const unit = firstUnitAt(row, from);
  return unit > 127 || unit === other.text[0]!.charCodeAt(0);
}
