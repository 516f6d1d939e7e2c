import { type CellRow, createRawRow, growRowBuffer, NOT_SHARED } from './row-buffer';
import { RawForm } from './workbook-reader';

/** Texts that cells point to by index, as UTF-8 in one block. */
export interface SharedTexts {
  /** Undefined for an index that does not exist. */
  get(index: number): string | undefined;
  readonly count: number;
  readonly bytes: Buffer;
  /**
   * Where each text begins, times two, plus one where it is not plain (`RawForm`); the next one begins where
   * it ends.
   */
  readonly starts: Uint32Array;
  /** Whether each text is valid UTF-8. */
  readonly valid: boolean;
}

/**
 * A row whose shared texts stay bytes until somebody asks for them. Whoever fills it says of every cell by
 * `shared` which of them it shows, {@link NOT_SHARED} where none; an empty one is no cell.
 */
export interface SharedRow {
  readonly row: CellRow;
  /** The row is complete: from now on it makes what is asked for, texts or where their bytes are. */
  offer(): void;
  /** No cells any more. */
  reset(): void;
  /** Makes all texts at once, so that cells may change their places. */
  unshare(): void;
  /** Doubles the room. */
  grow(): void;
}

/** An empty row for a reader to fill and hand out again and again. */
export function createSharedRow(texts: SharedTexts): SharedRow {
  const { bytes, starts, valid } = texts;
  const row = createRawRow(bytes, makeTexts, makePlaces);

  function makeTexts({ length, shared, texts: made }: CellRow): void {
    for (let i = 0; i < length; i++) {
      const index = shared[i]!;
      if (index !== NOT_SHARED) made[i] = texts.get(index)!;
    }
  }

  function makePlaces({ length, shared }: CellRow): void {
    const { start, end, form } = row.places;
    for (let i = 0; i < length; i++) {
      const index = shared[i]!;
      if (index === NOT_SHARED) {
        start[i] = -1;
        continue;
      }
      const from = starts[index]!;
      start[i] = from >>> 1;
      end[i] = starts[index + 1]! >>> 1;
      form[i] = (from & 1) === 0 ? RawForm.plain : RawForm.utf8;
    }
  }

  function unshare(): void {
    makeTexts(row);
    row.shared.fill(NOT_SHARED, 0, row.length);
  }

  return {
    row,
    offer() {
      if (!valid) unshare();
      row.pending = true;
      row.placesPending = true;
    },
    reset() {
      row.pending = false;
      row.placesPending = false;
      row.length = 0;
    },
    unshare,
    grow() {
      growRowBuffer(row);
    },
  };
}
