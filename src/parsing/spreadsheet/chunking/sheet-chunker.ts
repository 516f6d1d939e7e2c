import { type DeclaredTable, type RowBuffer } from '../workbook-reader';
import { createBand, settleLoneHeader, type Band, type BandState } from './band';
import { gapColumnsMax, splitColumns } from './column-bands';
import { createDeclaredTables } from './declared-tables';
import { type SheetContext } from './sheet-context';
import { storeRow } from './stored-row';
import { createTableRegistry } from './table-registry';

/** Turns the rows of one sheet into chunks while they pass. */
export interface SheetChunker {
  /** Rows come in ascending order; the buffer may be reused after the call. */
  row(row: RowBuffer): void;
  /** Writes what is still open. */
  end(): void;
}

/** Rows and cells of a section that are looked at to find tables side by side. */
const windowRows = 50;
const windowCells = 40_000;

interface PlacedBand {
  first: number;
  last: number;
  band: Band;
}

/**
 * Chunks a sheet with bounded lookahead. Declared tables take their cells first. What is left is divided at blank rows into
 * sections, a section by its first rows at blank columns into bands, and a band at its own blank rows into blocks, whose
 * first rows decide on titles, header and data.
 */
export function createSheetChunker(context: SheetContext, tables: readonly DeclaredTable[]): SheetChunker {
  const declared = tables.length === 0 ? null : createDeclaredTables(context, tables);
  const state: BandState = { tables: createTableRegistry(), loneHeader: null, started: false };
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
    for (const row of rows) route(row);
  }

  function placed({ first, last }: { first: number; last: number }): PlacedBand {
    return { first, last, band: createBand(context, state) };
  }

  function route(row: RowBuffer): void {
    const [only] = bands;
    if (bands.length === 1 && row.column[0]! >= only!.first && row.column[row.length - 1]! <= only!.last) {
      only!.band.row(row, 0, row.length);
      return;
    }
    for (let from = 0; from < row.length;) {
      const place = bandOf(row.column[from]!);
      const end = bands[bands.indexOf(place) + 1]?.first ?? Infinity;
      let to = from;
      while (to < row.length && row.column[to]! < end && row.column[to]! - place.last - 1 <= gapColumnsMax) {
        place.last = Math.max(place.last, row.column[to]!);
        to++;
      }
      place.band.row(row, from, to);
      from = to;
    }
  }

  /** The band that a column belongs to or is near; a new one where none is. */
  function bandOf(column: number): PlacedBand {
    let b = 0;
    while (b + 1 < bands.length && bands[b + 1]!.first <= column) b++;
    const band = bands[b]!;
    if (column < band.first && band.first - column - 1 <= gapColumnsMax) band.first = column;
    if (column >= band.first && column - band.last - 1 <= gapColumnsMax) return band;
    const fresh = placed({ first: column, last: column });
    bands.splice(column < band.first ? b : b + 1, 0, fresh);
    return fresh;
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
      route(row);
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
      settleLoneHeader(context, state);
      state.tables.flushAll();
      for (let rest = context.annotations.takeRest(); rest !== null; rest = context.annotations.takeRest()) {
        context.writer.note(describeRest(rest), rest);
      }
    },
  };
}

/** Comments and links of cells that hold nothing, in words: `B7: text of the comment`. */
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
