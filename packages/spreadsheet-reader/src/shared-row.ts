import { type CellRow, createRawRow, growRowBuffer, NOT_SHARED } from './row-buffer';
import { RawForm } from './workbook-reader';

/** Shared texts, which cells refer to by index, as UTF-8 in one block. */
export interface SharedTexts {
  /** Text by index; undefined for an unknown index. */
  get(index: number): string | undefined;
  readonly count: number;
  readonly bytes: Buffer;
  /**
   * Start of each text, times two, plus one where it is not plain (`RawForm`); each ends where the next
   * begins.
   */
  readonly starts: Uint32Array;
  /** Whether each text is valid UTF-8. */
  readonly valid: boolean;
}

/**
 * A row whose shared texts stay bytes until they are read. The reader that fills it sets `shared` for each
 * cell to the index of its text, {@link NOT_SHARED} for none; an empty text is no cell.
 */
export interface SharedRow {
  readonly row: CellRow;
  /** Completes the row: from now on texts, or the positions of their bytes, are made on demand. */
  offer(): void;
  /** Empties the row. */
  reset(): void;
  /** Makes all texts at once, so that cells may be moved. */
  unshare(): void;
  /** Doubles the capacity. */
  grow(): void;
}

/** Creates an empty row, which a reader fills and passes on again and again. */
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
