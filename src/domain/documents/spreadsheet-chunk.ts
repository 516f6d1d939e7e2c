/** Role of the rows of a chunk. */
export const ROW_ROLES = ['header', 'data', 'subtotal', 'total', 'note'] as const;
export type RowRole = (typeof ROW_ROLES)[number];

/** Number of a column's cells by kind of value; kinds without cells are absent. */
export interface ValueCounts {
  numbers?: number;
  dates?: number;
  texts?: number;
  booleans?: number;
  errors?: number;
  /** Formulas without a stored value, whose text is shown. */
  formulas?: number;
  /** Cells without a value, in rows that have others. */
  blanks?: number;
}

/**
 * Exact facts of one column within one chunk, computed from its rows. `type` is that of more than half of the
 * values, without errors, formulas and texts such as `n/a`. `min`, `max` and `sum` are those of the numbers or
 * dates; they are numbers, ISO dates for `date` columns, or a decimal string where a number would lose digits.
 * Text columns have `distinct` in their place.
 */
export interface ColumnFacts {
  column: string;
  header: string | null;
  type: 'number' | 'date' | 'text' | 'boolean';
  min?: number | string;
  max?: number | string;
  /** Absent where it exceeds the range of numbers. */
  sum?: number | string;
  /** Currency or `%` that the numbers of a text file have; they are given as written: 12.5 for `12,5 %`. */
  unit?: string;
  distinct?: number;
  non_empty: number;
  counts: ValueCounts;
}

/**
 * A picture or chart; `asset_url` is signed and works until the result expires, null for a chart (it has no
 * bytes).
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
   * Letters of the column outside of the range that names the rows of a table of several slices: the line of
   * column names begins with its name, and each other line with its value. Absent when none.
   */
  key_column?: string;
  /** First and last header row of the table, null where the table has none. */
  header_rows: [number, number] | null;
  /**
   * Table of the chunk, the same in all of its chunks: `tbl_<sheet>_<cell>`, position of the sheet in the
   * workbook, 1-based, and first cell. Absent for figures and for rows outside of tables.
   */
  table_id?: string;
  /** Title above the table; absent where none was found. */
  table_title?: string;
  /** Rows and columns of the range that the sheet hides; absent when none. */
  hidden_rows?: number[];
  hidden_columns?: string[];
  /**
   * Ranges of merged cells over several rows whose value is in the table, as far as they reach into the range;
   * absent when none. The first line of the text repeats the value of a range that begins above `row_start`.
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
