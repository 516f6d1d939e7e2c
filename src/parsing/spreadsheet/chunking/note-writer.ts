import { type RowBuffer } from '../workbook-reader';
import { blankRowsMax } from './chunk-panel';
import { columnsOf } from './open-table';
import { type SheetContext } from './sheet-context';
import { createTable, type Table } from './table';

/** Writer of rows outside tables: titles, remarks. */
export interface NoteWriter {
  /** Appends to the last note if that is directly above in the same columns, else starts one. */
  write(rows: readonly RowBuffer[]): void;
  /** Writes the open note; call it before anything below the note is written. */
  flush(): void;
}

/** Creates a writer without an open note. */
export function createNoteWriter(context: SheetContext): NoteWriter {
  let open: Table | null = null;

  function flush(): void {
    open?.flush();
    open = null;
  }

  return {
    write(rows) {
      if (rows.length === 0) return;
      const { firstColumn, lastColumn } = columnsOf(rows);
      const near =
        open !== null &&
        rows[0]!.row - open.lastRow <= blankRowsMax + 1 &&
        open.firstColumn <= firstColumn &&
        open.lastColumn >= lastColumn;
      if (!near) {
        flush();
        open = createTable(context, { firstColumn, lastColumn, header: null, keyColumn: null });
      }
      for (const row of rows) open!.append('note', row, 0, row.length);
    },
    flush,
  };
}
