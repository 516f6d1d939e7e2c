/**
 * Kinds of a cell's value; `formula` is a formula without a stored value. A blank cell is not reported at
 * all.
 */
export const CellKind = { number: 1, text: 2, boolean: 3, error: 4, date: 5, formula: 6 } as const;

/**
 * Cells of one row as parallel arrays, in file order. A reader passes the same object to each call, so that a
 * consumer copies what it keeps. Typed arrays instead of an object per cell let eleven million cells pass in
 * seconds.
 */
export interface RowBuffer {
  /** Row number, 1-based. */
  row: number;
  /** Number of cells in use. */
  length: number;
  hidden: boolean;
  /** Column of each cell, 0-based. */
  column: Int32Array;
  /** Kind of each cell, one of {@link CellKind}. */
  kind: Uint8Array;
  /** Style of each cell, for {@link WorkbookReader.formatCode}. */
  style: Int32Array;
  /** Value of numbers, serial of dates, 0 or 1 of booleans. */
  number: Float64Array;
  /** Value of texts and errors (`#N/A`), text of a formula without a value (`=A1+1`), otherwise ''. */
  text: string[];
  /** 1 where the cell has a formula. */
  formula: Uint8Array;
  /** Texts as bytes, where the reader has them; it may then make `text` on demand only. */
  raw?: RawTexts | null;
}

/** Form of a text in bytes: ASCII without escapes, any UTF-8, or UTF-8 with doubled quotes. */
export const RawForm = { plain: 0, utf8: 1, doubled: 2 } as const;

/** Texts of a row's cells as bytes, valid as long as the row. */
export interface RawTexts {
  bytes: Buffer;
  /** Start of each cell's text; -1 where only `text` of the row has it. */
  start: Int32Array;
  end: Int32Array;
  /** Form of each text, one of {@link RawForm}. */
  form: Uint8Array;
}

/** A range of cells, inclusive; rows 1-based, columns 0-based. */
export interface CellRange {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

export interface SheetInfo {
  /** Position in the workbook, 0-based. */
  index: number;
  name: string;
  state: 'visible' | 'hidden' | 'veryHidden';
  /** Kind of a sheet; only worksheets have rows, the others are named and may have figures. */
  kind: 'worksheet' | 'chartsheet' | 'macrosheet' | 'dialogsheet';
}

/** A table declared in the workbook (`xl/tables`). */
export interface DeclaredTable {
  name: string;
  range: CellRange;
  headerRows: number;
  totalsRows: number;
}

/** Layout of a sheet: everything but its rows, known before the first row is read. */
export interface SheetLayout {
  merges: CellRange[];
  hiddenColumns: { first: number; last: number }[];
  tables: DeclaredTable[];
  /** Links by A1 reference of the first cell. */
  links: { cell: string; url: string }[];
  comments: { cell: string; author: string | null; text: string }[];
  /**
   * False where merged ranges and links come after so many rows that a first pass would cost too much; they
   * are empty then.
   */
  complete: boolean;
}

/** An image or chart of a sheet. `text` describes a chart: type, title, axes, series and their ranges. */
export interface SheetFigure {
  kind: 'image' | 'chart';
  /** Anchor: A1 cell or range, null for a floating figure. */
  anchor: string | null;
  name: string;
  altText: string;
  text: string;
  /** Type by content, size, and the key for {@link WorkbookReader.imageBytes}; null for charts. */
  image: { contentType: string; byteSize: number; part: string } | null;
}

/**
 * A workbook opened for one forward pass per sheet. Each fault of the file is a `SourceError` (see
 * `source-error.ts`). Not safe for concurrent calls; `close` releases the file.
 */
export interface WorkbookReader {
  readonly format: 'xlsx' | 'xlsb' | 'xls' | 'ods' | 'csv' | 'legacy';
  readonly date1904: boolean;
  readonly sheets: readonly SheetInfo[];
  /** Warnings for the user: skipped parts, duplicate entries, a guessed charset. */
  readonly warnings: readonly string[];
  /** Number format code of a style as in the file, `General` for none. */
  formatCode(style: number): string;
  layout(sheet: SheetInfo): Promise<SheetLayout>;
  /** Calls `onRow` for each row that has cells, ascending, at most once a row. */
  readRows(sheet: SheetInfo, onRow: (row: RowBuffer) => void): Promise<void>;
  figures(sheet: SheetInfo): Promise<SheetFigure[]>;
  imageBytes(figure: SheetFigure): Promise<Buffer>;
  close(): void;
}
