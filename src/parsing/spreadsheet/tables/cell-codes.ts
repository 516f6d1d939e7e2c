/**
 * Codes of cells in a line of values: one letter for each column of a chunk, and for each cell of a column
 * with several kinds of values.
 */
export const CODE = {
  /** Column without values. */
  blank: '.',
  /** Column with several codes, which `mixed` lists cell by cell. */
  mixed: 'x',
  /** Number that the text tells exactly. */
  plain: 'n',
  /** Number and serial of a date that `numbers` holds. */
  number: 'N',
  date: 'd',
  text: 't',
  /** Text that is shown differently and is held by `texts`. */
  hiddenText: 'u',
  boolean: 'b',
  /** Error, or formula without a stored value: a cell without a value. */
  none: 'e',
} as const;
export type CellCode = (typeof CODE)[keyof typeof CODE];

/** Line of values of a chunk. A chunk without rows of a table has the line `0`. */
export interface ValuesLine {
  /** Code of each column. */
  codes: string;
  /** Codes of the cells of each mixed column, top down; columns in order. */
  mixed?: string[];
  /** Doubles of the cells with {@link CODE.number} and {@link CODE.date} in reading order, as base64. */
  numbers?: string;
  /** Texts of the cells with {@link CODE.hiddenText} in reading order. */
  texts?: string[];
  /** Columns, from the first of the chunk, whose cell in the first line repeats a merged cell above it. */
  labels?: number[];
}

export const noValuesLine = '0';
