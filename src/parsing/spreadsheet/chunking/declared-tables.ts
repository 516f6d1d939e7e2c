import { type DeclaredTable, type RowBuffer } from 'spreadsheet-reader';
import { type ColumnBand } from './column-bands';
import { type NoteWriter } from './note-writer';
import { openTable } from './open-table';
import { type SheetContext } from './sheet-context';
import { cellAtOrAfter, storeRow } from './stored-row';
import { type Table } from './table';
import { type TableRegistry } from './table-registry';
import { addToShape, createTableShape, shapeRowsMax } from './table-shape';
import { profileTable } from './total-row';

/** Columns of the tables that begin with a row, and of those that end directly above it. */
export interface TableChanges {
  begun: readonly ColumnBand[];
  ended: readonly ColumnBand[];
}

/** Declared tables of a sheet. Table detection leaves their cells out. */
export interface DeclaredTables {
  /** Whether a table begins with a row or has ended above it since the last {@link advance}. */
  changesAt(row: number): boolean;
  advance(row: number): TableChanges;
  /** Whether an open table has a column from `left` to `right`, inclusive. */
  isBetween(left: number, right: number): boolean;
  /** First row that is not in a chunk yet; Infinity for none. */
  pendingRow(): number;
  /**
   * Takes the cells of a row that lie in declared tables and returns the others: the row itself where no cell
   * was taken, null where none remains.
   */
  take(row: RowBuffer): RowBuffer | null;
  end(): void;
}

interface ActiveTable {
  declared: DeclaredTable;
  /** Undefined before the table's first row. */
  title: string | null | undefined;
  headers: RowBuffer[];
  table: Table | null;
  /**
   * First data rows, which give the profile for the rows below the table; no chunk has them before the table
   * is open.
   */
  first: RowBuffer[];
}

/**
 * Upper bound of declared tables that are open at the same time; cells of further ones count as plain cells.
 */
const activeMax = 64;
/** Data rows from which the key column is found. */
const keyRows = 8;

/** Creates the chunker of declared tables. Where tables overlap, the one that starts first gets the cells. */
export function createDeclaredTables(
  context: SheetContext,
  tables: readonly DeclaredTable[],
  { tables: registry, notes }: { tables: TableRegistry; notes: NoteWriter },
): DeclaredTables {
  const waiting = [...tables].sort((a, b) => b.range.firstRow - a.range.firstRow);
  let active: ActiveTable[] = [];

  function open(entry: ActiveTable): Table {
    if (entry.table !== null) return entry.table;
    const { headers, first, declared } = entry;
    const { firstRow, lastRow: declaredTo, firstColumn, lastColumn } = declared.range;
    const place = { firstRow, declaredTo, firstColumn, lastColumn, title: entry.title ?? null };
    const table = openTable(context, headers, place, first);
    for (const row of first) table.append('data', row, 0, row.length);
    return (entry.table = table);
  }

  /** Ends a table; rows directly below may continue it. */
  function close(entry: ActiveTable): void {
    if (entry.headers.length + entry.first.length > 0) open(entry);
    const { table, first, headers, declared } = entry;
    if (table === null) return;
    const shape = createTableShape(headers);
    for (const row of first) addToShape(shape, row, 0, row.length, false);
    const declaredTo = declared.range.lastRow;
    registry.add({ table, shape, profile: profileTable(first, false), declaredTo });
  }

  function changesAt(row: number): boolean {
    if (waiting.length > 0 && waiting.at(-1)!.range.firstRow <= row) return true;
    return active.some(({ declared }) => declared.range.lastRow < row);
  }

  function advance(row: number): TableChanges {
    const done = active.filter(({ declared }) => declared.range.lastRow < row);
    done.forEach(close);
    active = active.filter((entry) => !done.includes(entry));
    const begun: ColumnBand[] = [];
    while (waiting.length > 0 && waiting.at(-1)!.range.firstRow <= row) {
      const declared = waiting.pop()!;
      if (declared.range.lastRow < row || active.length === activeMax) continue;
      if (active.some((entry) => shareColumns(entry.declared, declared))) continue;
      active.push({ declared, title: undefined, headers: [], table: null, first: [] });
      const { firstColumn, lastColumn } = declared.range;
      registry.end(firstColumn, lastColumn);
      begun.push({ first: firstColumn, last: lastColumn });
    }
    const ended = done.flatMap(({ declared: { range } }) =>
      range.lastRow === row - 1 ? [{ first: range.firstColumn, last: range.lastColumn }] : [],
    );
    return { begun, ended };
  }

  function takeCells(entry: ActiveTable, row: RowBuffer, from: number, to: number): void {
    const { range, headerRows, totalsRows } = entry.declared;
    if (entry.title === undefined) entry.title = notes.takeTitle(range.firstRow, range);
    if (row.row < range.firstRow + headerRows) {
      entry.headers.push(storeRow(row, from, to));
      return;
    }
    const isTotal = row.row > range.lastRow - totalsRows;
    if (isTotal) open(entry).append('total', row, from, to);
    else {
      entry.table?.append('data', row, from, to);
      if (entry.first.length < shapeRowsMax) entry.first.push(storeRow(row, from, to));
      if (entry.first.length === keyRows) open(entry);
    }
  }

  return {
    changesAt,
    advance,
    isBetween: (left, right) =>
      active.some(({ declared: { range } }) => range.firstColumn <= right && range.lastColumn >= left),
    pendingRow: () =>
      active.reduce(
        (row, { headers, first, table }) =>
          table === null ? Math.min(row, (headers[0] ?? first[0])?.row ?? Infinity) : row,
        Infinity,
      ),
    take(row) {
      if (active.length === 0) return row;
      const kept = new Uint8Array(row.length).fill(1);
      let taken = 0;
      for (const entry of active) {
        const { firstColumn, lastColumn } = entry.declared.range;
        const from = cellAtOrAfter(row, firstColumn);
        const to = cellAtOrAfter(row, lastColumn + 1, from);
        if (to === from) continue;
        takeCells(entry, row, from, to);
        kept.fill(0, from, to);
        taken += to - from;
      }
      if (taken === 0) return row;
      return taken === row.length ? null : pickCells(row, kept);
    },
    end() {
      active.forEach(close);
      active = [];
    },
  };
}

function shareColumns(a: DeclaredTable, b: DeclaredTable): boolean {
  return a.range.firstColumn <= b.range.lastColumn && a.range.lastColumn >= b.range.firstColumn;
}

/** Returns the cells of a row whose mark is 1. */
function pickCells(row: RowBuffer, kept: Uint8Array): RowBuffer {
  return {
    row: row.row,
    length: kept.reduce((sum, one) => sum + one, 0),
    hidden: row.hidden,
    column: row.column.subarray(0, row.length).filter((_, i) => kept[i] === 1),
    kind: row.kind.subarray(0, row.length).filter((_, i) => kept[i] === 1),
    style: row.style.subarray(0, row.length).filter((_, i) => kept[i] === 1),
    number: row.number.subarray(0, row.length).filter((_, i) => kept[i] === 1),
    text: row.text.slice(0, row.length).filter((_, i) => kept[i] === 1),
    formula: row.formula.subarray(0, row.length).filter((_, i) => kept[i] === 1),
  };
}
