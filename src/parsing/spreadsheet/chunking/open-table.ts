import { type RowBuffer } from '../workbook-reader';
import { headerNames } from './header-names';
import { findKeyColumn } from './key-column';
import { type SheetContext } from './sheet-context';
import { createTable, type Table, type TableStart } from './table';

/** First and last column of a table. */
export type TableColumns = Pick<TableStart, 'firstColumn' | 'lastColumn'>;

/**
 * Opens a table of some columns under header rows, which are within these columns and are written as a chunk
 * of their own first.
 *
 * @param first first data rows, which tell the column that names the rows
 */
export function openTable(
  context: SheetContext,
  headerRows: readonly RowBuffer[],
  { firstColumn, lastColumn }: TableColumns,
  first: readonly RowBuffer[],
): Table {
  const keyColumn = findKeyColumn(first, firstColumn, context.typedByText);
  if (headerRows.length === 0)
    return createTable(context, { firstColumn, lastColumn, header: null, keyColumn });
  const names = headerNames(headerRows, firstColumn, lastColumn, context.display, context.merges);
  const table = createTable(context, {
    firstColumn,
    lastColumn,
    header: { names, rows: [headerRows[0]!.row, headerRows.at(-1)!.row] },
    keyColumn,
  });
  for (const row of headerRows) table.append('header', row, 0, row.length);
  table.flush();
  return table;
}

/** First and last column that rows fill. */
export function columnsOf(rows: readonly RowBuffer[]): TableColumns {
  let firstColumn = Infinity;
  let lastColumn = 0;
  for (const row of rows) {
    firstColumn = Math.min(firstColumn, row.column[0]!);
    lastColumn = Math.max(lastColumn, row.column[row.length - 1]!);
  }
  return { firstColumn, lastColumn };
}
