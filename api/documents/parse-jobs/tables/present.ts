import { columnNames, type ParsedTable } from '../../../../src/domain/documents/parsed-table';
import { type ParsedTableResource } from './schema';

/** A parsed table without its rows. */
export function presentTable(table: ParsedTable): ParsedTableResource {
  const { firstRow, lastRow, headerRows, columns } = table;
  const names = columnNames(columns);
  return {
    table_id: table.id,
    sheet_name: table.sheetName,
    sheet_state: table.sheetState,
    title: table.title,
    cell_range: `${columns[0]!.column}${firstRow}:${columns.at(-1)!.column}${lastRow}`,
    header_rows: headerRows === null ? null : [...headerRows],
    row_count: table.rowCount,
    columns: columns.map(({ column, header, type, unit }, at) => ({
      name: names[at]!,
      header: header === '' ? null : header,
      column,
      type,
      unit: unit ?? null,
    })),
  };
}
