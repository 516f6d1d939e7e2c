import { type CellRow } from '../../row-buffer';
import { createSharedRow, type SharedRow, type SharedTexts } from '../../shared-row';
import { type RowBuffer } from '../../workbook-reader';
import { type NumberScan } from './number-scan';
import { type RowTag } from './row-tag';
import { type TextCache } from '../../text-cache';
import { type TextScan } from './text-scan';

/** Where a parser is in a worksheet's part, seen from its rows. */
export const RowPlace = { before: 0, inside: 1, behind: 2 } as const;

/** What a sheet's rows are read against. */
export interface RowContext {
  strings: SharedTexts;
  /** 1 for each cell style that shows a date. */
  dateStyles: Uint8Array;
  date1904: boolean;
  cellsMax: number;
  cellBytesMax: number;
  /**
   * Characters of all texts together: a shared string counts for each cell that shows it, and by its bytes.
   */
  textCharsMax: number;
  /** Shared by the sheets of a workbook. */
  textCache: TextCache;
  onRow: (row: RowBuffer) => void;
}

/**
 * Where a pass over a sheet's rows stands: one record that the parsing functions share, because closures and
 * result objects would cost more than the cells themselves.
 */
export interface RowScan {
  context: RowContext;
  /** The row being filled; handed out when another begins. */
  row: CellRow;
  shared: SharedRow;
  /** Of the shared strings, see `SharedTexts`. */
  stringStarts: Uint32Array;
  stringCount: number;
  /** Digits of its number, which nearly every cell repeats. */
  rowDigits: Uint8Array;
  rowDigitCount: number;
  /** Number of the last row handed out. */
  emittedRow: number;
  /** Column of a cell that does not say where it stands. */
  nextColumn: number;
  /** Whether a cell of the row stands left of one before it. */
  unordered: boolean;
  cells: number;
  textChars: number;
  /** One of {@link RowPlace}. */
  place: number;
  /** Cells that point to a shared string that does not exist. */
  danglingStrings: number;
  numberScan: NumberScan;
  textScan: TextScan;
  rowTag: RowTag;
  cell: CellHead;
}

/** What the start tag of the cell being parsed says. */
export interface CellHead {
  column: number;
  /** 0 where it is the row being filled. */
  row: number;
  style: number;
  /** One of `CellType`. */
  type: number;
  /** `<c/>`: there is no content and no closing tag. */
  empty: boolean;
  /** Its number, serial or truth as it is added to the row. */
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
    place: RowPlace.before,
    danglingStrings: 0,
    numberScan: { end: 0 },
    textScan: { ascii: true, plain: true },
    rowTag: { number: 0, hidden: false },
    cell: { column: 0, row: 0, style: 0, type: 0, empty: false, number: 0.5 },
  };
}
