import { type MemorySheet, memoryWorkbook } from '../memory-workbook';
import { parseInMemory } from '../parse-in-memory';

/** Role, range and column names of each chunk of a sheet, as one line each. */
export async function tablesOf(sheet: MemorySheet, format: 'xlsx' | 'csv' = 'xlsx'): Promise<string[]> {
  const { chunks } = await parseInMemory(memoryWorkbook([sheet], { format }));
  return chunks.map((chunk) =>
    [chunk.row_role, chunk.cell_range, chunk.column_headers.join(', ')].join(' ').trim(),
  );
}
