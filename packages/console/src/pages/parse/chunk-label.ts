import { type SheetChunk } from './chunk-lines';
import { roleOf } from './roles';

/** Label of a chunk: its number, type and place. */
export function chunkLabel(chunk: SheetChunk): string {
  const place = chunk.cell_range ?? chunk.figure?.anchor ?? null;
  const table = chunk.table_id === undefined ? null : (chunk.table_title ?? chunk.table_id);
  return [
    `Chunk ${chunk.chunk_index}`,
    roleOf(chunk),
    ...(place === null ? [] : [place]),
    ...(table === null ? [] : [`table ${table}`]),
  ].join(', ');
}
