import { type Table } from './table';
import { type TableShape } from './table-shape';
import { type TableProfile } from './total-row';

/** A table with the column profile and shape of its first rows. */
export interface ProfiledTable {
  table: Table;
  profile: TableProfile;
  shape: TableShape;
}

/** Tables of a sheet that may continue after blank rows. */
export interface TableRegistry {
  /** Table that a block with these columns and first row would continue; null for none. */
  continuedBy(firstRow: number, firstColumn: number, lastColumn: number): ProfiledTable | null;
  /** Adds a table; tables above it in the same columns cannot continue any more. */
  add(entry: ProfiledTable): void;
  /** Writes open chunks above these columns, so that chunks keep the order of the sheet. */
  flushAbove(firstColumn: number, lastColumn: number): void;
  flushAll(): void;
}

/** Blank rows between parts of a table at most. */
const gapRowsMax = 8;
const tablesMax = 24;

/** Creates a registry without tables. */
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
