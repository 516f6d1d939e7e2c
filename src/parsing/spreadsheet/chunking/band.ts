import { type RowRole } from '../../../domain/documents/spreadsheet-chunk';
import { CellKind, type RowBuffer } from '../workbook-reader';
import { readsLikeFootnote } from './footnote';
import { planSegment } from './header-plan';
import { type NoteWriter } from './note-writer';
import { columnsOf, openTable, type TableColumns } from './open-table';
import { type SheetContext } from './sheet-context';
import { storeRow } from './stored-row';
import { type Table } from './table';
import { type ProfiledTable, type TableRegistry } from './table-registry';
import { findTableEnd, stackedRowsMax, type TableEnd } from './stacked-table';
import { addToShape, createTableShape, mayHeadAnother, shapeRowsMax } from './table-shape';
import { profileTable, totalKind, type TotalKind } from './total-row';

/** A column range of a section; a blank row in it ends a block and starts the next. */
export interface Band {
  /**
   * Adds the cells `from` to `to` (exclusive) of a row. The band may keep the row where it is `stored`, else
   * it copies it.
   */
  row(row: RowBuffer, from: number, to: number, stored: boolean): void;
  /** Ends the band: its columns are blank from here on. */
  end(): void;
}

/** Mutable state that the bands of a sheet share. */
export interface BandState {
  tables: TableRegistry;
  notes: NoteWriter;
  /** Single row that may be the header of the block below it, across blank rows. */
  loneHeader: RowBuffer | null;
  /** True once a chunk was written. */
  started: boolean;
}

/** Rows and cells that are buffered before a block is divided into header and data. */
const windowRows = 32;
const windowCells = 40_000;
const loneHeaderGapMax = 3;
/**
 * Single-text rows that are held at most, because they may be remarks below a table, titles of the next one
 * or names of groups; further ones are data.
 */
const heldRowsMax = 20;
/**
 * Least columns of a table below which a single-text row is a remark; in a narrower one it is an incomplete
 * row.
 */
const remarkColumnsMin = 3;

interface HeldRow {
  row: RowBuffer;
  /** Kind of total; null for a single-text row. */
  total: TotalKind | null;
}

/** Creates a band; its first block begins with the first row. */
export function createBand(context: SheetContext, state: BandState): Band {
  const { merges, typedByText } = context;
  let collected: RowBuffer[] | null = [];
  let collectedCells = 0;
  let current: ProfiledTable | null = null;
  let lastRow = 0;
  let held: HeldRow[] = [];

  function decide(complete: boolean): void {
    const waiting = collected!;
    collected = null;
    collectedCells = 0;
    if (current !== null) {
      continueTable(current, waiting, complete);
      return;
    }
    const rows = withLoneHeader(waiting);
    if (rows.length === 0) return;
    const { firstColumn, lastColumn } = columnsOf(rows);
    const above = state.tables.continuedBy(rows[0]!.row, firstColumn, lastColumn);
    if (above !== null && complete && rows.length === 1 && rows[0]!.length > 1) {
      continueTable(above, rows, complete);
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
    if (above !== null && plan.headers === 0) continueTable(above, rows.slice(body), complete);
    else startTable(rows.slice(plan.notes, body), rows.slice(body), complete);
  }

  /** Starts a table with its header and the rows below it, some of which may belong to further tables. */
  function startTable(
    headers: readonly RowBuffer[],
    rows: readonly RowBuffer[],
    complete: boolean,
    columns?: TableColumns,
  ): void {
    const shape = createTableShape(headers);
    const end = findTableEnd(rows, shape, { merges, typedByText, complete, afterTotal: false });
    const own = rows.slice(0, end.rows);
    const entry = { shape, profile: profileTable(own, typedByText) };
    current = begin(headers, entry, widest(columnsOf([...headers, ...own]), columns));
    appendRows(rows, end, complete);
  }

  function begin(
    headers: readonly RowBuffer[],
    entry: Omit<ProfiledTable, 'table'>,
    columns: TableColumns,
  ): ProfiledTable {
    state.started = true;
    state.notes.flush();
    state.tables.flushAbove(columns.firstColumn, columns.lastColumn);
    const begun = { ...entry, table: openTable(context, headers, columns) };
    state.tables.add(begun);
    return begun;
  }

  function continueTable(entry: ProfiledTable, rows: readonly RowBuffer[], complete: boolean): void {
    current = entry;
    const afterTotal = held.some(({ total }) => total !== null);
    const end = findTableEnd(rows, entry.shape, { merges, typedByText, complete, afterTotal });
    appendRows(rows, end, complete);
  }

  /**
   * Appends rows to the current table up to its end; the next table starts with the rest, or more rows are
   * needed to decide.
   */
  function appendRows(rows: readonly RowBuffer[], end: TableEnd, complete: boolean): void {
    for (const row of rows.slice(0, end.rows)) take(row, 0, row.length);
    const body = end.rows + end.headers;
    if (end.headers > 0) {
      settleHeldRows('table');
      const columns = end.repeated ? current!.table : undefined;
      startTable(rows.slice(end.rows, body), rows.slice(body), complete, columns);
    } else if (end.rows < rows.length) {
      collected = rows.slice(end.rows);
      collectedCells = collected.reduce((sum, row) => sum + row.length, 0);
    }
  }

  /** Prepends a waiting lone row to the block where it is its header; else makes it a table. */
  function withLoneHeader(rows: RowBuffer[]): RowBuffer[] {
    const lone = state.loneHeader;
    if (lone === null || rows.length === 0) return rows;
    const { firstColumn, lastColumn } = columnsOf(rows);
    if (lone.column[0]! > lastColumn || lone.column[lone.length - 1]! < firstColumn) return rows;
    state.loneHeader = null;
    const joined = [lone, ...rows];
    const near = rows[0]!.row - lone.row - 1 <= loneHeaderGapMax;
    if (near && isHeaderOf(joined)) return joined;
    const entry = { shape: createTableShape([]), profile: profileTable([lone], typedByText) };
    begin([], entry, columnsOf([lone])).table.append('data', lone, 0, lone.length);
    return rows;
  }

  /**
   * A block with a header of its own, by more evidence than its words, gets another level at most, not
   * another header.
   */
  function isHeaderOf(joined: readonly RowBuffer[]): boolean {
    const plan = planSegment(joined, { merges, typedByText, complete: true, continues: false });
    if (plan.headers === 0 || plan.notes > 0) return false;
    const own = planSegment(joined.slice(1), { merges, typedByText, complete: true, continues: true });
    return own.headers < plan.headers;
  }

  function take(row: RowBuffer, from: number, to: number): void {
    const { table, profile } = current!;
    const total = totalKind(table, profile, typedByText, row, from, to);
    if (total !== null) {
      settleHeldRows('row');
      held.push({ row: storeRow(row, from, to), total });
    } else if (to - from === 1 && row.kind[from] === CellKind.text && table.lastColumn > table.firstColumn) {
      held.push({ row: storeRow(row, from, to), total: null });
      if (held.length > heldRowsMax) settleHeldRows('row');
    } else {
      if (held.length > 0) settleHeldRows('row');
      append('data', row, from, to);
    }
  }

  /** Decides held rows by what follows them: one more row of the table, another table, or nothing. */
  function settleHeldRows(follows: 'row' | 'table' | 'nothing'): void {
    const { table } = current!;
    const notes: RowBuffer[] = [];
    for (const { row, total } of held) {
      if (total !== null) {
        const whole = total === 'whole' && !(follows === 'row' && table.hasData);
        append(whole ? 'total' : 'subtotal', row, 0, row.length);
      } else if (follows === 'row' || (follows === 'nothing' && !isRemark(table, row))) {
        append('data', row, 0, row.length);
      } else notes.push(row);
    }
    held = [];
    if (notes.length === 0) return;
    table.flush();
    state.notes.write(notes);
  }

  function append(role: RowRole, row: RowBuffer, from: number, to: number): void {
    state.notes.flush();
    current!.table.append(role, row, from, to);
  }

  function endBlock(): void {
    if (collected !== null) decide(true);
    if (current !== null) settleHeldRows('nothing');
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
        const { shape } = current!;
        if (!mayHeadAnother(shape, row, from, to, typedByText)) {
          if (shape.rows < shapeRowsMax) addToShape(shape, row, from, to, typedByText);
          take(row, from, to);
          return;
        }
        collected = [];
      }
      collected.push(stored ? row : storeRow(row, from, to));
      collectedCells += to - from;
      const rowsMax = current === null ? windowRows : stackedRowsMax;
      if (collected.length >= rowsMax || collectedCells >= windowCells) decide(false);
    },
    end: endBlock,
  };
}

function widest(a: TableColumns, b: TableColumns = a): TableColumns {
  return {
    firstColumn: Math.min(a.firstColumn, b.firstColumn),
    lastColumn: Math.max(a.lastColumn, b.lastColumn),
  };
}

/** Whether a single-text row at the end of a table is a remark and not one of its rows. */
function isRemark({ firstColumn, lastColumn }: Table, row: RowBuffer): boolean {
  return lastColumn - firstColumn + 1 >= remarkColumnsMin || readsLikeFootnote(row.text[0]!);
}

/** Writes a lone row without a block below it; it is a header only where the sheet holds nothing else. */
export function settleLoneHeader(context: SheetContext, { loneHeader, started }: BandState): void {
  if (loneHeader === null) return;
  if (!started) openTable(context, [loneHeader], columnsOf([loneHeader]));
  else {
    const table = openTable(context, [], columnsOf([loneHeader]));
    table.append('data', loneHeader, 0, loneHeader.length);
    table.flush();
  }
}
