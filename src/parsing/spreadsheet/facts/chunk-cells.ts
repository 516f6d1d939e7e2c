import { type RowBuffer } from '../workbook-reader';

const initialCells = 512;

/**
 * The stored values of a chunk's cells, in reading order, as parallel arrays. Facts are computed from them when the chunk
 * closes, column by column; keeping values costs a few nanoseconds a cell, keeping sets per column would cost many.
 */
export class ChunkCells {
  count = 0;
  /** Column within the chunk's range. */
  column = new Int32Array(initialCells);
  kind = new Uint8Array(initialCells);
  number = new Float64Array(initialCells);
  text: string[] = new Array<string>(initialCells).fill('');

  /** Keeps cell `i` of a row under a column of the range, as a cell of this kind. */
  add(row: RowBuffer, i: number, column: number, kind: number): void {
    const at = this.count;
    if (at === this.column.length) this.grow();
    this.column[at] = column;
    this.kind[at] = kind;
    this.number[at] = row.number[i]!;
    this.text[at] = row.text[i]!;
    this.count = at + 1;
  }

  /** Forgets the cells before `start`: they went out with the last chunk. */
  dropBefore(start: number): void {
    const end = this.count;
    this.column.copyWithin(0, start, end);
    this.kind.copyWithin(0, start, end);
    this.number.copyWithin(0, start, end);
    for (let i = start; i < end; i++) this.text[i - start] = this.text[i]!;
    this.count = end - start;
  }

  private grow(): void {
    const size = this.column.length * 2;
    const { column, kind, number } = this;
    (this.column = new Int32Array(size)).set(column);
    (this.kind = new Uint8Array(size)).set(kind);
    (this.number = new Float64Array(size)).set(number);
    while (this.text.length < size) this.text.push('');
  }
}
