import { type ChunkLocation } from '../../../domain/documents/document';
import { type SpreadsheetChunk } from '../../../domain/documents/spreadsheet-chunk';

/** Location fields that identify the table of a chunk. */
export function tableOf(chunk: SpreadsheetChunk): Pick<ChunkLocation, 'tableId' | 'tableTitle'> {
  return { tableId: chunk.table_id ?? null, tableTitle: chunk.table_title ?? null };
}
