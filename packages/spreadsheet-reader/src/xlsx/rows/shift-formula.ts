import { columnLetters } from '../../a1';
import { columnOfLetters } from '../cell-range';
import { COLUMNS_MAX, ROWS_MAX } from '../limits';

/** Parts of a formula: strings, quoted and bracketed names, references (the group), then other names. */
const PART =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\]]*\]|(\$?[A-Z]{1,3}\$?\d{1,7}(?![\w.(])|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}(?![\w.($])|\$?\d{1,7}:\$?\d{1,7}(?![\w.$]))|[\p{L}\p{N}_\\$][\p{L}\p{N}_.\\?]*/gu;
/** A column or a row of a reference, `$` before it where it stays. */
const COORDINATE = /\$?(?:[A-Z]+|\d+)/g;
const OUTSIDE = '#REF!';

/**
 * A formula with its relative references to cells, columns and rows moved, as each cell of a shared formula
 * shows it (ECMA-376 part 1, 18.3.1.40). A reference that leaves the sheet becomes `#REF!`.
 */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  return formula.replace(PART, (part: string, reference: string | undefined) => {
    if (reference === undefined) return part;
    const moved = reference.replace(
      COORDINATE,
      (coordinate) => shiftCoordinate(coordinate, rows, columns) ?? OUTSIDE,
    );
    return moved.includes(OUTSIDE) ? OUTSIDE : moved;
  });
}

function shiftCoordinate(coordinate: string, rows: number, columns: number): string | null {
  if (coordinate.startsWith('$')) return coordinate;
  if (coordinate < 'A') {
    const row = Number(coordinate) + rows;
    return row >= 1 && row <= ROWS_MAX ? String(row) : null;
  }
  const column = columnOfLetters(coordinate) + columns;
  return column >= 0 && column < COLUMNS_MAX ? columnLetters(column) : null;
}
