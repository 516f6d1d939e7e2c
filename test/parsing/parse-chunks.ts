import { type SpreadsheetChunk } from '../../src/domain/documents/spreadsheet-chunk';

/** The chunks of a part file's bytes. */
export function parseChunks(bytes: Buffer): SpreadsheetChunk[] {
  return JSON.parse(`[${bytes.toString('utf8')}]`) as SpreadsheetChunk[];
}
