import { type RowBuffer } from '../workbook-reader';
import { headerNames } from './header-names';
import { type SheetContext } from './sheet-context';
import { createTable, type Table } from './table';

/** Opens a table under header rows, which are written as a chunk of their own first. `rows` only widen its columns. */
export function openTable(
  context: SheetContext,
  headerRows: readonly RowBuffer[],
  rows: readonly RowBuffer[],
): Table {
  const { firstColumn, lastColumn } = columnsOf([...headerRows, ...rows]);
  if (headerRows.length === 0) return createTable(context, { firstColumn, lastColumn, header: null });
  const names = headerNames(headerRows, firstColumn, lastColumn, context.display, context.merges);
  const table = createTable(context, {
    firstColumn,
    lastColumn,
    header: { names, rows: [headerRows[0]!.row, headerRows.at(-1)!.row] },
  });
  for (const row of headerRows) table.append('header', row, 0, row.length);
  table.flush();
  return table;
}

/** Columns that rows fill, first and last. */
export function columnsOf(rows: readonly RowBuffer[]): { firstColumn: number; lastColumn: number } {
  let firstColumn = Infinity;
  let lastColumn = 0;
  for (const row of rows) {
    firstColumn = Math.min(firstColumn, row.column[0]!);
    lastColumn = Math.max(lastColumn, row.column[row.length - 1]!);
  }
  return { firstColumn, lastColumn };
}
