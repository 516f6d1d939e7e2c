import { chunkTable, type SheetChunk } from './chunk-lines';
import { csvOf, jsonOf, markdownOf } from './table-texts';

/** Format in which a chunk is copied or downloaded. */
export interface ChunkFormat {
  name: string;
  ending: string;
  contentType: string;
  textOf: (chunk: SheetChunk) => string;
}

const plain: ChunkFormat = {
  name: 'Text',
  ending: 'txt',
  contentType: 'text/plain',
  textOf: ({ text }) => text,
};

const ofTables: readonly ChunkFormat[] = [
  { name: 'CSV', ending: 'csv', contentType: 'text/csv', textOf: (chunk) => csvOf(chunkTable(chunk)) },
  {
    name: 'Markdown',
    ending: 'md',
    contentType: 'text/markdown',
    textOf: (chunk) => markdownOf(chunkTable(chunk)),
  },
  {
    name: 'JSON',
    ending: 'json',
    contentType: 'application/json',
    textOf: (chunk) => jsonOf(chunkTable(chunk)),
  },
];

/** Formats of a chunk, the usual one first: a figure has only its text. */
export const formatsOf = (chunk: SheetChunk): readonly ChunkFormat[] =>
  chunk.chunk_type === 'table' ? [...ofTables, plain] : [plain];
