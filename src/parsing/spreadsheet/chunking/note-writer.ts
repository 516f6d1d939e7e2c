import { type RowBuffer } from 'spreadsheet-reader';
import { blankRowsMax } from './chunk-order';
import { columnsOf, type TableColumns } from './open-table';
import { type SheetContext } from './sheet-context';
import { createTable, type Table } from './table';
import { findTitle } from './table-identity';

/** Writer of rows outside tables: titles, remarks. */
export interface NoteWriter {
  /**
   * Appends to the last note where that is directly above in the same columns; otherwise starts a note.
   *
   * @param titles rows that may contain the title of a table below; default all
   */
  write(rows: readonly RowBuffer[], titles?: readonly RowBuffer[]): void;
  /** Takes the title of a table that begins at a row, so that no other table gets it; null for none. */
  takeTitle(firstRow: number, columns: TableColumns): string | null;
  /** Writes the open note. Callers call it before they write anything below the note. */
  flush(): void;
}

/** Upper bound of blank rows between a title and its table. */
const titleGapMax = 2;
/** Upper bound of titles that wait for their tables. */
const titlesMax = 64;

export function createNoteWriter(context: SheetContext): NoteWriter {
  let open: Table | null = null;
  let waiting: { text: string; column: number; lastRow: number }[] = [];

  /** Keeps the title of notes that end at a row. */
  function keepTitle(rows: readonly RowBuffer[], lastRow: number): void {
    const title = findTitle(rows);
    if (title === null) return;
    waiting = waiting.filter((it) => it.column !== title.column).slice(1 - titlesMax);
    waiting.push({ ...title, lastRow });
  }

  function flush(): void {
    open?.flush();
    open = null;
  }

  return {
    write(rows, titles = rows) {
      if (rows.length === 0) return;
      const { firstColumn, lastColumn } = columnsOf(rows);
      const near =
        open !== null &&
        rows[0]!.row - open.lastRow <= blankRowsMax + 1 &&
        open.firstColumn <= firstColumn &&
        open.lastColumn >= lastColumn;
      if (!near) {
        flush();
        open = createTable(context, {
          firstColumn,
          lastColumn,
          header: null,
          keyColumn: null,
          identity: null,
        });
      }
      for (const row of rows) open!.append('note', row, 0, row.length);
      keepTitle(titles, rows.at(-1)!.row);
    },
    takeTitle(firstRow, { firstColumn, lastColumn }) {
      const isAbove = (it: (typeof waiting)[number]) => it.column >= firstColumn && it.column <= lastColumn;
      const near = waiting.findLast((it) => isAbove(it) && firstRow - it.lastRow - 1 <= titleGapMax);
      waiting = waiting.filter((it) => !isAbove(it));
      return near?.text ?? null;
    },
    flush,
  };
}
