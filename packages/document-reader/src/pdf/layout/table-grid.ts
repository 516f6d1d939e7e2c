import { type TableGrid } from './atom';
import { headerRowsOf } from './header-rows';

type Rows = readonly (readonly string[])[];

const signBefore = /^(?:[A-Z]{0,2}\p{Sc}|\()$/u;
const signBehind = /^(?:%|\)|\)%|%\)|\p{Sc})$/u;

/**
 * Table of cell texts. Columns that hold nothing but signs, such as currencies and percent, are joined with
 * the numbers beside them, which have them in columns of their own so that they stand below each other.
 *
 * @param texts rows of equal length
 */
export function tableOfTexts(texts: Rows): TableGrid {
  let rows = texts.map((row) => [...row]);
  for (let column = (texts[0]?.length ?? 0) - 1; column >= 0; column--) {
    if (areSigns(rows, column, column + 1, signBefore)) rows = joinedAt(rows, column);
    else if (areSigns(rows, column, column - 1, signBehind)) rows = joinedAt(rows, column - 1);
  }
  return { rows, headerRows: headerRowsOf(rows) };
}

/** Whether a column holds signs, and other texts only where the column beside it, with the numbers, is free. */
function areSigns(rows: Rows, column: number, beside: number, sign: RegExp): boolean {
  if (beside < 0 || beside >= rows[0]!.length) return false;
  const filled = rows.filter((row) => row[column] !== '');
  const signs = filled.filter((row) => sign.test(row[column]!));
  const others = filled.filter((row) => !sign.test(row[column]!));
  return signs.length > others.length && others.every((row) => row[beside] === '');
}

/** Joins a column with the one to its right. */
function joinedAt(rows: Rows, column: number): string[][] {
  return rows.map((row) => [
    ...row.slice(0, column),
    `${row[column]!}${row[column + 1]!}`,
    ...row.slice(column + 2),
  ]);
}
