import { NOT_SHARED } from '../row-buffer';
import { createSharedRow } from '../shared-row';
import { CellKind, type RowBuffer } from '../workbook-reader';
import { COLUMNS_MAX } from '../xlsx/limits';
import { orderCells } from '../xlsx/rows/order-cells';

import { type WorkbookGlobals } from './workbook-globals';
import { damagedXls } from './xls-error';

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
 * @param isHidden whether a row is hidden, by 0-based row
 */
export function createSheetRow(
  { sharedStrings, dateStyles }: Pick<WorkbookGlobals, 'sharedStrings' | 'dateStyles'>,
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
