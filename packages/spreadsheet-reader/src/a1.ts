const letters: string[] = [];

/** Letters of a 0-based column: A, B, … Z, AA, … XFD. */
export function columnLetters(column: number): string {
  const known = letters[column];
  if (known !== undefined) return known;
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return (letters[column] = name);
}

/** A range in A1 form; a single cell is `B2`, not `B2:B2`. Rows 1-based, columns 0-based. */
export function rangeName(
  firstRow: number,
  lastRow: number,
  firstColumn: number,
  lastColumn: number,
): string {
  const start = columnLetters(firstColumn) + String(firstRow);
  const end = columnLetters(lastColumn) + String(lastRow);
  return start === end ? start : `${start}:${end}`;
}

/** Row (1-based) and column (0-based) of a reference like `B12` or `$B$12`, null for other texts. */
export function parseCell(reference: string): { row: number; column: number } | null {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (match === null) return null;
  let column = 0;
  for (const letter of match[1]!.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(match[2]);
  return row === 0 ? null : { row, column: column - 1 };
}
