/** Kinds of a cell's value. A blank cell is not reported at all. */
export const CellKind = { number: 1, text: 2, boolean: 3, error: 4, date: 5 } as const;

/**
 * The cells of one row as parallel arrays, in file order. A reader hands the same object to every call, so a
 * consumer copies what it keeps. Typed arrays and no objects per cell: this is what lets eleven million cells
 * pass in seconds.
 */
export interface RowBuffer {
  /** 1-based. */
  row: number;
  /** Cells in use. */
  length: number;
  hidden: boolean;
  /** 0-based column of each cell. */
  column: Int32Array;
  /** One of {@link CellKind}. */
  kind: Uint8Array;
  /** Index for {@link WorkbookReader.formatCode}. */
  style: Int32Array;
  /** Value of numbers, serial of dates, 0 or 1 of booleans. */
  number: Float64Array;
  /** Value of texts and errors (`#N/A`), otherwise ''. */
  text: string[];
  /** 1 where the value is a formula's cached result. */
  formula: Uint8Array;
  /** Its texts as bytes, where the reader has them. It may then make `text` only when that is asked for. */
  raw?: RawTexts | null;
}

/**
 * How a text stands in bytes: as ASCII that needs no escape, as any UTF-8, or so with every quote in it
 * doubled.
 */
export const RawForm = { plain: 0, utf8: 1, doubled: 2 } as const;

/** Texts of a row's cells as they stand in bytes that hold as long as the row does. */
export interface RawTexts {
  bytes: Buffer;
  /** Where each cell's text begins and ends; begins at -1 where only `text` of the row has it. */
  start: Int32Array;
  end: Int32Array;
  /** One of {@link RawForm}. */
  form: Uint8Array;
}

/** Inclusive; rows 1-based, columns 0-based. */
export interface CellRange {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

export interface SheetInfo {
  /** 0-based place in the workbook. */
  index: number;
  name: string;
  state: 'visible' | 'hidden' | 'veryHidden';
  /** Only worksheets have rows; the others are named and may have figures. */
  kind: 'worksheet' | 'chartsheet' | 'macrosheet' | 'dialogsheet';
}

/** A table that the workbook itself declares (`xl/tables`). */
export interface DeclaredTable {
  name: string;
  range: CellRange;
  headerRows: number;
  totalsRows: number;
}

/** What is known of a sheet beside its rows, before the first row is read. */
export interface SheetLayout {
  merges: CellRange[];
  hiddenColumns: { first: number; last: number }[];
  tables: DeclaredTable[];
  /** By A1 reference of the first cell. */
  links: { cell: string; url: string }[];
  comments: { cell: string; author: string | null; text: string }[];
  /**
   * False where merges and links stand behind so many rows that a first pass would cost too much; they are
   * then empty.
   */
  complete: boolean;
}

/**
 * One picture or chart of a sheet. `text` says in words what a chart shows: type, title, axes, series and
 * their ranges.
 */
export interface SheetFigure {
  kind: 'image' | 'chart';
  /** A1 cell or range that it stands on, null where it floats. */
  anchor: string | null;
  name: string;
  altText: string;
  text: string;
  /** For images: type by content, size, and the key for {@link WorkbookReader.imageBytes}. */
  image: { contentType: string; byteSize: number; part: string } | null;
}

/**
 * A workbook opened for one forward pass per sheet. Every failure is a `SourceError` (see `source-error.ts`).
 * Not safe for concurrent calls; `close` releases the file.
 */
export interface WorkbookReader {
  readonly format: 'xlsx' | 'xls' | 'csv' | 'legacy';
  readonly date1904: boolean;
  readonly sheets: readonly SheetInfo[];
  /** Things that a reader of the result should know: skipped parts, duplicate entries, a guessed charset. */
  readonly warnings: readonly string[];
  /** Number format of a style as the file spells it, `General` where it has none. */
  formatCode(style: number): string;
  layout(sheet: SheetInfo): Promise<SheetLayout>;
  /** Calls `onRow` for each row that has cells, ascending, at most once a row. */
  readRows(sheet: SheetInfo, onRow: (row: RowBuffer) => void): Promise<void>;
  figures(sheet: SheetInfo): Promise<SheetFigure[]>;
  imageBytes(figure: SheetFigure): Promise<Buffer>;
  close(): void;
}
