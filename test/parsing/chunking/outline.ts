import { type SpreadsheetChunk } from '../../../src/domain/documents/spreadsheet-chunk';
import { type MemorySheet, memoryWorkbook } from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory } from '../parse-in-memory';

/** The place of a chunk: role, range and text. */
export type Outline = [role: string | null, range: string | null, text: string];

export function outline(chunks: readonly SpreadsheetChunk[]): Outline[] {
  return chunks.map((chunk) => [chunk.row_role, chunk.cell_range, chunk.text]);
}

export async function chunksOf(
  sheet: MemorySheet,
  format: 'xlsx' | 'csv' = 'xlsx',
): Promise<SpreadsheetChunk[]> {
  return (await parseInMemory(memoryWorkbook([sheet], { format }))).chunks;
}

/** Role, range and column names of each chunk of a sheet, as one line each. */
export async function tablesOf(sheet: MemorySheet, format: 'xlsx' | 'csv' = 'xlsx'): Promise<string[]> {
  const { chunks } = await parseInMemory(memoryWorkbook([sheet], { format }));
  return chunks.map((chunk) =>
    [chunk.row_role, chunk.cell_range, chunk.column_headers.join(', ')].join(' ').trim(),
  );
}
