import { JsonText } from 'spreadsheet-reader/toolkit';

/** Header of a table, reduced to the columns of one panel. */
export interface PanelHeader {
  /** Name of each column; '' for a column that was added after the header. */
  names: string[];
  rows: readonly [number, number];
}

/** Line of column names with its line break, without the '' names at its end. */
export function lineOfNames(names: readonly string[]): JsonText {
  const line = new JsonText();
  const end = names.findLastIndex((name) => name !== '') + 1;
  for (let c = 0; c < end; c++) {
    if (c > 0) line.separators(1);
    line.cell(names[c]!);
  }
  line.lineBreak();
  return line;
}
