import { type CellDisplay, columnLetters, type SheetLayout } from 'spreadsheet-reader';
import { JsonText } from 'spreadsheet-reader/toolkit';
import { ChunkCells } from '../facts/chunk-cells';
import { type WriteColumnFacts } from '../facts/column-facts';
import { type Annotations } from './annotations';
import { type ChunkOrder } from './chunk-order';
import { type ChunkWriter } from './chunk-writer';
import { type MergeIndex } from './merge-index';
import { type PlainNumbers } from '../tables/plain-numbers';

export interface ChunkBuffers {
  text: JsonText;
  cells: ChunkCells;
}

export interface SheetContext {
  /** Position of the sheet in the workbook, 1-based. */
  sheetNumber: number;
  display: CellDisplay;
  merges: MergeIndex;
  annotations: Annotations;
  writer: ChunkWriter;
  order: ChunkOrder;
  /** True for CSV, where numbers and dates are recognised in texts. */
  typedByText: boolean;
  /** Writer of column facts; null where the caller wants none. */
  writeFacts: WriteColumnFacts | null;
  /** Numbers that their displayed texts tell; null where tables are not gathered. */
  plainNumbers: PlainNumbers | null;
  /** Letters of the hidden columns among `first` to `last`. */
  hiddenColumns(first: number, last: number): string[];
  pool: BufferPool;
}

/** Pool of buffers for open chunks, so that a workbook of many small tables does not allocate for each. */
export interface BufferPool {
  lend(): ChunkBuffers;
  release(buffers: ChunkBuffers): void;
}

/** Size in bytes above which a returned buffer is not kept. */
const keptBytesMax = 256 * 1024;

export function createBufferPool(): BufferPool {
  const free: ChunkBuffers[] = [];
  return {
    lend: () => free.pop() ?? { text: new JsonText(), cells: new ChunkCells() },
    release(buffers) {
      if (buffers.text.bytes.length > keptBytesMax) return;
      buffers.text.clear(keptBytesMax);
      buffers.cells.clear();
      free.push(buffers);
    },
  };
}

const sheetColumns = 16_384;

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
