import { type CellRow } from '../../row-buffer';
import { createSharedRow, type SharedRow, type SharedTexts } from '../../shared-row';
import { type RowBuffer } from '../../workbook-reader';
import { type SharedFormula } from './cell-formula';
import { type MainNames, undeclaredNames } from './main-names';
import { type NumberScan } from './number-scan';
import { type RowTag } from './row-tag';
import { type TextCache } from '../../text-cache';
import { type TextScan } from './text-scan';

/** Position of a parser in a worksheet's part, relative to the rows. */
export const RowPlace = { before: 0, inside: 1, behind: 2 } as const;

/** Workbook data and limits for the rows of a sheet. */
export interface RowContext {
  strings: SharedTexts;
  /** 1 for each cell style that shows dates. */
  dateStyles: Uint8Array;
  date1904: boolean;
  cellsMax: number;
  cellBytesMax: number;
  /**
   * Characters of all texts of the sheet; a shared string counts for each cell that shows it, by its bytes.
   */
  textCharsMax: number;
  /** Cache that the sheets of a workbook share. */
  textCache: TextCache;
  onRow: (row: RowBuffer) => void;
}

/**
 * State of a pass over a sheet's rows: one object that the parsing functions share, because closures and
 * result objects would cost more than the cells.
 */
export interface RowScan {
  context: RowContext;
  /** The current row; it is passed on when another begins. */
  row: CellRow;
  shared: SharedRow;
  /** Start offsets of the shared strings, see `SharedTexts`. */
  stringStarts: Uint32Array;
  stringCount: number;
  /** Digits of the row's number, which nearly every cell repeats. */
  rowDigits: Uint8Array;
  rowDigitCount: number;
  /** Number of the last row passed on. */
  emittedRow: number;
  /** Column of the next cell without a reference. */
  nextColumn: number;
  /** Whether a cell of the row is left of one before it. */
  unordered: boolean;
  cells: number;
  textChars: number;
  /** Names of the part's elements; those of its root as soon as it was seen. */
  names: MainNames;
  rootSeen: boolean;
  /** Position, one of {@link RowPlace}. */
  place: number;
  /** Cells that point to a shared string that does not exist. */
  danglingStrings: number;
  /** First cells of shared formulas without stored values, by the index of the formula. */
  sharedFormulas: Map<string, SharedFormula>;
  numberScan: NumberScan;
  textScan: TextScan;
  rowTag: RowTag;
  cell: CellHead;
}

/** Attributes of the current cell's start tag. */
export interface CellHead {
  column: number;
  /** Row number, 0 for the current row. */
  row: number;
  style: number;
  /** Cell type, one of `CellType`. */
  type: number;
  /** True for `<c/>`, which has no content and no closing tag. */
  empty: boolean;
  /** Number, date serial or boolean that is added to the row. */
  number: number;
}

export function createRowScan(context: RowContext): RowScan {
  const shared = createSharedRow(context.strings);
  return {
    context,
    row: shared.row,
    shared,
    stringStarts: context.strings.starts,
    stringCount: context.strings.count,
    rowDigits: new Uint8Array(8),
    rowDigitCount: 0,
    emittedRow: 0,
    nextColumn: 0,
    unordered: false,
    cells: 0,
    textChars: 0,
    names: undeclaredNames,
    rootSeen: false,
    place: RowPlace.before,
    danglingStrings: 0,
    sharedFormulas: new Map(),
    numberScan: { end: 0 },
    textScan: { ascii: true, plain: true },
    rowTag: { number: 0, hidden: false },
    cell: { column: 0, row: 0, style: 0, type: 0, empty: false, number: 0.5 },
  };
}
