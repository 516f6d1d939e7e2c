import { type ChunkOffset } from './parse-job';

/** Types of a column of a parsed table. */
export const TABLE_COLUMN_TYPES = ['number', 'date', 'boolean', 'text'] as const;
export type TableColumnType = (typeof TABLE_COLUMN_TYPES)[number];

/** Column of a parsed table. */
export interface TableColumn {
  /** Letters of the column in the sheet. */
  column: string;
  /** Name in the header, '' for none. */
  header: string;
  /** Type of more than half of the values, otherwise `text`; null for a column without values. */
  type: TableColumnType | null;
  /** Currency or `%` of the numbers of a text file. */
  unit?: string;
  /** Decimal mark of the numbers of a text file; absent where they have none, or are canonical. */
  decimalMark?: '.' | ',';
  /** Order of the dates of a text file; absent for ISO dates. */
  dateOrder?: 'day first' | 'month first';
}

/** Table of a parsed workbook. Its rows are those of its chunks. Rows 1-based, as the sheet shows them. */
export interface ParsedTable {
  id: string;
  sheetName: string;
  sheetState: 'visible' | 'hidden' | 'veryHidden';
  title: string | null;
  /** First and last row, header included. */
  firstRow: number;
  lastRow: number;
  headerRows: readonly [number, number] | null;
  /** Number of rows below the header, without blank ones. */
  rowCount: number;
  /** First and last chunk with cells of the table; chunks of other tables may lie between them. */
  firstChunk: number;
  lastChunk: number;
  /** Whether numbers and dates are recognised in texts, because the file is a text file. */
  typedByText: boolean;
  /** Whether serials of dates count from 1904. */
  date1904: boolean;
  columns: readonly TableColumn[];
}

/** Files beside the chunks of a part or a result, of lines that each end in a line feed. */
export interface TableFiles {
  /** One {@link ParsedTable} a line, in the order of the sheets and of the first cells; null without tables. */
  tables: { key: string; byteSize: number; count: number } | null;
  /** One line for each chunk with the values that its text does not show; null for a text file. */
  values: { key: string; byteSize: number; pages: ChunkOffset[] } | null;
}

/**
 * Names of the columns of a table, by which its rows are read; no two are equal. A column without a header
 * has its letters as name, and a further one of a name gets a number: `Amount (2)`.
 */
export function columnNames(columns: readonly Pick<TableColumn, 'column' | 'header'>[]): string[] {
  const headers = new Set(columns.map(({ header }) => header));
  const used = new Set<string>();
  const nextNumber = new Map<string, number>();
  return columns.map(({ column, header }) => {
    let name = header === '' ? column : header;
    if (used.has(name) || (header === '' && headers.has(name))) {
      const base = name;
      let n = nextNumber.get(base) ?? 2;
      for (name = `${base} (${n})`; headers.has(name) || used.has(name); name = `${base} (${n})`) n++;
      nextNumber.set(base, n + 1);
    }
    used.add(name);
    return name;
  });
}
