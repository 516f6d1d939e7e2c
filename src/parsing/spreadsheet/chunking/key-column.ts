import { CellKind, type RowBuffer, textAt } from 'spreadsheet-reader';
import { cellClass } from './cell-class';
import { cellAtOrAfter } from './stored-row';

/** Number of columns from the left that are searched for the key column. */
const searchedColumns = 32;
/** Share of a column's cells that must be texts or dates in a column of labels, and that must be distinct. */
const majority = 0.8;

/**
 * Finds the column that names the rows of a table, 0-based: the leftmost of texts or dates that differ from
 * row to row, otherwise the leftmost of texts or dates, otherwise the first column where it has distinct
 * whole numbers. At least half of the rows must have a cell in it. Null for none.
 *
 * @param rows first data rows of the table
 */
export function findKeyColumn(
  rows: readonly RowBuffer[],
  firstColumn: number,
  typedByText: boolean,
): number | null {
  let leftmost: number | null = null;
  for (let column = firstColumn; column < firstColumn + searchedColumns; column++) {
    const cells = cellsIn(rows, column);
    if (cells.length === 0 || cells.length * 2 < rows.length) continue;
    const isLabel = ({ row, i }: Cell) => cellClass(row, i, typedByText) !== 'number';
    if (cells.filter(isLabel).length < cells.length * majority) continue;
    if (distinctValues(cells) >= cells.length * majority) return column;
    leftmost ??= column;
  }
  return leftmost ?? (holdsNumbersOfRows(rows, firstColumn) ? firstColumn : null);
}

interface Cell {
  row: RowBuffer;
  i: number;
}

function cellsIn(rows: readonly RowBuffer[], column: number): Cell[] {
  return rows.flatMap((row) => {
    const i = cellAtOrAfter(row, column);
    return i < row.length && row.column[i] === column ? [{ row, i }] : [];
  });
}

function distinctValues(cells: readonly Cell[]): number {
  return new Set(cells.map(({ row, i }) => `${textAt(row, i)} ${row.number[i]!}`)).size;
}

function holdsNumbersOfRows(rows: readonly RowBuffer[], column: number): boolean {
  const cells = cellsIn(rows, column);
  if (cells.length < 2 || cells.length < rows.length || !cells.every(isWholeNumber)) return false;
  return distinctValues(cells) === cells.length;
}

function isWholeNumber({ row, i }: Cell): boolean {
  if (row.kind[i] === CellKind.number) return Number.isInteger(row.number[i]);
  return row.kind[i] === CellKind.text && /^\d+$/.test(textAt(row, i));
}
