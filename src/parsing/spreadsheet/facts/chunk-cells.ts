import { type JsonText, unescapeCell } from 'spreadsheet-reader/toolkit';
import { CellKind } from 'spreadsheet-reader';

const initialCells = 512;

/** Kinds of stored cells: the kinds of cells, and texts of a text file that hold a decimal or an ISO date. */
export const KeptKind = { ...CellKind, decimal: 7, isoDate: 8 } as const;

/**
 * Values of a chunk's cells, in reading order, as parallel arrays. A text is stored as its position in the
 * chunk's text. The facts are computed from them when the chunk closes: a stored value costs a few
 * nanoseconds, a set per column would cost many times as much.
 */
export class ChunkCells {
  count = 0;
  /** Column of each cell, relative to the chunk's range. */
  column = new Int32Array(initialCells);
  /** Kind of each cell, one of {@link KeptKind}. */
  kind = new Uint8Array(initialCells);
  /** Value of each cell: the nearest double of a decimal, the key of an ISO date (see `isoKeyOf`). */
  number = new Float64Array(initialCells);
  /** Start of each cell in the bytes of the chunk's text; `end` is its end. */
  start = new Int32Array(initialCells);
  end = new Int32Array(initialCells);
  /** 1 for a number that its displayed text tells exactly (see `PlainNumbers`). */
  plain = new Uint8Array(initialCells);
  /** Stored texts, by cell, where they differ from the displayed ones. */
  readonly unlike = new Map<number, string>();

  reserve(cells: number): void {
    const needed = this.count + cells;
    if (needed <= this.column.length) return;
    const size = Math.max(needed, this.column.length * 2);
    const { column, kind, number, start, end, plain } = this;
    (this.column = new Int32Array(size)).set(column);
    (this.kind = new Uint8Array(size)).set(kind);
    (this.number = new Float64Array(size)).set(number);
    (this.start = new Int32Array(size)).set(start);
    (this.end = new Int32Array(size)).set(end);
    (this.plain = new Uint8Array(size)).set(plain);
  }

  clear(): void {
    this.count = 0;
    this.unlike.clear();
  }

  /**
   * Removes the cells before `first`, which the last chunk contains, and the `byteSize` bytes of text before
   * the remaining ones.
   */
  dropBefore(first: number, byteSize: number): void {
    const { count } = this;
    for (let from = first, to = 0; from < count; from++, to++) {
      this.column[to] = this.column[from]!;
      this.kind[to] = this.kind[from]!;
      this.number[to] = this.number[from]!;
      this.start[to] = this.start[from]! - byteSize;
      this.end[to] = this.end[from]! - byteSize;
      this.plain[to] = this.plain[from]!;
    }
    this.count = count - first;
    if (this.unlike.size === 0) return;
    const kept = [...this.unlike].filter(([cell]) => cell >= first);
    this.unlike.clear();
    for (const [cell, text] of kept) this.unlike.set(cell - first, text);
  }

  /** Stored text of a cell, which may differ from the displayed text. */
  textOf(cell: number, text: JsonText): string {
    return this.unlike.get(cell) ?? unescapeCell(text.textBetween(this.start[cell]!, this.end[cell]!));
  }
}
