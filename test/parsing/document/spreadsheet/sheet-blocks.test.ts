import { createSheetBlocks } from '../../../../src/parsing/document/spreadsheet/sheet-blocks';
import { type MemoryRow, memoryWorkbook } from '../../../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory } from '../../parse-in-memory';

async function blocksOf(rows: MemoryRow[]) {
  const { chunks } = await parseInMemory(memoryWorkbook([{ rows }]));
  const toBlocks = createSheetBlocks();
  return chunks.flatMap((chunk) => toBlocks(chunk, ''));
}

test('a table of several chunks continues below one header, with its cells as the sheet shows them', async () => {
  const rows: MemoryRow[] = [
    ['Part', 'Note', 'Price'],
    ...Array.from({ length: 400 }, (_, n): MemoryRow => [`part ${n}`, 'a | b\nc', n]),
  ];
  const [heading, ...tables] = await blocksOf(rows);
  expect(heading).toMatchObject({ kind: 'heading', level: 2, text: 'Sheet1' });
  expect(tables.length).toBeGreaterThan(2);
  expect(tables.map((block) => block.kind === 'table' && block.continues)).toEqual([
    undefined,
    ...tables.slice(1).map(() => true),
  ]);
  const cells = tables.flatMap((block) => (block.kind === 'table' ? block.rows.slice(block.headerRows) : []));
  expect(cells).toEqual(rows.slice(1).map((row) => (row as unknown[]).map(String)));
});
