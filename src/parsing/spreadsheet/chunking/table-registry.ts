import { type Table } from './table';

/** Tables of a sheet that may still go on after blank rows. */
export interface TableRegistry {
  /** The table that a block of these columns, starting in this row, would go on with; null without one. */
  continuedBy(firstRow: number, firstColumn: number, lastColumn: number): Table | null;
  /** Adds a table and closes those it stands below. */
  add(table: Table): void;
  /** Writes out what is open above a chunk of these columns, so that chunks keep the order of the sheet. */
  flushAbove(firstColumn: number, lastColumn: number): void;
  flushAll(): void;
}

/** Blank rows that a table may have between its parts. */
const gapRowsMax = 8;
const tablesMax = 64;

/** Starts without tables. */
export function createTableRegistry(): TableRegistry {
  let tables: Table[] = [];

  function flushAbove(firstColumn: number, lastColumn: number): void {
    for (const table of tables) if (overlaps(table, firstColumn, lastColumn)) table.flush();
  }

  return {
    continuedBy(firstRow, firstColumn, lastColumn) {
      const holds = (table: Table) =>
        table.firstColumn <= firstColumn &&
        table.lastColumn >= lastColumn &&
        firstRow - table.lastRow - 1 <= gapRowsMax;
      return tables.find(holds) ?? null;
    },
    add(table) {
      flushAbove(table.firstColumn, table.lastColumn);
      tables = tables.filter((other) => !overlaps(other, table.firstColumn, table.lastColumn));
      tables.push(table);
      if (tables.length > tablesMax) tables.shift()!.flush();
    },
    flushAbove,
    flushAll() {
      for (const table of tables) table.flush();
    },
  };
}

function overlaps(table: Table, firstColumn: number, lastColumn: number): boolean {
  return table.firstColumn <= lastColumn && table.lastColumn >= firstColumn;
}
