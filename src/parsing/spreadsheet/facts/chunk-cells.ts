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

  /** Keeps the cells `from` to `to` (exclusive) of a row, of a range that begins at `firstColumn`. */
  addRow(row: RowBuffer, from: number, to: number, firstColumn: number): void {
    const start = this.count;
    const end = start + to - from;
    while (end > this.column.length) this.grow();
    const { column, kind, number, text } = this;
    for (let at = start, i = from; i < to; at++, i++) {
      column[at] = row.column[i]! - firstColumn;
      kind[at] = row.kind[i]!;
      number[at] = row.number[i]!;
      const value = row.text[i]!;
      // Storing a string costs more than seeing that it is there already.
      if (value !== '' || text[at] !== '') text[at] = value;
    }
    this.count = end;
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
