import { type ParsedTable } from '../../../domain/documents/parsed-table';
import { type RowRole, type SpreadsheetChunk } from '../../../domain/documents/spreadsheet-chunk';
import { unescapeCell } from 'spreadsheet-reader/toolkit';
import { type ValuesLine } from './cell-codes';
import { createStoredValues, typedText } from './cell-values';

/** Cell of a row: its place among the columns of the table, its displayed text and its value as JSON. */
export interface TableCell {
  column: number;
  shown: string;
  value: string;
}

/** Row of a table, without its blank cells. */
export interface TableRow {
  /** Number in the sheet, 1-based. */
  row: number;
  role: RowRole;
  /** In the order of the columns. */
  cells: TableCell[];
}

const separator = ' | ';

/** Roles of the chunks that hold rows of a table. */
export const tableRowRoles: ReadonlySet<SpreadsheetChunk['row_role']> = new Set([
  'data',
  'subtotal',
  'total',
]);

/**
 * Reads the rows of a table that a chunk holds, all columns of the table or some of them. Covered cells of
 * merged ranges are blank.
 *
 * @param chunk a chunk of the table with one of {@link tableRowRoles}
 * @param line the chunk's line of values; null where the file is a text file
 * @param columnAt place of a column of the table by its letters
 */
export function readTableRows(
  chunk: Pick<
    SpreadsheetChunk,
    'text' | 'row_start' | 'row_role' | 'column_start' | 'header_rows' | 'key_column'
  >,
  line: ValuesLine | null,
  { columns, date1904 }: Pick<ParsedTable, 'columns' | 'date1904'>,
  columnAt: ReadonlyMap<string, number>,
): TableRow[] {
  const lines = chunk.text.split('\n');
  if (chunk.header_rows !== null) lines.shift();
  const first = columnAt.get(chunk.column_start!) ?? 0;
  const keyCells = chunk.key_column === undefined ? 0 : 1;
  const labels = new Set(line?.labels);
  const stored = line === null ? null : createStoredValues(line, date1904);
  const rows: TableRow[] = [];
  for (const [at, text] of lines.entries()) {
    if (text === '') continue;
    const cells: TableCell[] = [];
    for (const [c, escaped] of text.split(separator).slice(keyCells).entries()) {
      if (escaped === '' || (at === 0 && labels.has(c))) continue;
      const shown = unescapeCell(escaped);
      const value = stored === null ? typedText(shown, columns[first + c]!) : stored.next(c, shown);
      cells.push({ column: first + c, shown, value });
    }
    rows.push({ row: chunk.row_start! + at, role: chunk.row_role!, cells });
  }
  return rows;
}
