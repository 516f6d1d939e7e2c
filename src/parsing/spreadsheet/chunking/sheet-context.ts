import { type CellDisplay } from '../display/cell-display';
import { JsonText } from '../display/json-text';
import { ChunkCells } from '../facts/chunk-cells';
import { type WriteColumnFacts } from '../facts/column-facts';
import { type SheetLayout } from '../workbook-reader';
import { columnLetters } from './a1';
import { type Annotations } from './annotations';
import { type ChunkWriter } from './chunk-writer';
import { type MergeIndex } from './merge-index';

/** Buffers of one open chunk. */
export interface ChunkBuffers {
  text: JsonText;
  cells: ChunkCells;
}

/** What the parts of one sheet's chunking share. */
export interface SheetContext {
  display: CellDisplay;
  merges: MergeIndex;
  annotations: Annotations;
  writer: ChunkWriter;
  /** True for CSV, where a number is a text that says one. */
  typedByText: boolean;
  /** Null where facts are not wanted. */
  writeFacts: WriteColumnFacts | null;
  /** Letters of the hidden columns within a range. */
  hiddenColumns(first: number, last: number): string[];
  pool: BufferPool;
}

/**
 * Lends buffers to chunks while they are open, so that a workbook of many small tables does not allocate for
 * each.
 */
export interface BufferPool {
  lend(): ChunkBuffers;
  takeBack(buffers: ChunkBuffers): void;
}

/** A buffer that one chunk made larger than this is not kept. */
const keptBytesMax = 256 * 1024;

/** Keeps what was given back. */
export function createBufferPool(): BufferPool {
  const free: ChunkBuffers[] = [];
  return {
    lend: () => free.pop() ?? { text: new JsonText(), cells: new ChunkCells() },
    takeBack(buffers) {
      if (buffers.text.bytes.length > keptBytesMax) return;
      buffers.text.clear(keptBytesMax);
      buffers.cells.clear();
      free.push(buffers);
    },
  };
}

const sheetColumns = 16_384;

/** Looks hidden columns up in a sheet's layout. */
export function hiddenColumnLookup(ranges: SheetLayout['hiddenColumns']): SheetContext['hiddenColumns'] {
  if (ranges.length === 0) return () => [];
  const hidden = new Uint8Array(sheetColumns);
  for (const { first, last } of ranges) hidden.fill(1, first, last + 1);
  return (first, last) => {
    const names: string[] = [];
    for (let column = first; column <= last; column++)
      if (hidden[column] === 1) names.push(columnLetters(column));
    return names;
  };
}
