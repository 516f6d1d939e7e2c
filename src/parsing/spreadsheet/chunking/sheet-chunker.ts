import { type DeclaredTable, type RowBuffer } from '../workbook-reader';
import { createBand, settleLoneHeader, type Band, type BandState } from './band';
import { gapColumnsMax, splitColumns } from './column-bands';
import { createDeclaredTables } from './declared-tables';
import { createNoteWriter } from './note-writer';
import { type SheetContext } from './sheet-context';
import { storeRow } from './stored-row';
import { createTableRegistry } from './table-registry';

/** Chunker of one sheet, row by row. */
export interface SheetChunker {
  /** Adds a row. Rows must ascend; the buffer may be reused after the call. */
  row(row: RowBuffer): void;
  /** Writes all open chunks. */
  end(): void;
}

/** Rows and cells of a section that are buffered to find tables side by side. */
const windowRows = 50;
const windowCells = 40_000;

interface PlacedBand {
  first: number;
  last: number;
  band: Band;
}

/**
 * Creates a chunker with bounded lookahead. Declared tables take their cells first. The other rows are
 * divided at blank rows into sections, a section by its first rows at blank columns into bands, and a band at
 * its own blank rows into blocks, whose first rows decide on titles, header and data.
 */
export function createSheetChunker(context: SheetContext, tables: readonly DeclaredTable[]): SheetChunker {
  const declared = tables.length === 0 ? null : createDeclaredTables(context, tables);
  const state: BandState = {
    tables: createTableRegistry(),
    notes: createNoteWriter(context),
    loneHeader: null,
    started: false,
  };
  let window: RowBuffer[] | null = [];
  let windowed = 0;
  let bands: PlacedBand[] = [];
  let lastRow = 0;

  function openBands(complete: boolean): void {
    const rows = window!;
    window = null;
    windowed = 0;
    const { merges, typedByText } = context;
    bands = splitColumns(rows, { merges, typedByText, complete, continues: false }).map(placed);
    for (const row of rows) route(row, true);
  }

  function placed({ first, last }: { first: number; last: number }): PlacedBand {
    return { first, last, band: createBand(context, state) };
  }

  function route(row: RowBuffer, stored: boolean): void {
    const [only] = bands;
    if (bands.length === 1 && row.column[0]! >= only!.first && row.column[row.length - 1]! <= only!.last) {
      only!.band.row(row, 0, row.length, stored);
      return;
    }
    let from = 0;
    while (from < row.length) {
      const at = bandAt(row.column[from]!);
      const place = bands[at]!;
      const end = bands[at + 1]?.first ?? Infinity;
      let to = from;
      while (to < row.length && row.column[to]! < end && row.column[to]! - place.last - 1 <= gapColumnsMax) {
        place.last = Math.max(place.last, row.column[to]!);
        to++;
      }
      place.band.row(row, from, to, false);
      from = to;
    }
  }

  /** Index of the band that a column is in or near; a new band where there is none. */
  function bandAt(column: number): number {
    let low = 0;
    let high = bands.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (bands[middle]!.first <= column) low = middle + 1;
      else high = middle;
    }
    const left = bands[low - 1];
    if (left !== undefined && column - left.last - 1 <= gapColumnsMax) return low - 1;
    const right = bands[low];
    if (right !== undefined && right.first - column - 1 <= gapColumnsMax) {
      right.first = column;
      return low;
    }
    bands.splice(low, 0, placed({ first: column, last: column }));
    return low;
  }

  function endSection(): void {
    if (window !== null && window.length > 0) openBands(true);
    for (const { band } of bands) band.end();
    bands = [];
    window = [];
    windowed = 0;
  }

  function takeRow(row: RowBuffer): void {
    if (row.row > lastRow + 1) endSection();
    lastRow = row.row;
    if (window === null) {
      route(row, false);
      return;
    }
    window.push(storeRow(row));
    windowed += row.length;
    if (window.length >= windowRows || windowed >= windowCells) openBands(false);
  }

  return {
    row(row) {
      const rest = declared === null ? row : declared.take(row);
      if (rest !== null) takeRow(rest);
    },
    end() {
      declared?.end();
      endSection();
      state.tables.flushAll();
      state.notes.flush();
      settleLoneHeader(context, state);
      for (let rest = context.annotations.takeRest(); rest !== null; rest = context.annotations.takeRest()) {
        context.writer.note(describeRest(rest), rest);
      }
    },
  };
}

/** Text of comments and links on blank cells: `B7: text of the comment`. */
function describeRest({
  links,
  comments,
}: {
  links: { cell: string; url: string }[];
  comments: { cell: string; text: string }[];
}): string {
  return [
    ...comments.map(({ cell, text }) => `${cell}: ${text}`),
    ...links.map(({ cell, url }) => `${cell}: ${url}`),
  ].join('\n');
}
