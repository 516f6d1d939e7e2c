/** Role of the rows of a chunk. */
export const ROW_ROLES = ['header', 'data', 'subtotal', 'total', 'note'] as const;
export type RowRole = (typeof ROW_ROLES)[number];

/** Number of a column's cells by kind of value; kinds without a cell are absent. */
export interface ValueCounts {
  numbers?: number;
  dates?: number;
  texts?: number;
  booleans?: number;
  errors?: number;
  /** Formulas without a stored value; their text is shown. */
  formulas?: number;
  /** Cells without a value in rows that have other values. */
  blanks?: number;
}

/**
 * Exact facts of one column within one chunk, computed from its rows. `type` is the type of more than half of
 * the values; errors, formulas and texts such as `n/a` do not count. `min`, `max` and `sum` cover the numbers
 * or dates. They are numbers, ISO dates for `date` columns, or a decimal string where a number would lose
 * digits. Text columns have `distinct` instead.
 */
export interface ColumnFacts {
  column: string;
  header: string | null;
  type: 'number' | 'date' | 'text' | 'boolean';
  min?: number | string;
  max?: number | string;
  /** Absent when it exceeds the range of numbers. */
  sum?: number | string;
  /** Currency or `%` of the numbers in a text file. Percentages are not divided: `12,5 %` is 12.5. */
  unit?: string;
  distinct?: number;
  non_empty: number;
  counts: ValueCounts;
}

/**
 * A picture or chart. `asset_url` is signed and works until the result expires; null for a chart, which has
 * no bytes.
 */
export interface ChunkFigure {
  kind: 'image' | 'chart';
  anchor: string | null;
  asset_url: string | null;
  content_type: string | null;
  byte_size: number | null;
}

/**
 * A chunk as it is stored and returned. Rows are 1-based as the sheet shows them, columns are letters,
 * `cell_range` is in A1 form. Every cell of the input is in exactly one chunk of type `table`.
 */
export interface SpreadsheetChunk {
  chunk_id: string;
  chunk_index: number;
  chunk_type: 'table' | 'figure';
  /**
   * Header lines, then one line per row, cells joined by ` | `; `\`, `|` and line breaks inside a cell are
   * escaped.
   */
  text: string;
  sheet_name: string;
  sheet_state: 'visible' | 'hidden' | 'veryHidden';
  row_start: number | null;
  row_end: number | null;
  column_start: string | null;
  column_end: string | null;
  cell_range: string | null;
  row_role: RowRole | null;
  /** Names of the columns of the range, in order; levels of a many-row header are joined by ` / `. */
  column_headers: string[];
  /**
   * Letters of the column that names the rows of a table, when the table is split into slices and the column
   * is outside this one. The line of column names begins with its name, and each row with its value. Absent
   * for tables of one slice.
   */
  key_column?: string;
  /** First and last header row of the table, null where the table has none. */
  header_rows: [number, number] | null;
  /**
   * Id of the table, the same in all of its chunks: `tbl_<sheet>_<cell>`, with the position of the sheet in
   * the workbook, from 1, and the first cell. Absent for figures and for rows outside of tables.
   */
  table_id?: string;
  /** Title above the table; absent when none was found. */
  table_title?: string;
  /** Rows and columns of the range that the sheet hides; absent when none. */
  hidden_rows?: number[];
  hidden_columns?: string[];
  /**
   * Ranges of merged cells over several rows whose value is in the table, clipped to the range; absent when
   * none. The first line of the text repeats the value of a range that begins above `row_start`.
   */
  merged_ranges?: string[];
  /** Absent when none. */
  links?: { cell: string; url: string }[];
  comments?: { cell: string; author: string | null; text: string }[];
  figure?: ChunkFigure;
  verified_facts?: { row_count: number; columns: ColumnFacts[] };
  tags: string[] | null;
  summary: string | null;
}
