const numeric = /^[\p{Sc}(+\-–−]*[\d.,:/\s]*\d[\d.,:/\s]*[)%\p{Sc}\p{L}]{0,4}$/u;

/**
 * 1 where the first row names the columns: all of its cells have words, and rows below it have numbers or are
 * fuller.
 */
export function headerRowsOf(rows: readonly (readonly string[])[]): number {
  const [first, ...rest] = rows;
  if (first === undefined || rest.length === 0) return 0;
  const named = first.filter((cell) => cell !== '' && !isNumeric(cell)).length;
  return named === first.length || (named >= 2 && named >= first.length - 1) ? 1 : 0;
}

/** Whether a cell holds a number or an amount, and nothing else. */
export function isNumeric(cell: string): boolean {
  return numeric.test(cell);
}
