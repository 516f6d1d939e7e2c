import { type CellRow, createRawRow, growRowBuffer } from './row-buffer';
import { RawForm } from './workbook-reader';

/** Texts that cells point to by index, as UTF-8 in one block. */
export interface SharedTexts {
  /** Undefined for an index that does not exist. */
  get(index: number): string | undefined;
  readonly count: number;
  readonly bytes: Buffer;
  /** Where each text begins, times two, plus one where it is not plain (`RawForm`); the next one begins where it ends. */
  readonly starts: Uint32Array;
  /** Whether each text is valid UTF-8. */
  readonly valid: boolean;
}

/** A row whose shared texts stay bytes until somebody asks for them. */
export interface SharedRow {
  readonly row: CellRow;
  /** Makes a cell show a shared text that is not empty. */
  share(cell: number, index: number): void;
  /** The row is complete: from now on `text` makes what is asked for. */
  offer(): void;
  /** No cells any more. */
  reset(): void;
  /** Makes all texts at once, so that cells may change their places. */
  unshare(): void;
  /** Doubles the room. */
  grow(): void;
}

/** An empty row for a reader to fill and hand out again and again. */
export function createSharedRow(shared: SharedTexts): SharedRow {
  const { starts, valid } = shared;
  const row = createRawRow(shared.bytes, makeTexts);
  const { texts, raw } = row;
  let indexes = new Int32Array(row.column.length);
  let sharing = false;

  function makeTexts({ length }: CellRow): void {
    for (let i = 0; i < length; i++) if (raw.start[i]! >= 0) texts[i] = shared.get(indexes[i]!)!;
  }

  function clearRaw(): void {
    if (sharing) raw.start.fill(-1, 0, row.length);
    sharing = false;
  }

  return {
    row,
    share(cell, index) {
      if (!valid) {
        texts[cell] = shared.get(index)!;
        return;
      }
      const start = starts[index]!;
      indexes[cell] = index;
      raw.start[cell] = start >>> 1;
      raw.end[cell] = starts[index + 1]! >>> 1;
      raw.form[cell] = (start & 1) === 0 ? RawForm.plain : RawForm.utf8;
      sharing = true;
    },
    offer() {
      row.pending = sharing;
    },
    reset() {
      clearRaw();
      row.pending = false;
      row.length = 0;
    },
    unshare() {
      if (sharing) makeTexts(row);
      clearRaw();
    },
    grow() {
      growRowBuffer(row);
      const from = indexes;
      (indexes = new Int32Array(row.column.length)).set(from);
    },
  };
}
