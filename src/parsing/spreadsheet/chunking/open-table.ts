import { type RowBuffer } from 'spreadsheet-reader';
import { headerNames } from './header-names';
import { findKeyColumn } from './key-column';
import { type SheetContext } from './sheet-context';
import { tableIdentity } from './table-identity';
import { createTable, type Table, type TableStart } from './table';

/** First and last column of a table. */
export type TableColumns = Pick<TableStart, 'firstColumn' | 'lastColumn'>;

/** Position of a new table, and the title above it, if there is one. */
export interface TablePlace extends TableColumns {
  firstRow: number;
  title: string | null;
  /** Last row of a declared table's range; absent for a detected table. */
  declaredTo?: number;
}

/**
 * Opens a table under its header rows, which lie within its columns; it writes them first, as a chunk of
 * their own.
 *
 * @param first first data rows, from which the key column is found
 */
export function openTable(
  context: SheetContext,
  headerRows: readonly RowBuffer[],
  place: TablePlace,
  first: readonly RowBuffer[],
): Table {
  const { firstColumn, lastColumn } = place;
  const keyColumn = findKeyColumn(first, firstColumn, context.typedByText);
  const identity = tableIdentity(context.sheetNumber, { declaredTo: null, ...place });
  const start = { firstColumn, lastColumn, keyColumn, identity };
  if (headerRows.length === 0) return createTable(context, { ...start, header: null });
  const names = headerNames(headerRows, firstColumn, lastColumn, context.display, context.merges);
  const table = createTable(context, {
    ...start,
    header: { names, rows: [headerRows[0]!.row, headerRows.at(-1)!.row] },
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
