/** Characters of a formula at most, as in Excel; a longer one is not shown. */
export const FORMULA_CHARS_MAX = 8_192;

/** Text of a cell whose formula cannot be shown. */
export const UNREADABLE_FORMULA = '=(unreadable formula)';

/** Prefixes of functions and parameters in files, which no spreadsheet shows. */
const FILE_PREFIX = /\b_xl(?:fn|ws|pm|udf)\./g;

/** Text that a cell shows for a formula without a stored value, given the formula without its `=`. */
export function shownFormula(formula: string): string {
  if (formula.length > FORMULA_CHARS_MAX) return UNREADABLE_FORMULA;
  return `=${formula.replace(FILE_PREFIX, '')}`;
}
