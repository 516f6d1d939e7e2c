import { type CellRange } from '../workbook-reader';
import { COLUMNS_MAX, ROWS_MAX } from './limits';

const CELL = /^\$?[A-Za-z]{1,3}\$?\d{1,7}$/;
const CORNER = /^\$?([A-Za-z]{1,3})?\$?(\d{1,7})?$/;

/** A cell: row 1-based, column 0-based. */
export interface CellPosition {
  row: number;
  column: number;
}

/**
 * Range of a cell reference: `B2`, `B2:D9`, `$B$2:$D$9`, whole columns `A:C`, whole rows `3:4`, corners in
 * any order; of a list the first range. Null for an invalid one.
 */
export function parseRange(reference: string): CellRange | null {
  const [range = ''] = reference.trim().split(' ', 1);
  if (!range.includes(':') && !CELL.test(range)) return null;
  const [from = '', to = from] = range.split(':', 2);
  const first = parseCorner(from, 1, 0);
  const last = parseCorner(to, ROWS_MAX, COLUMNS_MAX - 1);
  if (first === null || last === null) return null;
  return {
    firstRow: Math.min(first.row, last.row),
    lastRow: Math.max(first.row, last.row),
    firstColumn: Math.min(first.column, last.column),
    lastColumn: Math.max(first.column, last.column),
  };
}

/** Corner of a range; `row` and `column` replace a missing part (the row of `A:C`). */
function parseCorner(text: string, row: number, column: number): CellPosition | null {
  const [, letters, digits] = CORNER.exec(text) ?? [];
  if (letters === undefined && digits === undefined) return null;
  const position = {
    row: digits === undefined ? row : Number(digits),
    column: letters === undefined ? column : columnOfLetters(letters),
  };
  const inside = position.row >= 1 && position.row <= ROWS_MAX && position.column < COLUMNS_MAX;
  return inside ? position : null;
}

/** Column of letters in either case, 0-based. */
export function columnOfLetters(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

/** A1 name of a cell: `B12` for row 12 and column 1. */
export function cellName({ row, column }: CellPosition): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}

/** A1 name of a range: `B2:D9`, or `B2` for a single cell. */
export function rangeName(from: CellPosition, to: CellPosition): string {
  const [first, last] = [cellName(from), cellName(to)];
  return first === last ? first : `${first}:${last}`;
}
