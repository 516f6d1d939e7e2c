import { CellRow } from 'spreadsheet-reader/toolkit';
import { CellKind, firstUnitAt, type RowBuffer, textAt } from 'spreadsheet-reader';

const BLANK = 32;

/** Copies the cells `from` to `to` (exclusive) of a row, because a reader reuses its buffer. */
export function storeRow(row: RowBuffer, from = 0, to = row.length): CellRow {
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

/**
 * A row without the cells that hold blanks, tabs and line breaks only; the row itself where it has none. Such
 * cells fill columns that readers take for blank.
 */
export function withoutBlankCells(row: RowBuffer): RowBuffer {
  return hasBlankCell(row) ? filledCells(row) : row;
}

/** One loop over the bytes of a text file's row, because every cell passes through it. */
function hasBlankCell(row: RowBuffer): boolean {
  const { raw, length } = row;
  if (raw == null) {
    for (let i = 0; i < length; i++) if (isBlankCell(row, i)) return true;
    return false;
  }
  const { bytes, start } = raw;
  for (let i = 0; i < length; i++) {
    const first = start[i]!;
    if ((first < 0 || bytes[first]! <= BLANK) && isBlankCell(row, i)) return true;
  }
  return false;
}

function isBlankCell(row: RowBuffer, i: number): boolean {
  if (row.kind[i] !== CellKind.text || firstUnitAt(row, i) > BLANK) return false;
  return /^[\t-\r ]*$/.test(textAt(row, i));
}

function filledCells(row: RowBuffer): RowBuffer {
  const stored = storeRow(row);
  let kept = 0;
  for (let i = 0; i < row.length; i++) {
    if (isBlankCell(row, i)) continue;
    stored.column[kept] = row.column[i]!;
    stored.kind[kept] = row.kind[i]!;
    stored.style[kept] = row.style[i]!;
    stored.number[kept] = row.number[i]!;
    stored.texts[kept] = row.text[i]!;
    stored.formula[kept] = row.formula[i]!;
    kept++;
  }
  stored.length = kept;
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
