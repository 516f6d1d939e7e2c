import { type DeclaredTable, type RowBuffer } from '../workbook-reader';
import { openTable } from './open-table';
import { type SheetContext } from './sheet-context';
import { cellAtOrAfter, storeRow } from './stored-row';
import { type Table } from './table';

/** Declared tables of a sheet; no table detection runs on their cells. */
export interface DeclaredTables {
  /**
   * Takes the cells of a row in declared tables and returns the others, the row itself where there are none;
   * null where no cell is left.
   */
  take(row: RowBuffer): RowBuffer | null;
  end(): void;
}

interface ActiveTable {
  declared: DeclaredTable;
  headers: RowBuffer[];
  table: Table | null;
}

/** Declared tables that are open at the same time at most; further ones count as plain cells. */
const activeMax = 64;

/** Creates the chunker of declared tables. Of overlapping tables the one that starts first counts. */
export function createDeclaredTables(
  context: SheetContext,
  tables: readonly DeclaredTable[],
): DeclaredTables {
  const waiting = [...tables].sort((a, b) => b.range.firstRow - a.range.firstRow);
  let active: ActiveTable[] = [];

  function open(entry: ActiveTable): Table {
    return (entry.table ??= openTable(context, entry.headers, entry.declared.range));
  }

  function close(entry: ActiveTable): void {
    if (entry.headers.length > 0) open(entry);
    entry.table?.flush();
  }

  function advance(row: number): void {
    const done = active.filter(({ declared }) => declared.range.lastRow < row);
    if (done.length > 0) {
      done.forEach(close);
      active = active.filter((entry) => !done.includes(entry));
    }
    while (waiting.length > 0 && waiting.at(-1)!.range.firstRow <= row) {
      const declared = waiting.pop()!;
      if (declared.range.lastRow < row || active.length === activeMax) continue;
      if (active.some((entry) => shareColumns(entry.declared, declared))) continue;
      active.push({ declared, headers: [], table: null });
    }
  }

  function takeCells(entry: ActiveTable, row: RowBuffer, from: number, to: number): void {
    const { range, headerRows, totalsRows } = entry.declared;
    if (row.row < range.firstRow + headerRows) entry.headers.push(storeRow(row, from, to));
    else open(entry).append(row.row > range.lastRow - totalsRows ? 'total' : 'data', row, from, to);
  }

  return {
    take(row) {
      if (active.length === 0 && (waiting.length === 0 || waiting.at(-1)!.range.firstRow > row.row))
        return row;
      advance(row.row);
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

/** Cells of a row that are marked 1. */
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
