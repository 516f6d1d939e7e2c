import { type RowBuffer } from 'spreadsheet-reader';
import { hasStyleEvidence } from './header-row';
import { planSegment } from './header-plan';
import { type MergeIndex } from './merge-index';
import { standsForNoValue } from '../facts/no-value';
import { createSegmentGrid, type SegmentGrid } from './segment-grid';
import { addToShape, columnShape, isSameRow, mayHeadAnother, type TableShape } from './table-shape';
import { readTotalLabel } from './total-label';

/** End of a table's rows. */
export interface TableEnd {
  /**
   * Number of rows of the table. The next row is another table's header, or needs more rows to be decided.
   */
  rows: number;
  /** Number of header rows that follow, 0 for none. */
  headers: number;
  /** True where these repeat the table's header. */
  repeated: boolean;
}

export interface StackedContext {
  merges: MergeIndex;
  typedByText: boolean;
  /** True where all rows of the block are given; otherwise more follow. */
  complete: boolean;
  /** True where the row before the first is a total. */
  afterTotal: boolean;
}

/** Number of rows, header included, that decide whether a table begins. */
export const stackedRowsMax = 8;
const majority = 0.6;
/** Rows that must be above and below for the start or end of a column to be evidence. */
const rowsAboveMin = 3;
const rowsBelowMin = 2;

/**
 * Finds the header of another table directly below a table, and adds the rows before it to the table's shape.
 * Rows of texts also occur within tables (`closed`, `n/a`), so a row of names over values counts as a header
 * only with one more piece of evidence. Otherwise the rows stay in their table.
 */
export function findTableEnd(
  rows: readonly RowBuffer[],
  shape: TableShape,
  context: StackedContext,
): TableEnd {
  const { typedByText, complete } = context;
  let { afterTotal } = context;
  for (const [r, row] of rows.entries()) {
    if (mayHeadAnother(shape, row, 0, row.length, typedByText)) {
      if (!complete && rows.length - r < stackedRowsMax) return { rows: r, headers: 0, repeated: false };
      const next = rows.slice(r, r + stackedRowsMax);
      const repeated = repeatsHeader(next, shape);
      const headers = repeated ? shape.headers.length : newHeaders(next, shape, { ...context, afterTotal });
      if (headers > 0) return { rows: r, headers, repeated };
      shape.doubts++;
    }
    addToShape(shape, row, 0, row.length, typedByText);
    if (row.length > 1) afterTotal = readTotalLabel(row.text[0]!) !== null;
  }
  return { rows: rows.length, headers: 0, repeated: false };
}

function newHeaders(rows: readonly RowBuffer[], shape: TableShape, context: StackedContext): number {
  const { merges, typedByText, afterTotal } = context;
  const { notes, headers } = planSegment(rows, { merges, typedByText, complete: true, continues: true });
  if (notes > 0 || headers === 0) return 0;
  const stack: Stack = { grid: createSegmentGrid(rows, typedByText), headers, shape };
  if (!areNames(stack)) return 0;
  const named = namesValues(stack);
  const styled = !typedByText && isStyledApart(stack);
  const sure =
    (styled && (named || isStyledAsHeader(stack))) ||
    (named && (afterTotal || sharesName(stack) || changesColumns(stack) || changesTypes(stack)));
  return sure ? headers : 0;
}

/** Rows from a possible header on, and the table above them. */
interface Stack {
  grid: SegmentGrid;
  headers: number;
  shape: TableShape;
}

function repeatsHeader(rows: readonly RowBuffer[], { headers }: TableShape): boolean {
  if (headers.length === 0 || rows.length < headers.length) return false;
  return headers.every((header, h) => isSameRow(rows[h]!, 0, rows[h]!.length, header));
}

/**
 * Whether the texts of the lowest header row are distinct names, none of which denotes a missing value or
 * recurs below.
 */
function areNames({ grid, headers }: Stack): boolean {
  const row = headers - 1;
  const names = new Set<string>();
  for (let c = 0; c < grid.columns.length; c++) {
    if (grid.classAt(row, c) === null) continue;
    const name = grid.textAt(row, c).trim();
    if (names.has(name) || standsForNoValue(name)) return false;
    names.add(name);
    for (let r = headers; r < grid.rows.length; r++) {
      if (grid.classAt(r, c) === 'text' && grid.textAt(r, c).trim() === name) return false;
    }
  }
  return true;
}

/** Whether the header names a column that held only values, and leaves no column below without a name. */
function namesValues({ grid, headers, shape }: Stack): boolean {
  const isNamed = (c: number) => grid.rows.some((_, r) => r < headers && grid.classAt(r, c) !== null);
  const values = grid.columns.some((column, c) => {
    const above = columnShape(shape, column);
    return above?.texts === 0 && above.cells >= rowsBelowMin && isNamed(c);
  });
  return values && grid.columns.every((_, c) => c === 0 || isNamed(c) || share(grid, headers, c) < majority);
}

/** Share of the rows below the header that have a cell in a column. */
function share(grid: SegmentGrid, headers: number, column: number): number {
  let filled = 0;
  for (let r = headers; r < grid.rows.length; r++) if (grid.classAt(r, column) !== null) filled++;
  return filled / Math.max(1, grid.rows.length - headers);
}

/**
 * Whether the header differs in format from the rows below, which have the same format, and from the table
 * above.
 */
function isStyledApart({ grid, headers, shape }: Stack): boolean {
  const row = headers - 1;
  if (!hasStyleEvidence(grid, row, headers)) return false;
  return compare(grid, row, (c) => columnShape(shape, grid.columns[c]!)?.style) === 'different';
}

function isStyledAsHeader({ grid, headers, shape }: Stack): boolean {
  const above = shape.headers.at(-1);
  const styleAbove = (c: number) => {
    const at = above?.column.indexOf(grid.columns[c]!) ?? -1;
    return at < 0 ? undefined : above!.style[at];
  };
  return compare(grid, headers - 1, styleAbove) === 'same';
}

/**
 * Whether most cells of a row have the format of their counterparts in another row; null where too few can be
 * compared.
 */
function compare(
  grid: SegmentGrid,
  row: number,
  other: (column: number) => number | undefined,
): 'same' | 'different' | null {
  let same = 0;
  let compared = 0;
  for (let c = 0; c < grid.columns.length; c++) {
    const style = other(c);
    if (grid.classAt(row, c) === null || style === undefined) continue;
    compared++;
    if (style === grid.styleAt(row, c)) same++;
  }
  if (compared < 2) return null;
  if (same >= compared * majority) return 'same';
  return compared - same >= compared * majority ? 'different' : null;
}

/** Whether a column of values has the same name here and above. */
function sharesName({ grid, headers, shape }: Stack): boolean {
  const above = shape.headers.at(-1);
  const row = headers - 1;
  return grid.columns.some((column, c) => {
    const at = above?.column.indexOf(column) ?? -1;
    if (at < 0 || grid.classAt(row, c) !== 'text' || columnShape(shape, column)?.texts !== 0) return false;
    return grid.textAt(row, c) === above!.text[at];
  });
}

/**
 * Whether the rows below fill a named column that the table above lacks, or leave a third of a column blank
 * that the table above always fills.
 */
function changesColumns({ grid, headers, shape }: Stack): boolean {
  if (shape.rows < rowsAboveMin || grid.rows.length - headers < rowsBelowMin) return false;
  const isNew = (column: number, c: number) =>
    columnShape(shape, column) === undefined &&
    grid.classAt(headers - 1, c) !== null &&
    share(grid, headers, c) > majority;
  if (grid.columns.some(isNew)) return true;
  const always = shape.columns.flatMap((count, c) =>
    count !== undefined && count.cells >= shape.rows * 0.9 ? [shape.firstColumn + c] : [],
  );
  const ended = always.filter((column) => !grid.columns.includes(column));
  return ended.length * 3 >= always.length && ended.length > 0;
}

/** Whether a column changes from texts to values or from values to texts. */
function changesTypes({ grid, headers, shape }: Stack): boolean {
  if (grid.rows.length - headers < rowsBelowMin) return false;
  return grid.columns.some((column, c) => {
    const above = columnShape(shape, column);
    if (above === undefined || above.cells < rowsAboveMin) return false;
    let cells = 0;
    let texts = 0;
    for (let r = headers; r < grid.rows.length; r++) {
      const kind = grid.classAt(r, c);
      if (kind !== null) cells++;
      if (kind === 'text') texts++;
    }
    const flips = above.texts === 0 ? texts === cells : above.texts === above.cells && texts === 0;
    return flips && cells >= rowsBelowMin;
  });
}
