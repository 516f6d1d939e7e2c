import { type TableExcerpt } from '../tables/table-excerpt';
import { type ChunkWriter, type TableChunk } from './chunk-writer';

/** Upper bound of blank rows within a chunk, which are empty lines; after more of them the chunk closes. */
export const blankRowsMax = 8;

/** An open chunk. Rows 1-based, columns 0-based. */
export interface OpenChunk {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
  /** Passes the chunk to {@link ChunkOrder.add}. */
  close(): void;
}

/**
 * Order of a sheet's table chunks: by first row, then by first column. Tables side by side fill their chunks
 * at different speeds, so a complete chunk waits here while a chunk that begins before it is open. Ranges of
 * chunks are disjoint, provided that callers add the rows of tables with common columns in ascending order.
 */
export interface ChunkOrder {
  /** Whether complete chunks wait. */
  readonly isHolding: boolean;
  /** Source of the first row that is not in a chunk yet and may begin one; Infinity for none. */
  pendingRow: () => number;
  /** Registers an open chunk and closes other open chunks in its columns. */
  opened(chunk: OpenChunk): void;
  closed(chunk: OpenChunk): void;
  /** Whether other chunks may have cells in columns `first` to `last` in the rows of an open chunk. */
  isBesideOthers(chunk: OpenChunk, first: number, last: number): boolean;
  /** Whether chunks may have cells in columns `first` to `last` in a row that no chunk has yet. */
  isBesideChunks(row: number, first: number, last: number): boolean;
  /** Writes a complete chunk as soon as it is the next one. */
  add(chunk: TableChunk): void;
  /** Closes the open chunks that a row below `row` cannot continue, and writes the chunks that are next. */
  advance(row: number): void;
}

interface HeldChunk {
  firstRow: number;
  firstColumn: number;
  json: Buffer;
  excerpt: TableExcerpt | null;
}

/** Bytes of waiting chunks above which the open chunks before them are closed. */
const heldBytesMax = 1024 * 1024;

export function createChunkOrder(writer: ChunkWriter): ChunkOrder {
  const open = new Set<OpenChunk>();
  /** Waiting chunks, in order. */
  const held: HeldChunk[] = [];
  let heldBytes = 0;
  /** Last row of all complete chunks. */
  let completeTo = 0;

  /** Whether neither an open chunk nor a pending row can precede a position. */
  function isNext(row: number, column: number): boolean {
    if (order.pendingRow() <= row) return false;
    for (const chunk of open) if (isBefore(chunk, row, column)) return false;
    return true;
  }

  function release(): void {
    while (held.length > 0 && isNext(held[0]!.firstRow, held[0]!.firstColumn)) {
      const { json, excerpt } = held.shift()!;
      heldBytes -= json.length;
      writer.composed(json, excerpt);
    }
  }

  function hold(chunk: TableChunk): void {
    const { firstRow, firstColumn, excerpt } = chunk;
    const json = writer.compose(chunk);
    heldBytes += json.length;
    let at = held.length;
    while (at > 0 && !isBefore(held[at - 1]!, firstRow, firstColumn)) at--;
    held.splice(at, 0, { firstRow, firstColumn, json, excerpt });
  }

  const order: ChunkOrder = {
    pendingRow: () => Infinity,
    get isHolding() {
      return held.length > 0;
    },
    opened(chunk) {
      for (const other of open) if (other !== chunk && shareColumns(other, chunk)) other.close();
      open.add(chunk);
    },
    closed(chunk) {
      open.delete(chunk);
    },
    isBesideOthers(chunk, first, last) {
      if (completeTo >= chunk.firstRow) return true;
      const columns = { firstColumn: first, lastColumn: last };
      for (const other of open) if (other !== chunk && shareColumns(other, columns)) return true;
      return false;
    },
    isBesideChunks(row, first, last) {
      if (first > last) return false;
      if (completeTo >= row) return true;
      const columns = { firstColumn: first, lastColumn: last };
      for (const chunk of open) if (chunk.lastRow >= row && shareColumns(chunk, columns)) return true;
      return false;
    },
    add(chunk) {
      const { firstRow, firstColumn } = chunk;
      completeTo = Math.max(completeTo, chunk.lastRow);
      const [first] = held;
      const precedes = first === undefined || !isBefore(first, firstRow, firstColumn);
      if (precedes && isNext(firstRow, firstColumn)) writer.table(chunk);
      else hold(chunk);
    },
    advance(row) {
      const last = heldBytes > heldBytesMax ? held.at(-1)! : null;
      for (const chunk of open) {
        const isOver = row - chunk.lastRow > blankRowsMax + 1;
        if (isOver || (last !== null && isBefore(chunk, last.firstRow, last.firstColumn))) chunk.close();
      }
      release();
    },
  };
  return order;
}

function isBefore(
  { firstRow, firstColumn }: { firstRow: number; firstColumn: number },
  row: number,
  column: number,
): boolean {
  return firstRow < row || (firstRow === row && firstColumn < column);
}

type Columns = Pick<OpenChunk, 'firstColumn' | 'lastColumn'>;

function shareColumns(a: Columns, b: Columns): boolean {
  return a.firstColumn <= b.lastColumn && a.lastColumn >= b.firstColumn;
}
