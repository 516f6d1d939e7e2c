import { type RowBuffer } from '../workbook-reader';

/** Copies the cells `from` to `to` (exclusive) of a row, because a reader reuses its buffer. */
export function storeRow(row: RowBuffer, from = 0, to = row.length): RowBuffer {
  return {
    row: row.row,
    length: to - from,
    hidden: row.hidden,
    column: row.column.slice(from, to),
    kind: row.kind.slice(from, to),
    style: row.style.slice(from, to),
    number: row.number.slice(from, to),
    text: row.text.slice(from, to),
    formula: row.formula.slice(from, to),
  };
}

/** First cell of a row at or right of a column; `row.length` where there is none. */
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
