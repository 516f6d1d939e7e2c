import { type Table } from './table';
import { type TableShape } from './table-shape';
import { type TableProfile } from './total-row';

/** A table with what its first rows said of its columns. */
export interface ProfiledTable {
  table: Table;
  profile: TableProfile;
  shape: TableShape;
}

/** Tables of a sheet that may still go on after blank rows. */
export interface TableRegistry {
  /** The table that a block of these columns, starting in this row, would go on with; null without one. */
  continuedBy(firstRow: number, firstColumn: number, lastColumn: number): ProfiledTable | null;
  /** Adds a table that stands below those of the same columns, which cannot go on any more. */
  add(entry: ProfiledTable): void;
  /** Writes out what is open above a chunk of these columns, so that chunks keep the order of the sheet. */
  flushAbove(firstColumn: number, lastColumn: number): void;
  flushAll(): void;
}

/** Blank rows that a table may have between its parts. */
const gapRowsMax = 8;
const tablesMax = 24;

/** Starts without tables. */
export function createTableRegistry(): TableRegistry {
  let entries: ProfiledTable[] = [];

  function flushAbove(firstColumn: number, lastColumn: number): void {
    for (const { table } of entries) if (overlaps(table, firstColumn, lastColumn)) table.flush();
  }

  return {
    continuedBy(firstRow, firstColumn, lastColumn) {
      for (const entry of entries) {
        const { table } = entry;
        const near = firstRow - table.lastRow - 1 <= gapRowsMax;
        if (near && table.firstColumn <= firstColumn && table.lastColumn >= lastColumn) return entry;
      }
      return null;
    },
    add(entry) {
      const { firstColumn, lastColumn } = entry.table;
      flushAbove(firstColumn, lastColumn);
      entries = entries.filter(({ table }) => !overlaps(table, firstColumn, lastColumn));
      entries.push(entry);
      if (entries.length > tablesMax) entries.shift()!.table.flush();
    },
    flushAbove,
    flushAll() {
      for (const { table } of entries) table.flush();
    },
  };
}

function overlaps(table: Table, firstColumn: number, lastColumn: number): boolean {
  return table.firstColumn <= lastColumn && table.lastColumn >= firstColumn;
}
