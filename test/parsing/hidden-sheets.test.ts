import { type SheetInfo } from 'spreadsheet-reader';
import { fileReader } from './document/file-reader';
import { memoryWorkbook, type MemorySheet } from '../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory } from './parse-in-memory';
import { MAIN, writeXlsx } from '../../packages/spreadsheet-reader/test/xlsx/write-xlsx';

const chart = { kind: 'chart', anchor: 'D1', name: '', altText: '', text: 'A chart', image: null } as const;
const sheet = (name: string, state: SheetInfo['state'], more: Partial<MemorySheet> = {}): MemorySheet => ({
  name,
  state,
  rows: [
    ['Item', 'Qty'],
    [name, { value: '=A1', kind: 'formula' }],
  ],
  figures: [chart],
  ...more,
});
const book = [
  sheet('Secret', 'veryHidden'),
  sheet('Shown', 'visible', { hiddenRows: [2] }),
  sheet('Aside', 'hidden'),
  sheet('Last', 'visible'),
];
const namesOf = (chunks: readonly { sheet_name: string }[]) => [
  ...new Set(chunks.map((it) => it.sheet_name)),
];

it('sheets of every state are read by default', async () => {
  const { chunks } = await parseInMemory(memoryWorkbook(book));
  expect(namesOf(chunks)).toEqual(['Secret', 'Shown', 'Aside', 'Last']);
});

it('hidden and very hidden sheets are left out with their figures and warnings; hidden rows stay', async () => {
  const options = { hiddenSheets: false, images: true };
  const { chunks, parts } = await parseInMemory(memoryWorkbook(book), options);
  expect(namesOf(chunks)).toEqual(['Shown', 'Last']);
  expect(chunks.map(({ chunk_index }) => chunk_index)).toEqual(chunks.map((_, index) => index));
  expect(chunks.filter(({ chunk_type }) => chunk_type === 'figure')).toHaveLength(2);
  expect(chunks.find(({ row_role }) => row_role === 'data')).toMatchObject({ hidden_rows: [2] });
  expect(parts.map(({ nextSheet, rows }) => [nextSheet, rows])).toEqual([
    [1, 2],
    [2, 2],
  ]);
  const warnings = parts.flatMap((part) => part.warnings);
  expect(warnings).toEqual([expect.stringContaining('of sheet 2'), expect.stringContaining('of sheet 4')]);
});

describe('an indexed workbook', () => {
  const { read } = fileReader();
  const cell = (text: string) =>
    `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c>` +
    '</row></sheetData></worksheet>';
  const workbook = (...sheets: [name: string, state?: string][]) =>
    writeXlsx({
      sheets: sheets.map(([name, state]) => ({ name, xml: cell(`in ${name}`), ...(state && { state }) })),
    });

  it('has no text of hidden sheets where they are left out', async () => {
    const bytes = workbook(['A'], ['B', 'hidden'], ['C', 'veryHidden']);
    const whole = await read(bytes, 'book.xlsx');
    expect(whole.documents[0]!.text).toBe('in A\nin B\nin C');
    const shown = await read(bytes, 'book.xlsx', { hiddenSheets: false });
    expect(shown.documents[0]).toMatchObject({ text: 'in A', chunkCount: 1, characters: 4 });
    expect(shown.warnings).toEqual([]);
  });

  it('says why nothing was read where every sheet is hidden', async () => {
    const { documents, warnings } = await read(workbook(['A', 'hidden']), 'book.xlsx', {
      hiddenSheets: false,
    });
    expect(documents).toMatchObject([{ chunkCount: 0, characters: 0 }]);
    expect(warnings).toContain('Every sheet is hidden and was left out, as include_hidden_sheets is false.');
  });
});
