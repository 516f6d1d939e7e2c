const numeric = /^[\p{Sc}(+\-–−]*[\d.,:/\s]*\d[\d.,:/\s]*[)%\p{Sc}\p{L}]{0,4}$/u;

/**
 * Number of header rows, 0 or 1. It is 1 where all cells of the first row are words, and rows below have
 * numbers or are fuller.
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
