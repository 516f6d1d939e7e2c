const numeric = /^[\p{Sc}(+\-–−]*[\d.,:/\s]*\d[\d.,:/\s]*[)%\p{Sc}\p{L}]{0,4}$/u;
/** A year or a date, which names a column as words do. */
const period =
  /^(?:(?:FY|CY)\s?)?(?:19|20)\d\d(?:[AEF*]|[/–-](?:\d\d|(?:19|20)\d\d))?$|^\d{1,2}[./]\d{1,2}[./](?:\d\d|\d{4})$/u;
const numericCharsMax = 60;
/** Greatest numbers of header rows, and of those below a free corner. */
const headerRowsMax = 4;
const cornerRowsMax = 8;

/**
 * Number of header rows. In a table of numbers they are the rows of names, years and dates above the first
 * row of numbers: rows that name groups of columns, down to the first that names all columns. In a table of
 * words it is 1 where all cells of the first row are words.
 */
export function headerRowsOf(rows: readonly (readonly string[])[]): number {
  const [first, ...rest] = rows;
  if (first === undefined || rest.length === 0) return 0;
  const numbers = rows.findIndex((row) => row.some(isAmount));
  if (numbers > 0) {
    const levels = levelsOf(rows.slice(0, headerEnd(rows, numbers)));
    if (levels > 0) return levels;
  }
  const named = first.filter((cell) => cell !== '' && !isNumeric(cell)).length;
  return named === first.length || (named >= 2 && named >= first.length - 1) ? 1 : 0;
}

/** Index behind the last row that may be a header: rows past the usual number leave the first column free. */
function headerEnd(rows: readonly (readonly string[])[], numbers: number): number {
  let end = Math.min(numbers, headerRowsMax);
  while (end < Math.min(numbers, cornerRowsMax) && rows[end]![0] === '') end++;
  return end;
}

/**
 * Number of levels of names that begin the rows above the numbers of a table; 0 for none. Where no row names
 * all columns, the last that names several ends the header.
 */
function levelsOf(above: readonly (readonly string[])[]): number {
  const complete = above.findIndex((row) => row.slice(1).every((cell) => cell !== ''));
  const last =
    complete >= 0 ? complete : above.findLastIndex((row) => row.filter((cell) => cell !== '').length >= 2);
  // A label with a colon has its value beside it.
  if (last < 0 || above[last]!.some((cell) => cell.endsWith(':'))) return 0;
  const next = above[last + 1];
  const isPeriods = next !== undefined && next.slice(1).every((cell) => period.test(cell));
  return last + (isPeriods ? 2 : 1);
}

/** Whether a cell holds a number or an amount, and nothing else. */
export function isNumeric(cell: string): boolean {
  return cell.length <= numericCharsMax && numeric.test(cell);
}

/** Whether a cell holds a year or a date, and nothing else. */
export function isPeriod(cell: string): boolean {
  return period.test(cell);
}

/** Whether a cell holds a number that is no year or date. */
export function isAmount(cell: string): boolean {
  return isNumeric(cell) && !period.test(cell);
}
