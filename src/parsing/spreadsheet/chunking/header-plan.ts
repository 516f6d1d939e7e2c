import { type CellRange, type RowBuffer } from 'spreadsheet-reader';
import {
  differInStyle,
  hasDigitEvidence,
  hasNameEvidence,
  hasStyleEvidence,
  hasTypeEvidence,
  isAllText,
  looksLikeHeader,
  sameStyles,
  sharesTextBelow,
} from './header-row';
import { type MergeIndex } from './merge-index';
import { headerBelowLabels } from './label-rows';
import { createSegmentGrid, type SegmentGrid } from './segment-grid';
import { holdsValues, isUnitRow } from './unit-row';

/** Division of the first rows of a block; rows after `notes` and `headers` are data. */
export interface SegmentPlan {
  notes: number;
  /** Number of header rows after the notes. */
  headers: number;
  /** True for a block of one row that could be the header of a block below. */
  loneHeader: boolean;
}

export interface SegmentContext {
  merges: MergeIndex;
  typedByText: boolean;
  /** True where all rows of the block are given; otherwise more follow. */
  complete: boolean;
  /** True where a table above has the same columns: without evidence of a header this block continues it. */
  continues: boolean;
  /** False where rows follow below the block; a text file may be a list of one column to its end. */
  isLast?: boolean;
}

const headerLevelsMax = 5;
const noteRowsMax = 3;
const notesAboveDataMax = 5;
const headerSearchRows = 20;
/** Share of the usual number of cells that makes a row full; rows with fewer cells are titles or notes. */
const fullShare = 0.6;
/** Share of the columns above which a text merged over them is a title. */
const titleShare = 0.8;

const bracketedYear = /^[[(](?:19|20)\d{2}[\])]$/;

/** Divides the first rows of a block of consecutive rows into notes, header rows and data. */
export function planSegment(rows: readonly RowBuffer[], context: SegmentContext): SegmentPlan {
  const grid = createSegmentGrid(rows, context.typedByText);
  return grid.columns.length === 1 ? planSingleColumn(grid, context) : planTable(grid, context);
}

function planSingleColumn(
  grid: SegmentGrid,
  { complete, continues, typedByText, isLast = true }: SegmentContext,
): SegmentPlan {
  const count = grid.rows.length;
  const allText = grid.rows.every((_, r) => grid.classAt(r, 0) === 'text');
  const mayBeNotes = !typedByText || !isLast;
  if (allText && complete && count <= noteRowsMax && mayBeNotes)
    return { notes: count, headers: 0, loneHeader: false };
  if (allText && complete && count === 1) return { notes: 1, headers: 0, loneHeader: false };
  const named = !continues && looksLikeHeader(grid, 0) && count >= 2;
  const proven = named && (hasTypeEvidence(grid, 0, 1) || standsOut(grid));
  return { notes: 0, headers: proven ? 1 : 0, loneHeader: false };
}

/** Whether only the first entry of a list differs in format. */
function standsOut(grid: SegmentGrid): boolean {
  if (grid.rows.length < 4) return false;
  const style = grid.styleAt(1, 0);
  return grid.styleAt(0, 0) !== style && grid.rows.every((_, r) => r === 0 || grid.styleAt(r, 0) === style);
}

function planTable(grid: SegmentGrid, context: SegmentContext): SegmentPlan {
  const searched = Math.min(grid.rows.length, headerSearchRows);
  let widest = fullRowSize(grid) - 1;
  for (let row = 0; row < searched; row++) {
    const full = grid.filled(row) > widest;
    if (!full && !spansColumns(grid, row, context.merges) && !namesSomeValues(grid, row)) continue;
    row = headerBelowLabels(grid, row);
    widest = Math.max(widest, grid.filled(row));
    if (!looksLikeHeader(grid, row)) continue;
    const first = upperLevels(grid, row, context.merges);
    const headers = row - first + lowerLevels(grid, row, context.merges);
    const body = first + headers;
    if (body === grid.rows.length) {
      if (body === 1 && context.complete) return { notes: 0, headers: 0, loneHeader: true };
      continue;
    }
    if (isProven(grid, row, body, context)) return { notes: first, headers, loneHeader: false };
  }
  return { notes: leadingNotes(grid, context), headers: 0, loneHeader: false };
}

/**
 * Number of cells in a full row: most of what the fuller quarter of the rows has, so that titles do not lower
 * it.
 */
function fullRowSize(grid: SegmentGrid): number {
  const sizes = grid.rows.map((_, r) => grid.filled(r)).sort((a, b) => a - b);
  return Math.max(2, Math.ceil(sizes[Math.floor(sizes.length * 0.75)]! * fullShare));
}

/**
 * Whether a row is the first with several texts and two or more of them stand above columns of values only.
 * Other columns may lack a name.
 */
function namesSomeValues(grid: SegmentGrid, row: number): boolean {
  for (let r = 0; r < row; r++) if (grid.filled(r) > 1) return false;
  if (!isAllText(grid, row)) return false;
  let named = 0;
  for (let c = 0; c < grid.columns.length; c++)
    if (grid.classAt(row, c) !== null && holdsValues(grid, row, c)) named++;
  return named >= 2;
}

function isProven(
  grid: SegmentGrid,
  row: number,
  body: number,
  { continues, typedByText }: SegmentContext,
): boolean {
  if (hasTypeEvidence(grid, row, body) || (!typedByText && hasStyleEvidence(grid, row, body))) return true;
  if (continues || !hasNameEvidence(grid, row, body)) return false;
  if (typedByText || differInStyle(grid, row, body) || hasDigitEvidence(grid, row, body)) return true;
  // Two columns of texts in similar format are more likely labels and values.
  return grid.columns.length > 2 && grid.rows.length - body >= 2;
}

/**
 * First row of the header that ends in `row`. Rows above belong to it with several texts, or with one text
 * merged over some columns.
 */
function upperLevels(grid: SegmentGrid, row: number, merges: MergeIndex): number {
  let first = row;
  const isUpper = (r: number) => isUpperLevel(grid, r, merges) && !sharesTextBelow(grid, r, row + 1);
  while (first > 0 && row - first < headerLevelsMax - 1 && isUpper(first - 1)) first--;
  return first;
}

function isUpperLevel(grid: SegmentGrid, row: number, merges: MergeIndex): boolean {
  if (!isAllText(grid, row)) return false;
  if (spansColumns(grid, row, merges)) return true;
  return grid.filled(row) >= 2 && grid.classAt(row, 0) === null && looksLikeHeader(grid, row);
}

/**
 * Whether a row of texts has some that are merged over a part of the block's columns, like names of column
 * groups.
 */
function spansColumns(grid: SegmentGrid, row: number, merges: MergeIndex): boolean {
  const first = grid.columns[0]!;
  const width = grid.columns.at(-1)! - first + 1;
  const isGroup = ({ firstColumn, lastColumn }: CellRange) =>
    lastColumn > firstColumn &&
    lastColumn - firstColumn + 1 < width * titleShare &&
    // A single merged text at the left edge is a title, merged for its length.
    (grid.filled(row) > 1 || firstColumn > first);
  return isAllText(grid, row) && mergesOf(grid, row, merges).some(isGroup);
}

/** Number of header rows from `row` on. */
function lowerLevels(grid: SegmentGrid, row: number, merges: MergeIndex): number {
  let levels = 1;
  while (levels < headerLevelsMax && row + levels < grid.rows.length - 1) {
    const next = row + levels;
    if (isYearRow(grid, next)) {
      levels++;
      continue;
    }
    if (!isAllText(grid, next) || !looksLikeHeader(grid, next)) break;
    const spanned = mergesOf(grid, next - 1, merges).some(
      (merge) =>
        merge.lastRow >= grid.rows[next]!.row ||
        (merge.lastColumn > merge.firstColumn && isNamedBelow(grid, next, merge)),
    );
    const fuller = spansColumns(grid, row, merges) && grid.filled(next) > grid.filled(row);
    const grouped = next === row + 1 && namesGroups(grid, row);
    const continuesHeader =
      spanned || fuller || grouped || fillsGaps(grid, row, next) || styledLike(grid, row, next);
    if (!continuesHeader && !isUnitRow(grid, next)) break;
    levels++;
  }
  return levels;
}

/**
 * Whether the row below the merged name of a column group contains names: several texts, the same text again,
 * or names without a label on their left. A data row would have a label and one value there.
 */
function isNamedBelow(grid: SegmentGrid, row: number, { firstColumn, lastColumn }: CellRange): boolean {
  if (grid.classAt(row, 0) === null) return true;
  let names = 0;
  let repeated = false;
  for (const [c, column] of grid.columns.entries()) {
    if (column < firstColumn || column > lastColumn || grid.classAt(row, c) === null) continue;
    names++;
    repeated ||= column === firstColumn && grid.textAt(row, c) === grid.textAt(row - 1, c);
  }
  return names > 1 || repeated;
}

/**
 * Whether the next row is a lower header level: it names columns that the upper levels leave blank, and
 * leaves blank some that they name. Two cases are not: a single text with more such rows below is the name of
 * the first row group; texts like those of the rows below are the first data row.
 */
function fillsGaps(grid: SegmentGrid, first: number, next: number): boolean {
  if (grid.filled(next) === 1 && grid.rows.some((_, r) => r > next && grid.filled(r) === 1)) return false;
  const gaps: number[] = [];
  let leaves = false;
  for (let c = 0; c < grid.columns.length; c++) {
    let named = false;
    for (let r = first; r < next; r++) named ||= grid.classAt(r, c) !== null;
    const here = grid.classAt(next, c) !== null;
    if (here && !named) gaps.push(c);
    leaves ||= !here && named;
  }
  if (gaps.length === 0 || !leaves || sharesTextBelow(grid, next, next + 1)) return false;
  const isLike = (r: number) => gaps.some((c) => grid.classAt(r, c) !== null) && isAllText(grid, r);
  return !grid.rows.some((_, r) => r > next && isLike(r));
}

/**
 * Whether a row names groups of columns and the row below the columns: the upper one leaves the first column
 * blank and repeats its texts or leaves out others, the lower one has another name for each column and stands
 * above values.
 */
function namesGroups(grid: SegmentGrid, row: number): boolean {
  const below = row + 1;
  if (grid.classAt(row, 0) !== null || grid.filled(below) < grid.columns.length) return false;
  let blanks = 0;
  let repeats = 0;
  const names = new Set<string>();
  for (let c = 0; c < grid.columns.length; c++) {
    names.add(grid.textAt(below, c).trim());
    if (grid.classAt(row, c) === null) blanks++;
    else if (c > 0 && grid.textAt(row, c) === grid.textAt(row, c - 1)) repeats++;
  }
  if ((blanks < 2 && repeats === 0) || names.size < grid.columns.length) return false;
  return hasTypeEvidence(grid, below, below + 1) && !sharesTextBelow(grid, below, below + 1);
}

/** Whether a row with a blank first column holds years in brackets only, which stand below names. */
function isYearRow(grid: SegmentGrid, row: number): boolean {
  if (grid.classAt(row, 0) !== null || grid.filled(row) < 2) return false;
  return grid.columns.every(
    (_, c) => grid.classAt(row, c) === null || bracketedYear.test(grid.textAt(row, c).trim()),
  );
}

function styledLike(grid: SegmentGrid, first: number, next: number): boolean {
  const distinct = !sameStyles(grid, next, next + 1);
  return distinct && sameStyles(grid, first, next) && hasStyleEvidence(grid, next, next + 1);
}

function mergesOf(grid: SegmentGrid, row: number, merges: MergeIndex): CellRange[] {
  const number = grid.rows[row]!.row;
  return merges
    .startingIn(number, number)
    .filter((merge) => merge.lastColumn >= grid.columns[0]! && merge.firstColumn <= grid.columns.at(-1)!);
}

/** Number of single-text rows above data without a header: titles, or the name of a row group. */
function leadingNotes(grid: SegmentGrid, { complete }: SegmentContext): number {
  let notes = 0;
  while (notes < grid.rows.length && grid.filled(notes) === 1 && isAllText(grid, notes)) notes++;
  if (notes === grid.rows.length) return complete && notes <= noteRowsMax ? notes : 0;
  return notes <= notesAboveDataMax ? notes : 0;
}
