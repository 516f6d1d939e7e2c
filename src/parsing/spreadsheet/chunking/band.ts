import { type RowRole } from '../../../domain/documents/spreadsheet-chunk';
import { CellKind, type RowBuffer } from 'spreadsheet-reader';
import { readsLikeFootnote } from './footnote';
import { planSegment } from './header-plan';
import { type NoteWriter } from './note-writer';
import { columnsOf, openTable, type TableColumns } from './open-table';
import { type SheetContext } from './sheet-context';
import { storeRow } from './stored-row';
import { type Table } from './table';
import { type ProfiledTable, rowsBelow, type TableRegistry } from './table-registry';
import { findTableEnd, stackedRowsMax, type TableEnd } from './stacked-table';
import { addToShape, createTableShape, mayHeadAnother, shapeRowsMax } from './table-shape';
import { profileTable, totalKind, type TotalKind } from './total-row';

/** Column range of a section. A blank row in it ends a block and starts the next. */
export interface Band {
  /**
   * Adds the cells `from` to `to` (exclusive) of a row. The band keeps the row itself where it is `stored`,
   * otherwise a copy.
   */
  row(row: RowBuffer, from: number, to: number, stored: boolean): void;
  /** Ends the block where the row directly above `row` is not in it. */
  skip(row: number): void;
  /** Ends the band: its columns are blank from the next row on. */
  end(): void;
  /** First row that is not in a chunk yet; Infinity for none. */
  pendingRow(): number;
}

/** Reserves further columns for a band; false where another band has some of them. */
export type ClaimColumns = (firstColumn: number, lastColumn: number) => boolean;

export interface BandState {
  tables: TableRegistry;
  notes: NoteWriter;
  /** Single row that may be the header of a block below it, with blank rows between them. */
  loneHeader: RowBuffer | null;
  /** True once the sheet has a chunk. */
  started: boolean;
  /** True once all rows of the sheet are given. */
  isEnding: boolean;
}

/**
 * Upper bound of the rows that are buffered before a block is divided into header and data; the next constant
 * bounds their cells.
 */
const windowRows = 32;
const windowCells = 40_000;
const loneHeaderGapMax = 3;
/**
 * Upper bound of the single-text rows that are held until the rows below them show whether they are remarks
 * below a table, titles of the next one or names of groups; further ones are data.
 */
const heldRowsMax = 20;
/**
 * Columns from which a single-text row below a table is a remark; in a narrower table it is an incomplete
 * row.
 */
const remarkColumnsMin = 3;

interface HeldRow {
  row: RowBuffer;
  /** Kind of total; null for a single-text row. */
  total: TotalKind | null;
}

/** Creates a band; its first block begins with the first row. */
export function createBand(context: SheetContext, state: BandState, claim: ClaimColumns): Band {
  const { merges, typedByText } = context;
  let collected: RowBuffer[] | null = [];
  let collectedCells = 0;
  let current: ProfiledTable | null = null;
  let lastRow = 0;
  /** First of the rows that are being divided into header and data; Infinity at other times. */
  let dividedFrom = Infinity;
  let held: HeldRow[] = [];

  function decide(complete: boolean): void {
    const waiting = collected!;
    collected = null;
    collectedCells = 0;
    dividedFrom = waiting[0]?.row ?? Infinity;
    if (current !== null) continueTable(current, waiting, complete);
    else {
      const rows = withLoneHeader(waiting);
      dividedFrom = rows[0]?.row ?? Infinity;
      divide(rows, complete);
    }
    dividedFrom = Infinity;
  }

  function divide(rows: readonly RowBuffer[], complete: boolean): void {
    if (rows.length === 0) return;
    const above = tableAbove(rows, complete);
    if (above !== null && complete && rows.length === 1 && rows[0]!.length > 1) {
      continueTable(above, rows, complete);
      return;
    }
    const isLast = state.isEnding;
    const plan = planSegment(rows, { merges, typedByText, complete, continues: above !== null, isLast });
    if (plan.loneHeader && above === null) {
      settleLoneHeader(context, state, false);
      state.loneHeader = rows[0]!;
      return;
    }
    const body = plan.notes + plan.headers;
    state.started = true;
    const continues = above !== null && plan.headers === 0;
    const notes = rows.slice(0, plan.notes);
    state.notes.write(notes, continues ? [] : notes);
    if (body === rows.length) return;
    if (continues) continueTable(above, rows.slice(body), complete);
    else startTable(rows.slice(plan.notes, body), rows.slice(body), complete);
  }

  /** Table above that a block continues, after its columns are claimed for the band; null for none. */
  function tableAbove(rows: readonly RowBuffer[], complete: boolean): ProfiledTable | null {
    const { firstColumn, lastColumn } = columnsOf(rows);
    const [first] = rows;
    const entry = state.tables.continuedBy(first!.row, firstColumn, lastColumn);
    if (entry === null) return null;
    const { table, profile } = entry;
    const isBelowRange = entry.declaredTo !== null && rowsBelow(entry, first!.row) > 1;
    // The workbook states where a declared table ends; below that row only its total can belong to it.
    if (isBelowRange) {
      const single = complete && rows.length === 1;
      if (!single || totalKind(table, profile, typedByText, first!, 0, first!.length) === null) return null;
    }
    return claim(table.firstColumn, table.lastColumn) ? entry : null;
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
    const entry = { shape, profile: profileTable(own, typedByText), declaredTo: null };
    current = begin(headers, own, entry, widest(columnsOf([...headers, ...own]), columns));
    appendRows(rows, end, complete);
  }

  function begin(
    headers: readonly RowBuffer[],
    first: readonly RowBuffer[],
    entry: Omit<ProfiledTable, 'table'>,
    columns: TableColumns,
  ): ProfiledTable {
    state.started = true;
    state.notes.flush();
    const { row: firstRow } = (headers[0] ?? first[0])!;
    const place = { ...columns, firstRow, title: state.notes.takeTitle(firstRow, columns) };
    const begun = { ...entry, table: openTable(context, headers, place, first) };
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
   * Appends rows to the current table up to its end. The remaining rows start the next table, or wait for
   * more rows.
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

  /**
   * Prepends the waiting lone row to a block of which it is the header. A lone row in the block's columns
   * that is not its header becomes a table of its own.
   */
  function withLoneHeader(rows: readonly RowBuffer[]): readonly RowBuffer[] {
    const lone = state.loneHeader;
    if (lone === null || rows.length === 0) return rows;
    const { firstColumn, lastColumn } = columnsOf(rows);
    if (lone.column[0]! > lastColumn || lone.column[lone.length - 1]! < firstColumn) return rows;
    const joined = [lone, ...rows];
    const columns = columnsOf(joined);
    const near = rows[0]!.row - lone.row - 1 <= loneHeaderGapMax && !isBesideChunks(lone, columns);
    if (near && isHeaderOf(joined) && claim(columns.firstColumn, columns.lastColumn)) {
      state.loneHeader = null;
      return joined;
    }
    if (isLabelAbove(lone, columns)) {
      state.started = true;
      // Its row is pending until then: an open note beside it must not be written first.
      state.notes.write([lone]);
      state.loneHeader = null;
    } else settleLoneHeader(context, state, false);
    return rows;
  }

  /** Whether the columns beyond those of a lone row may be in chunks beside it. */
  function isBesideChunks(lone: RowBuffer, { firstColumn, lastColumn }: TableColumns): boolean {
    const { order } = context;
    const own = columnsOf([lone]);
    return (
      order.isBesideChunks(lone.row, firstColumn, own.firstColumn - 1) ||
      order.isBesideChunks(lone.row, own.lastColumn + 1, lastColumn)
    );
  }

  /**
   * Whether the first row is the header of the others. Where these have a header of their own by more
   * evidence than its words, the first row can only be one more level above it.
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
      // A mean below a total does not make that total a subtotal.
      if (total !== 'mean') settleHeldRows('row');
      held.push({ row: storeRow(row, from, to), total });
    } else if (to - from === 1 && row.kind[from] === CellKind.text && table.lastColumn > table.firstColumn) {
      held.push({ row: storeRow(row, from, to), total: null });
      if (held.length > heldRowsMax) settleHeldRows('row');
    } else {
      if (held.length > 0) settleHeldRows('row');
      append('data', row, from, to);
    }
  }

  /**
   * Settles held rows by what follows them: one more row of the table, another table, or the end of the
   * block.
   */
  function settleHeldRows(follows: 'row' | 'table' | 'nothing'): void {
    const { table } = current!;
    const notes: RowBuffer[] = [];
    for (const { row, total } of held) {
      // A total without a label, or a single mean, counts as data where further rows follow.
      const isWeak = total === 'bare' || (total === 'mean' && held.length === 1);
      if (isWeak && follows === 'row') append('data', row, 0, row.length);
      else if (total !== null) {
        const whole = total !== 'part' && !(follows === 'row' && table.hasData);
        append(whole ? 'total' : 'subtotal', row, 0, row.length);
      } else if (follows === 'row' || (follows === 'nothing' && !isRemark(table, row))) {
        append('data', row, 0, row.length);
      } else notes.push(row);
    }
    held = [];
    state.notes.write(notes, follows === 'table' ? lastTitles(notes) : []);
  }

  function append(role: RowRole, row: RowBuffer, from: number, to: number): void {
    state.notes.flush();
    current!.table.append(role, row, from, to);
  }

  function endBlock(): void {
    if (collected !== null) decide(true);
    if (current !== null) settleHeldRows('nothing');
  }

  function skip(row: number): void {
    if (row === lastRow + 1 || lastRow === 0) return;
    endBlock();
    collected = [];
    current = null;
    lastRow = 0;
  }

  return {
    row(row, from, to, stored) {
      skip(row.row);
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
    skip,
    end: endBlock,
    pendingRow: () => Math.min(collected?.[0]?.row ?? Infinity, held[0]?.row.row ?? Infinity, dividedFrom),
  };
}

/** Last of the rows above a table, with the row above it where the last is a remark in brackets on that row. */
function lastTitles(rows: readonly RowBuffer[]): readonly RowBuffer[] {
  return rows.slice(/^[[(]/.test(rows.at(-1)?.text[0] ?? '') ? -2 : -1);
}

/** Whether a row above a block has a label and a value, or a few texts, in a part of the columns. */
function isLabelAbove(row: RowBuffer, { firstColumn, lastColumn }: TableColumns): boolean {
  return row.length === 2 && row.kind[0] === CellKind.text && lastColumn - firstColumn + 1 > row.length;
}

function widest(a: TableColumns, b: TableColumns = a): TableColumns {
  return {
    firstColumn: Math.min(a.firstColumn, b.firstColumn),
    lastColumn: Math.max(a.lastColumn, b.lastColumn),
  };
}

function isRemark({ firstColumn, lastColumn }: Table, row: RowBuffer): boolean {
  return lastColumn - firstColumn + 1 >= remarkColumnsMin || readsLikeFootnote(row.text[0]!);
}

/**
 * Writes the lone row, if there is one, as the header of no block: as a header without rows where it is
 * `alone`, the only row of the sheet; otherwise as a table.
 */
export function settleLoneHeader(context: SheetContext, state: BandState, alone: boolean): void {
  const { loneHeader: lone } = state;
  if (lone === null) return;
  // Its row is pending until then: an open note beside it must not be written first.
  state.notes.flush();
  state.loneHeader = null;
  state.started = true;
  const place = { ...columnsOf([lone]), firstRow: lone.row, title: null };
  if (alone) {
    openTable(context, [lone], place, []);
    return;
  }
  const { typedByText } = context;
  const table = openTable(context, [], place, [lone]);
  const profile = profileTable([lone], typedByText);
  state.tables.add({ table, profile, shape: createTableShape([]), declaredTo: null });
  table.append('data', lone, 0, lone.length);
}
