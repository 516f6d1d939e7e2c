import { NOT_SHARED } from './row-buffer';
import { createSharedRow, type SharedTexts } from './shared-row';
import { CellKind, type RowBuffer } from './workbook-reader';
import { COLUMNS_MAX } from './xlsx/limits';
import { orderCells, ROW_CELLS_MAX } from './xlsx/rows/order-cells';
import { cellOutsideSheet } from './xlsx/rows/row-errors';

/** Current row of a sheet. Its cells may come in any order; they are passed on by column. */
export interface SheetRow {
  /** Makes a row (0-based) the current one; the previous one, if it is another, is complete. */
  turn: (row: number) => void;
  /**
   * Adds a cell to the row.
   *
   * @param index of its shared text, `NOT_SHARED` where it has none
   * @param formula 1 where the value is the result of a formula, else 0
   * @throws SourceError for a column that no sheet has
   */
  put: (
    column: number,
    kind: number,
    style: number,
    number: number,
    value: string,
    index: number,
    formula: number,
  ) => void;
  /** Adds a number, a date where its style says so. One that is not finite is the error `#NUM!`. */
  putNumber: (column: number, style: number, value: number, formula: number) => void;
  /** Completes the current row. */
  finish: () => void;
}

/**
 * Creates the collector of a sheet's rows; rows with values are passed to `onRow`.
 *
 * @param dateStyles 1 for each style that shows numbers as dates
 * @param isHidden whether a row is hidden, by 0-based row
 */
export function createSheetRow(
  { sharedStrings, dateStyles }: { sharedStrings: SharedTexts; dateStyles: Uint8Array },
  isHidden: (row: number) => boolean,
  onRow: (row: RowBuffer) => void,
): SheetRow {
  const shared = createSharedRow(sharedStrings);
  const { row } = shared;
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

  /** Grows a full row; of one with more cells than columns, only the last cell of each column is kept. */
  function makeRoom(): void {
    if (row.length < ROW_CELLS_MAX) shared.grow();
    else {
      shared.unshare();
      orderCells(row);
      ascending = false;
    }
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
    if (column >= COLUMNS_MAX) throw cellOutsideSheet();
    if (column <= lastColumn) ascending = false;
    lastColumn = column;
    if (row.length === row.column.length) makeRoom();
    const cell = row.length;
    row.column[cell] = column;
    row.kind[cell] = kind;
    row.style[cell] = style;
    row.number[cell] = number;
    row.shared[cell] = index;
    // Storing a string costs more than this comparison.
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

  return { turn, put, putNumber, finish };
}
