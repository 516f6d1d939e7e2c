import { type Table } from './table';
import { type TableShape } from './table-shape';
import { type TableProfile } from './total-row';

/** A table with the column profile and shape of its first rows. */
export interface ProfiledTable {
  table: Table;
  profile: TableProfile;
  shape: TableShape;
  /** Last row of a declared table's range, 1-based; null for a detected table. */
  declaredTo: number | null;
}

/** Tables of a sheet that may continue after blank rows. */
export interface TableRegistry {
  /** Table that a block with these columns and first row would continue; null for none. */
  continuedBy(firstRow: number, firstColumn: number, lastColumn: number): ProfiledTable | null;
  /** Adds a table. Tables above it in the same columns cannot continue after that. */
  add(entry: ProfiledTable): void;
  /** Removes the tables in these columns, because another one begins there. */
  end(firstColumn: number, lastColumn: number): void;
}

/** Upper bound of blank rows between parts of a table. */
export const gapRowsMax = 8;
const tablesMax = 24;

export function createTableRegistry(): TableRegistry {
  let entries: ProfiledTable[] = [];

  function end(firstColumn: number, lastColumn: number): void {
    entries = entries.filter(({ table }) => table.firstColumn > lastColumn || table.lastColumn < firstColumn);
  }

  return {
    continuedBy(firstRow, firstColumn, lastColumn) {
      for (const entry of entries) {
        const { table } = entry;
        const gap = rowsBelow(entry, firstRow) - 1;
        const near = gap >= 0 && gap <= gapRowsMax;
        if (near && table.firstColumn <= firstColumn && table.lastColumn >= lastColumn) return entry;
      }
      return null;
    },
    add(entry) {
      end(entry.table.firstColumn, entry.table.lastColumn);
      entries.push(entry);
      if (entries.length > tablesMax) entries.shift();
    },
    end,
  };
}

/** Number of rows from a table's last row down to `row`: 1 for the next one. */
export function rowsBelow({ table, declaredTo }: ProfiledTable, row: number): number {
  return row - Math.max(table.lastRow, declaredTo ?? 0);
}
