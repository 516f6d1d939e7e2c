/** A range of cells. Rows are 1-based as the sheet shows them, columns 0-based; the ends are inclusive. */
export interface CellRange {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

/** Number of a column, 0-based, from its letters. */
export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

/** Letters of a column, 0-based. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** Parses a range in A1 form, such as `B2` or `A15:D32`; null for any other text. */
export function readRange(text: string): CellRange | null {
  const match = /^([A-Z]{1,3})(\d+)(?::([A-Z]{1,3})(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, firstLetters = '', firstRow = '', lastLetters = firstLetters, lastRow = firstRow] = match;
  return {
    firstRow: Number(firstRow),
    lastRow: Number(lastRow),
    firstColumn: columnNumber(firstLetters),
    lastColumn: columnNumber(lastLetters),
  };
}
