import { type ColumnFacts } from '../../../src/domain/documents/spreadsheet-chunk';
import { readWrittenDate } from '../../../src/parsing/spreadsheet/facts/local-date';
import { readWrittenNumber } from '../../../src/parsing/spreadsheet/facts/local-number';
import { type MemoryRow, memoryWorkbook } from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory } from '../parse-in-memory';

/** Facts of the second column of a text file in each chunk of data rows. */
async function factsOf(values: readonly string[]): Promise<ColumnFacts[]> {
  const rows: MemoryRow[] = [['key', 'value'], ...values.map((value, i): MemoryRow => [`k${i}`, value])];
  const range = { firstRow: 1, lastRow: rows.length, firstColumn: 0, lastColumn: 1 };
  const layout = { tables: [{ name: 'T', range, headerRows: 1, totalsRows: 0 }] };
  const reader = memoryWorkbook([{ rows, layout }], { format: 'csv' });
  const { chunks } = await parseInMemory(reader, { verifiedFacts: true });
  return chunks.flatMap(
    ({ verified_facts: facts }) => facts?.columns.filter(({ column }) => column === 'B') ?? [],
  );
}

describe('facts of a column of a text file, in the way of writing that the column shows', () => {
  it.each<[string, readonly string[], Partial<ColumnFacts>]>([
    ['decimal commas', ['12,50', '3', '-0,75'], { type: 'number', min: -0.75, max: 12.5, sum: 14.75 }],
    ['groups by points', ['1.234,50', '1.500', '2,25'], { min: 2.25, max: 1500, sum: 2736.75 }],
    ['groups by commas', ['1,234.50', '1,500', '2.25'], { min: 2.25, max: 1500, sum: 2736.75 }],
    ['groups by blanks', ['1 234,50', '12\u00a0345,00', '7,00'], { min: 7, max: 12345, sum: 13586.5 }],
    ['groups by apostrophes', ["1'234.50", '0.50'], { min: 0.5, max: 1234.5, sum: 1235 }],
    ['several groups', ['1.234.567', '1.500'], { min: 1500, max: 1234567 }],
    ['a currency behind', ['12,50 €', '7 €', '3,00'], { min: 3, max: 12.5, sum: 22.5, unit: '€' }],
    ['a currency in front', ['$1,234.50', '-$2.00', '$3'], { min: -2, max: 1234.5, sum: 1235.5, unit: '$' }],
    ['codes of a currency', ['EUR 12,50', 'EUR 1,00'], { min: 1, max: 12.5, unit: 'EUR' }],
    ['brackets for negatives', ['(1,234.50)', '2.00'], { min: -1234.5, max: 2 }],
    ['percent signs', ['12,5 %', '3 %', '-1%'], { min: -1, max: 12.5, unit: '%' }],
    [
      'more digits than a double has',
      ['12345678901234567890,12', '0,01'],
      { min: 0.01, max: '12345678901234567890.12', sum: '12345678901234567890.13' },
    ],
    [
      'missing values, errors and texts between them',
      ['1,5', 'n/a', '2,5', '#DIV/0!', 'soon', '', '4'],
      { type: 'number', sum: 8, non_empty: 6, counts: { numbers: 3, texts: 2, errors: 1, blanks: 1 } },
    ],
    [
      'dates with points',
      ['05.01.2026', '31.12.2025', '1.2.2026'],
      { type: 'date', min: '2025-12-31', max: '2026-02-01', counts: { dates: 3 } },
    ],
    ['dates with times', ['05.01.2026 10:30', '05.01.2026 9:05'], { min: '2026-01-05T09:05' }],
    ['dates whose days prove their order', ['13/01/2026', '02/03/2026'], { max: '2026-03-02' }],
    ['dates whose months prove their order', ['01/13/2026', '02/03/2026'], { max: '2026-02-03' }],
    ['dates that begin with the year', ['2026/01/13', '2026/1/5'], { min: '2026-01-05' }],
  ])('%s', async (_, values, expected) => {
    expect(await factsOf(values)).toEqual([expect.objectContaining(expected)]);
  });

  it.each<[string, readonly string[]]>([
    ['a mark that may divide groups or be a decimal mark', ['1,234', '5,678']],
    ['marks that contradict one another', ['1,5', '2.25', '3,5', '4.75']],
    ['several currencies', ['12,50 €', '$3.00', '7,00 €']],
    ['percentages among other numbers', ['12,5 %', '3,5']],
    ['groups by blanks only, as telephone numbers have them', ['555 123 456', '555 987 654']],
    ['days and months that may be exchanged', ['01/02/2026', '03/04/2026']],
    ['orders of day and month that contradict one another', ['13/01/2026', '01/13/2026']],
    ['dates with two digits of a year', ['05.01.26', '06.01.26']],
    ['days that no calendar has', ['31.02.2026', '01.01.2026']],
    ['leading zeros', ['007,5', '008,5']],
    ['addresses and versions', ['10.0.0.1', '1.2.3']],
    ['telephone numbers', ['+49 170 123', '+49 171 456']],
  ])('stay text with %s', async (_, values) => {
    expect(await factsOf(values)).toEqual([expect.objectContaining({ type: 'text' })]);
  });

  it('know a mark from earlier chunks of the table', async () => {
    const values = [
      ...Array.from({ length: 600 }, (_, i) => `${i},50`),
      ...Array.from({ length: 1_200 }, () => '1.500'),
    ];
    const facts = await factsOf(values);
    expect(facts.length).toBeGreaterThan(4);
    expect(facts.at(-1)).toMatchObject({ type: 'number', min: 1500, max: 1500 });
  });

  it('take no time for hostile texts', () => {
    for (const text of ['1 '.repeat(100_000), `${'1,'.repeat(19)}x`, '(-$'.repeat(13), "1'".repeat(20)]) {
      expect(readWrittenNumber(text)).toBeNull();
      expect(readWrittenDate(text)).toBeNull();
    }
  });
});
