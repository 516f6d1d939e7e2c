import { type RowRole } from '../../../domain/spreadsheet-chunk';
import { CellKind, type RowBuffer } from '../workbook-reader';
import { planSegment } from './header-plan';
import { type NoteWriter } from './note-writer';
import { columnsOf, openTable } from './open-table';
import { type SheetContext } from './sheet-context';
import { storeRow } from './stored-row';
import { type Table } from './table';
import { type ProfiledTable, type TableRegistry } from './table-registry';
import { profileTable, totalKind, type TotalKind } from './total-row';

/** Consecutive rows of some columns; a blank row in them ends one block and starts the next. */
export interface Band {
  /** Takes the cells `from` to `to` (exclusive) of a row, which is the band's to keep where it is `stored`. */
  row(row: RowBuffer, from: number, to: number, stored: boolean): void;
  /** The columns are blank from here on. */
  end(): void;
}

/** What the bands of a sheet share beside its context. */
export interface BandState {
  tables: TableRegistry;
  notes: NoteWriter;
  /** A row that could be the header of the block below it, across blank rows. */
  loneHeader: RowBuffer | null;
  /** Chunks were written. */
  started: boolean;
}

/** Rows and cells that are looked at before a block is divided into header and data. */
const windowRows = 32;
const windowCells = 40_000;
const loneHeaderGapMax = 3;
/** Rows of one text each that may be remarks below a table or names of groups in it; more are data. */
const heldRowsMax = 20;
/** In a narrower table such a row is rather an incomplete one. */
const remarkColumnsMin = 3;

interface HeldRow {
  row: RowBuffer;
  /** Null for a row of one text. */
  total: TotalKind | null;
}

/** Starts a band; its first block begins with the first row it is given. */
export function createBand(context: SheetContext, state: BandState): Band {
  const { merges, typedByText } = context;
  let collected: RowBuffer[] | null = [];
  let collectedCells = 0;
  let current: ProfiledTable | null = null;
  let lastRow = 0;
  let held: HeldRow[] = [];

  function decide(complete: boolean): void {
    const rows = withLoneHeader(collected!);
    collected = null;
    collectedCells = 0;
    if (rows.length === 0) return;
    const { firstColumn, lastColumn } = columnsOf(rows);
    const above = state.tables.continuedBy(rows[0]!.row, firstColumn, lastColumn);
    if (above !== null && complete && rows.length === 1 && rows[0]!.length > 1) {
      goOn(above, rows);
      return;
    }
    const plan = planSegment(rows, { merges, typedByText, complete, continues: above !== null });
    if (plan.loneHeader && above === null) {
      state.loneHeader = rows[0]!;
      return;
    }
    const body = plan.notes + plan.headers;
    state.started = true;
    if (plan.notes > 0) {
      state.tables.flushAbove(firstColumn, lastColumn);
      state.notes.write(rows.slice(0, plan.notes));
    }
    if (body === rows.length) return;
    if (above !== null && plan.headers === 0) goOn(above, rows.slice(body));
    else goOn(begin(rows.slice(plan.notes, body), rows.slice(body)), rows.slice(body));
  }

  function begin(headers: readonly RowBuffer[], data: readonly RowBuffer[]): ProfiledTable {
    const { firstColumn, lastColumn } = columnsOf([...headers, ...data]);
    state.started = true;
    state.notes.flush();
    state.tables.flushAbove(firstColumn, lastColumn);
    const entry = { table: openTable(context, headers, data), profile: profileTable(data, typedByText) };
    state.tables.add(entry);
    return entry;
  }

  function goOn(entry: ProfiledTable, data: readonly RowBuffer[]): void {
    current = entry;
    for (const row of data) take(row, 0, row.length);
  }

  /** Puts a waiting lone row on top of the block where that makes it a header; makes a table of it where not. */
  function withLoneHeader(rows: RowBuffer[]): RowBuffer[] {
    const lone = state.loneHeader;
    if (lone === null || rows.length === 0) return rows;
    const { firstColumn, lastColumn } = columnsOf(rows);
    if (lone.column[0]! > lastColumn || lone.column[lone.length - 1]! < firstColumn) return rows;
    state.loneHeader = null;
    const joined = [lone, ...rows];
    const near = rows[0]!.row - lone.row - 1 <= loneHeaderGapMax;
    const plan = near ? planSegment(joined, { merges, typedByText, complete: true, continues: false }) : null;
    if (plan !== null && plan.headers > 0 && plan.notes === 0) return joined;
    begin([], [lone]).table.append('data', lone, 0, lone.length);
    return rows;
  }

  function take(row: RowBuffer, from: number, to: number): void {
    const { table, profile } = current!;
    const total = totalKind(table, profile, typedByText, row, from, to);
    if (total !== null) {
      release(true);
      held.push({ row: storeRow(row, from, to), total });
    } else if (to - from === 1 && isRemark(table, row, from)) {
      held.push({ row: storeRow(row, from, to), total: null });
      if (held.length > heldRowsMax) release(true);
    } else {
      if (held.length > 0) release(true);
      append('data', row, from, to);
    }
  }

  /** Decides rows whose role depends on what follows: more rows of the table, or its end. */
  function release(goesOn: boolean): void {
    const notes: RowBuffer[] = [];
    for (const { row, total } of held) {
      if (total !== null) {
        const whole = total === 'whole' && !(goesOn && current!.table.hasData);
        append(whole ? 'total' : 'subtotal', row, 0, row.length);
      } else if (goesOn) {
        append('data', row, 0, row.length);
      } else notes.push(row);
    }
    held = [];
    if (notes.length === 0) return;
    current!.table.flush();
    state.notes.write(notes);
  }

  function append(role: RowRole, row: RowBuffer, from: number, to: number): void {
    state.notes.flush();
    current!.table.append(role, row, from, to);
  }

  function endBlock(): void {
    if (collected !== null) decide(true);
    if (current !== null) release(false);
  }

  return {
    row(row, from, to, stored) {
      if (row.row !== lastRow + 1 && lastRow > 0) {
        endBlock();
        collected = [];
        current = null;
      }
      lastRow = row.row;
      if (collected === null) {
        take(row, from, to);
        return;
      }
      collected.push(stored ? row : storeRow(row, from, to));
      collectedCells += to - from;
      if (collected.length >= windowRows || collectedCells >= windowCells) decide(false);
    },
    end: endBlock,
  };
}

function isRemark(table: Table, row: RowBuffer, i: number): boolean {
  return row.kind[i] === CellKind.text && table.lastColumn - table.firstColumn + 1 >= remarkColumnsMin;
}

/** Writes a lone row that no block followed; it is a header only where the sheet holds nothing else. */
export function settleLoneHeader(context: SheetContext, { loneHeader, started }: BandState): void {
  if (loneHeader === null) return;
  if (!started) openTable(context, [loneHeader], []);
  else {
    const table = openTable(context, [], [loneHeader]);
    table.append('data', loneHeader, 0, loneHeader.length);
    table.flush();
  }
}
