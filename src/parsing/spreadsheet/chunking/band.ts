import { CellKind, type RowBuffer } from '../workbook-reader';
import { planSegment } from './header-plan';
import { openTable, writeNotes, writeRows } from './notes';
import { type SheetContext } from './sheet-context';
import { storeRow } from './stored-row';
import { type Table } from './table';
import { type TableRegistry } from './table-registry';
import { profileTable, totalKind, type TableProfile, type TotalKind } from './total-row';

/** Consecutive rows of some columns; a blank row in them ends one block and starts the next. */
export interface Band {
  /** Takes the cells `from` to `to` (exclusive) of a row. */
  row(row: RowBuffer, from: number, to: number): void;
  /** The columns are blank from here on. */
  end(): void;
}

/** What the bands of a sheet share beside its context. */
export interface BandState {
  tables: TableRegistry;
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
  let collected: RowBuffer[] | null = [];
  let collectedCells = 0;
  let table: Table | null = null;
  let profile: TableProfile | null = null;
  let lastRow = 0;
  let hasData = false;
  let held: HeldRow[] = [];

  function decide(complete: boolean): void {
    const rows = withLoneHeader(collected!);
    collected = null;
    collectedCells = 0;
    if (rows.length === 0) return;
    const [first, last] = columnSpan(rows);
    const { merges, typedByText } = context;
    const above = state.tables.continuedBy(rows[0]!.row, first, last);
    const plan = planSegment(rows, { merges, typedByText, complete, continues: above !== null });
    if (plan.loneHeader && above === null) {
      state.loneHeader = rows[0]!;
      return;
    }
    state.started = true;
    const body = plan.notes + plan.headers;
    if (plan.notes > 0 || plan.headers > 0 || above === null) state.tables.flushAbove(first, last);
    writeNotes(context, rows.slice(0, plan.notes));
    const data = rows.slice(body);
    if (data.length === 0 && plan.headers === 0) return;
    table = plan.headers === 0 ? above : null;
    if (table === null) {
      table = openTable(context, rows.slice(plan.notes, body), data);
      state.tables.add(table);
    }
    hasData = table === above;
    profile = profileTable(data, typedByText);
    for (const row of data) take(row, 0, row.length);
  }

  /** Puts a waiting lone row on top of the block where that makes it a header; writes it as what it is where not. */
  function withLoneHeader(rows: RowBuffer[]): RowBuffer[] {
    const lone = state.loneHeader;
    if (lone === null || rows.length === 0) return rows;
    const [first, last] = columnSpan(rows);
    if (lone.column[0]! > last || lone.column[lone.length - 1]! < first) return rows;
    state.loneHeader = null;
    const joined = [lone, ...rows];
    const { merges, typedByText } = context;
    const near = rows[0]!.row - lone.row - 1 <= loneHeaderGapMax;
    const plan = near ? planSegment(joined, { merges, typedByText, complete: true, continues: false }) : null;
    if (plan !== null && plan.headers > 0 && plan.notes === 0) return joined;
    state.started = true;
    writeRows(context, 'data', [lone]);
    return rows;
  }

  function take(row: RowBuffer, from: number, to: number): void {
    const total = totalKind(table!, profile!, context.typedByText, row, from, to);
    if (total !== null) {
      release(true);
      held.push({ row: storeRow(row, from, to), total });
    } else if (to - from === 1 && isRemark(row, from)) {
      held.push({ row: storeRow(row, from, to), total: null });
      if (held.length > heldRowsMax) release(true);
    } else {
      if (held.length > 0) release(true);
      table!.append('data', row, from, to);
      hasData = true;
    }
  }

  function isRemark(row: RowBuffer, i: number): boolean {
    return row.kind[i] === CellKind.text && table!.lastColumn - table!.firstColumn + 1 >= remarkColumnsMin;
  }

  /** Decides rows whose role depends on what follows: more rows of the table, or its end. */
  function release(goesOn: boolean): void {
    const notes: RowBuffer[] = [];
    for (const { row, total } of held) {
      if (total !== null) {
        const whole = total === 'whole' && !(goesOn && hasData);
        table!.append(whole ? 'total' : 'subtotal', row, 0, row.length);
      } else if (goesOn) {
        table!.append('data', row, 0, row.length);
        hasData = true;
      } else notes.push(row);
    }
    held = [];
    if (notes.length === 0) return;
    table!.flush();
    writeNotes(context, notes);
  }

  function endBlock(): void {
    if (collected !== null) decide(true);
    if (table !== null) release(false);
  }

  return {
    row(row, from, to) {
      if (row.row !== lastRow + 1 && lastRow > 0) {
        endBlock();
        collected = [];
        table = null;
      }
      lastRow = row.row;
      if (collected === null) {
        take(row, from, to);
        return;
      }
      collected.push(storeRow(row, from, to));
      collectedCells += to - from;
      if (collected.length >= windowRows || collectedCells >= windowCells) decide(false);
    },
    end: endBlock,
  };
}

/** Writes a lone row that no block followed; it is a header only where the sheet holds nothing else. */
export function settleLoneHeader(context: SheetContext, state: BandState): void {
  if (state.loneHeader === null) return;
  const row = state.loneHeader;
  state.loneHeader = null;
  if (state.started) writeRows(context, 'data', [row]);
  else openTable(context, [row], []);
}

function columnSpan(rows: readonly RowBuffer[]): [first: number, last: number] {
  let first = Infinity;
  let last = 0;
  for (const row of rows) {
    first = Math.min(first, row.column[0]!);
    last = Math.max(last, row.column[row.length - 1]!);
  }
  return [first, last];
}
