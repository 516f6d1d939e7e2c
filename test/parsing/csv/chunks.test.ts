import fc from 'fast-check';
import { openCsv } from '../../../packages/spreadsheet-reader/src/csv';
import { memoryWorkbook } from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory } from '../parse-in-memory';
import { tempFiles } from '../../../packages/spreadsheet-reader/test/zip/temp-files';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

const write = tempFiles();
const text = fc.oneof(
  fc.constantFrom(
    '',
    'Total',
    'a | b',
    '\\',
    'q"q',
    '""',
    'line\nbreak',
    'cr\r',
    'tab\t',
    '\u0001',
    'é',
    '名前',
    '😀',
    '\ufeff',
  ),
  fc.constantFrom(
    '12',
    '-5.50',
    '0',
    '-0',
    '007',
    '1.0',
    '1',
    '12345678901234567890',
    '0.30000000000000000001',
    '+5',
    '-',
  ),
  fc.constantFrom(
    '2024-03-14',
    '2024-03-14 10:30',
    '2024-03-14T10:30:00.5Z',
    '2023-02-29',
    '2024-03-14T10:30:00.25',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }).filter((value) => !value.includes('\0')),
);
const column = fc.oneof(
  fc.constant(text),
  fc.constant(fc.constantFrom('1.50', '1.5', '-2', '1234567890.123456789', '1234567890.123456788')),
  fc.constant(fc.constantFrom('2024-01-02', '2024-01-02 03:04', '2024-01-02T03:04:00.1')),
);
const table = fc
  .array(column, { minLength: 2, maxLength: 6 })
  .chain((columns) => fc.array(fc.tuple(...columns), { minLength: 1, maxLength: 60 }));

describe('a text file whose texts are bytes until they are in the result', () => {
  it(`becomes the same chunks and facts as the same table of strings (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.boolean(), async (rows, quoteAll) => {
        const field = (value: string) =>
          quoteAll || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
        const lines = rows.map((row) => row.map(field).join(',')).join('\n');
        const reader = await openCsv(write(Buffer.from(`sep=,\n${lines}\n`)));
        const strings = memoryWorkbook([{ name: 'Sheet1', rows }], { format: 'csv' });
        const [found, expected] = [
          await parseInMemory(reader, { verifiedFacts: true }),
          await parseInMemory(strings, { verifiedFacts: true }),
        ];
        reader.close();
        expect(found.chunks).toEqual(expected.chunks);
      }),
      { seed, numRuns: 60 },
    );
  });
});

describe('cells of blanks and tabs', () => {
  it('are empty, so that a column of them divides tables side by side', async () => {
    const lines = [
      'Period,2012,2013,\t,Period,Q1,Q2',
      'A,1,2,\t,A,3,4',
      'B,2,4, ,B,6,8',
      'C,3,6,"\n",C,9,12',
    ];
    const reader = await openCsv(write(Buffer.from(`${lines.join('\n')}\n`)));
    const { chunks } = await parseInMemory(reader);
    reader.close();
    expect(chunks.map(({ cell_range, column_headers }) => [cell_range, column_headers])).toEqual([
      ['A1:C1', ['Period', '2012', '2013']],
      ['E1:G1', ['Period', 'Q1', 'Q2']],
      ['A2:C4', ['Period', '2012', '2013']],
      ['E2:G4', ['Period', 'Q1', 'Q2']],
    ]);
  });
});
