/** Examples of answers with parsed tables, for the documentation. */
export const parsedTableExample = {
  table_id: 'tbl_1_A1',
  sheet_name: 'Sales',
  sheet_state: 'visible',
  title: null,
  cell_range: 'A1:C3',
  header_rows: [1, 1],
  row_count: 2,
  columns: [
    { name: 'Region', header: 'Region', column: 'A', type: 'text', unit: null },
    { name: 'Since', header: 'Since', column: 'B', type: 'date', unit: null },
    { name: 'Sum', header: 'Sum', column: 'C', type: 'number', unit: null },
  ],
};

export const tableRowExample = {
  row: 2,
  row_role: 'data',
  values: { Region: 'North', Since: '2024-03-14', Sum: 1234.5 },
  displayed: { Region: 'North', Since: '14 Mar 2024', Sum: '1,234.50' },
};

export const tableCsvExample = 'Region,Since,Sum\r\nNorth,2024-03-14,1234.5\r\n';
