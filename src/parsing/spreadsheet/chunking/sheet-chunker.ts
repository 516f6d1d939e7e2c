import { type DeclaredTable, type RowBuffer } from 'spreadsheet-reader';
import { createBand, settleLoneHeader, type Band, type BandState } from './band';
import { type ColumnBand, gapColumnsMax, splitColumns } from './column-bands';
import { createDeclaredTables, type TableChanges } from './declared-tables';
import { createNoteWriter } from './note-writer';
import { columnsOf } from './open-table';
import { type SheetContext } from './sheet-context';
import { storeRow, withoutBlankCells } from './stored-row';
import { createTableRegistry } from './table-registry';

/** Chunker of one sheet, row by row. */
export interface SheetChunker {
  /** Adds a row. Rows must ascend; the buffer may be reused after the call. */
  row(row: RowBuffer): void;
  /** Writes all open chunks. */
  end(): void;
}

/**
 * Upper bound of the rows of a section that are buffered to find tables side by side; the next constant
 * bounds their cells.
 */
const windowRows = 50;
const windowCells = 40_000;
/** Rows after which a lone row is settled; by then every block that begins near it is decided. */
const loneRowsMax = 100;

interface PlacedBand extends ColumnBand {
  band: Band;
}

/** Columns, down to their last row, of a declared table, or of a band that a declared table ended. */
interface FormerBand extends ColumnBand {
  lastRow: number;
}

/**
 * Creates a chunker with bounded lookahead. Declared tables take their cells first. Blank rows divide the
 * other rows into sections; blank columns in the first rows of a section divide it into bands; a band's own
 * blank rows divide it into blocks, whose first rows decide about titles, header and data. While a declared
 * table is open, no band has its columns; directly below it they are a band of their own.
 */
export function createSheetChunker(context: SheetContext, tables: readonly DeclaredTable[]): SheetChunker {
  const { order } = context;
  const registry = createTableRegistry();
  const state: BandState = {
    tables: registry,
    notes: createNoteWriter(context),
    loneHeader: null,
    started: false,
    isEnding: false,
  };
  const declared = tables.length === 0 ? null : createDeclaredTables(context, tables, state);
  let window: RowBuffer[] | null = [];
  let windowed = 0;
  let bands: PlacedBand[] = [];
  /** Ended bands and tables beside rows that open bands still collect. */
  let former: FormerBand[] = [];
  let lastRow = 0;

  function openBands(complete: boolean): void {
    const rows = window!;
    window = null;
    windowed = 0;
    const { merges, typedByText } = context;
    const segment = { merges, typedByText, complete, continues: false };
    const isJoined = (left: number, right: number) =>
      registry.continuedBy(rows[0]!.row, left, right) !== null;
    bands = splitColumns(rows, segment, { isDivided, isJoined }).map(placed);
    for (const row of rows) route(row, true);
  }

  function isDivided(left: number, right: number): boolean {
    return declared?.isBetween(left, right) ?? false;
  }

  function placed({ first, last }: ColumnBand): PlacedBand {
    const place = { first, last, band: createBand(context, state, claim) };
    return place;

    function claim(firstColumn: number, lastColumn: number): boolean {
      const at = bands.indexOf(place);
      const left = bands[at - 1]?.last ?? -1;
      const right = bands[at + 1]?.first ?? Infinity;
      if (left >= firstColumn || right <= lastColumn || isDivided(firstColumn, lastColumn)) return false;
      if (isBesideFormer(place, firstColumn, lastColumn)) return false;
      place.first = Math.min(place.first, firstColumn);
      place.last = Math.max(place.last, lastColumn);
      return true;
    }
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
      while (to < row.length && row.column[to]! < end && reaches(place, row.column[to]!)) {
        place.last = Math.max(place.last, row.column[to]!);
        to++;
      }
      place.band.row(row, from, to, false);
      from = to;
    }
  }

  /** Index of the band that contains a column or is near it; of a new band where there is none. */
  function bandAt(column: number): number {
    let low = 0;
    let high = bands.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (bands[middle]!.first <= column) low = middle + 1;
      else high = middle;
    }
    const left = bands[low - 1];
    if (left !== undefined && reaches(left, column)) return low - 1;
    const right = bands[low];
    if (right !== undefined && reaches(right, column)) {
      right.first = column;
      return low;
    }
    bands.splice(low, 0, placed({ first: column, last: column }));
    return low;
  }

  /** Whether a column is in a band or can be added to it. */
  function reaches(place: PlacedBand, column: number): boolean {
    const left = Math.min(column, place.last);
    const right = Math.max(column, place.first);
    if (left >= right) return true;
    return (
      right - left - 1 <= gapColumnsMax && !isDivided(left, right) && !isBesideFormer(place, left, right)
    );
  }

  /**
   * Whether an ended band or table had columns from `first` to `last` beside rows that an open band still
   * collects.
   */
  function isBesideFormer({ band }: PlacedBand, first: number, last: number): boolean {
    if (former.length === 0) return false;
    const pending = band.pendingRow();
    return former.some((it) => it.first <= last && it.last >= first && it.lastRow >= pending);
  }

  /**
   * Ends the bands in the columns of declared tables that begin, and begins bands directly below tables that
   * have ended.
   *
   * @param row row in which the tables begin, or above which they have ended
   */
  function divideAt(row: number, { begun, ended }: TableChanges): void {
    const overlaps = (place: PlacedBand, { first, last }: ColumnBand) =>
      place.first <= last && place.last >= first;
    const isOver = (place: PlacedBand) => [...begun, ...ended].some((columns) => overlaps(place, columns));
    for (const place of bands) if (isOver(place)) place.band.end();
    const over = [...bands.filter(isOver), ...ended];
    former.push(...over.map(({ first, last }) => ({ first, last, lastRow: row - 1 })));
    bands = bands.filter((place) => !isOver(place));
    const pending = Math.min(...bands.map(({ band }) => band.pendingRow()));
    former = former.filter((it) => it.lastRow >= pending);
    const lone = state.loneHeader === null ? null : columnsOf([state.loneHeader]);
    if (
      begun.some(({ first, last }) => lone !== null && lone.firstColumn <= last && lone.lastColumn >= first)
    )
      settleLoneHeader(context, state, false);
    bands.push(...ended.filter(({ first, last }) => !isDivided(first, last)).map(placed));
    bands.sort((a, b) => a.first - b.first);
    window = bands.length === 0 ? [] : null;
  }

  function endSection(): void {
    if (window !== null && window.length > 0) openBands(true);
    for (const { band } of bands) band.end();
    bands = [];
    former = [];
    window = [];
    windowed = 0;
  }

  function takeRow(row: RowBuffer): void {
    lastRow = row.row;
    if (window === null) {
      route(row, false);
      return;
    }
    window.push(storeRow(row));
    windowed += row.length;
    if (window.length >= windowRows || windowed >= windowCells) openBands(false);
  }

  /** Releases the chunks whose predecessors are all complete or can no longer occur. */
  function releaseChunks(row: number): void {
    for (const { band } of bands) band.skip(row + 1);
    if (state.loneHeader !== null && row - state.loneHeader.row > loneRowsMax)
      settleLoneHeader(context, state, false);
    order.advance(row);
  }

  order.pendingRow = () => {
    let pending = Math.min(
      window?.[0]?.row ?? Infinity,
      state.loneHeader?.row ?? Infinity,
      declared?.pendingRow() ?? Infinity,
    );
    for (const { band } of bands) pending = Math.min(pending, band.pendingRow());
    return pending;
  };

  return {
    row(source) {
      const row = withoutBlankCells(source);
      if (row.length === 0) return;
      if (row.row > lastRow + 1) endSection();
      if (declared?.changesAt(row.row) === true) {
        if (window !== null && window.length > 0) openBands(false);
        divideAt(row.row, declared.advance(row.row));
      }
      const rest = declared === null ? row : declared.take(row);
      if (rest !== null) takeRow(rest);
      if (order.isHolding) releaseChunks(row.row);
    },
    end() {
      state.isEnding = true;
      endSection();
      declared?.end();
      settleLoneHeader(context, state, !state.started);
      order.advance(Infinity);
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
