import { CellRow } from 'spreadsheet-reader/toolkit';
import { type RowBuffer } from 'spreadsheet-reader';

/** Copies the cells `from` to `to` (exclusive) of a row, because a reader reuses its buffer. */
export function storeRow(row: RowBuffer, from = 0, to = row.length): RowBuffer {
  const stored = new CellRow(0, null, null);
  stored.row = row.row;
  stored.length = to - from;
  stored.hidden = row.hidden;
  stored.column = row.column.slice(from, to);
  stored.kind = row.kind.slice(from, to);
  stored.style = row.style.slice(from, to);
  stored.number = row.number.slice(from, to);
  stored.texts = row.text.slice(from, to);
  stored.formula = row.formula.slice(from, to);
  return stored;
}

/** Index of the first cell of a row at or right of a column; `row.length` where there is none. */
export function cellAtOrAfter(row: RowBuffer, column: number, from = 0): number {
  let low = from;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (row.column[middle]! < column) low = middle + 1;
    else high = middle;
  }
  return low;
}
