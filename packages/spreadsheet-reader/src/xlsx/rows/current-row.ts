import { ROWS_MAX } from '../limits';
import { orderCells, ROW_CELLS_MAX } from './order-cells';
import { cellOutsideSheet, rowsOutOfOrder } from './row-errors';
import { type RowScan } from './row-scan';

/** Makes `number` the current row; passes on the previous row where it has cells and another number. */
export function startRow(scan: RowScan, number: number): void {
  if (number > ROWS_MAX) throw cellOutsideSheet();
  if (number === scan.row.row) return;
  emitRow(scan);
  scan.row.row = number;
  scan.row.hidden = false;
  scan.rowDigitCount = writeDigits(scan.rowDigits, number);
}

/** Writes a whole number as ASCII digits and returns their count. */
function writeDigits(into: Uint8Array, number: number): number {
  let count = 1;
  for (let rest = number; rest >= 10; rest = Math.trunc(rest / 10)) count++;
  let rest = number;
  for (let at = count - 1; at >= 0; at--) {
    into[at] = 0x30 + (rest % 10);
    rest = Math.trunc(rest / 10);
  }
  return count;
}

/** Passes on the current row if it has cells. Throws `corrupt` where a later row was passed on before. */
export function emitRow(scan: RowScan): void {
  const row = scan.row;
  if (row.length === 0) return;
  if (row.row <= scan.emittedRow) throw rowsOutOfOrder();
  scan.emittedRow = row.row;
  if (scan.unordered) {
    scan.shared.unshare();
    orderCells(row);
  }
  scan.unordered = false;
  scan.shared.offer();
  scan.context.onRow(row);
  scan.shared.reset();
}

/** Grows a full row, so that one more cell fits. */
export function makeRoom(scan: RowScan): void {
  if (scan.row.length < ROW_CELLS_MAX) {
    scan.shared.grow();
  } else {
    scan.shared.unshare();
    orderCells(scan.row);
    scan.unordered = true;
  }
}
