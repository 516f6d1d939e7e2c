import { type SpreadsheetChunk } from '../../../src/domain/documents/spreadsheet-chunk';
import { chunkCharsMax } from '../../../src/domain/platform/limits';
import { columnLetters } from 'spreadsheet-reader';
import {
  type MemoryRow,
  type MemorySheet,
  type MemoryValue,
  memoryWorkbook,
} from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory } from '../parse-in-memory';
import { rangeFaults } from './chunk-ranges';
import { chunksOf } from './outline';
import { readBack } from './read-back';

const _ = null;
const valueColumns = 200;
const years = Array.from({ length: valueColumns }, (__, c) => `year ${c}`);
const values = (r: number): MemoryValue[] => years.map((__, c) => r * 1000 + ((c * 37) % 101));
const countries = Array.from({ length: 60 }, (__, r) => `country ${r}`);

/** A table of some first columns and 200 more, which is cut by columns. */
const wide = (names: readonly string[], first: (r: number) => readonly MemoryRow[number][]): MemoryRow[] => [
  [...names, ...years],
  ...countries.map((__, r) => [...first(r), ...values(r)]),
];

const slicesOf = (chunks: readonly SpreadsheetChunk[]) =>
  chunks.filter(({ row_role: role, column_start: start }) => role !== 'header' && start !== 'A');
const keysOf = ({ text }: SpreadsheetChunk) => text.split('\n').map((line) => line.split(' | ')[0]!);

describe('a slice of a wide table begins each line with the key of its row', () => {
  it.each(['xlsx', 'csv'] as const)('in a sheet of %s, under the name of the key column', async (format) => {
    const chunks = await chunksOf({ rows: wide(['Country'], (r) => [countries[r]!]) }, format);
    const slices = slicesOf(chunks);
    expect(new Set(slices.map(({ column_start: start }) => start)).size).toBeGreaterThan(5);
    for (const slice of slices) {
      const { row_start: start, row_end: end, key_column: column, column_headers: names } = slice;
      expect(column).toBe('A');
      expect(keysOf(slice)).toEqual(['Country', ...countries.slice(start! - 2, end! - 1)]);
      expect(slice.text.split('\n')[0]!.split(' | ').slice(1)).toEqual(names);
      expect(slice.text.length).toBeLessThanOrEqual(chunkCharsMax);
    }
    const others = chunks.filter((chunk) => !slices.includes(chunk));
    for (const chunk of others) expect(chunk).not.toHaveProperty('key_column');
  });

  it('which is no part of its range, its facts or the text that is billed', async () => {
    const rows = wide(['Country'], (r) => [countries[r]!]);
    const { chunks, parts } = await parseInMemory(memoryWorkbook([{ rows }]), { verifiedFacts: true });
    expect(rangeFaults(chunks)).toEqual([]);
    expect(readBack(chunks).size).toBe(rows.flat().length);
    const counted = chunks.flatMap(({ verified_facts: facts }) => facts?.columns ?? []);
    expect(counted.reduce((sum, { non_empty: filled }) => sum + filled, 0)).toBe(60 * (1 + valueColumns));
    for (const { column_start: first, verified_facts: facts } of slicesOf(chunks))
      expect(facts?.columns[0]?.column).toBe(first);
    const written = [...readBack(chunks).values()].join('').length;
    expect(parts[0]!.characters).toBe(written);
  });

  it('also where the row is a total, or has no key', async () => {
    const rows: MemoryRow[] = [
      ...wide(['Country'], (r) => [r === 7 ? _ : countries[r]!]),
      ['Total', ...years.map((__, c) => 60 * ((c * 37) % 101) + 1_770_000)],
    ];
    const chunks = await chunksOf({ rows });
    const [slice] = slicesOf(chunks);
    expect(keysOf(slice!).slice(7, 10)).toEqual(['country 6', '', 'country 8']);
    const totals = slicesOf(chunks).filter(({ row_role: role }) => role === 'total');
    expect(totals.length).toBeGreaterThan(5);
    for (const total of totals) expect(keysOf(total)).toEqual(['Country', 'Total']);
    expect(readBack(chunks).size).toBe(rows.flat().filter((cell) => cell !== _).length);
  });

  it('with what the sheet shows: dates in their format, bars escaped, a long text cut', async () => {
    const dates = wide(['Day'], (r) => [{ value: 45_000 + r, format: 'dd.mm.yyyy', kind: 'date' }]);
    expect(keysOf(slicesOf(await chunksOf({ rows: dates }))[0]!).slice(0, 3)).toEqual([
      'Day',
      '15.03.2023',
      '16.03.2023',
    ]);
    const odd = wide(['Name'], (r) => [r === 0 ? 'a|b\nc' : `${'n'.repeat(30_000)}${r}`]);
    const [slice] = slicesOf(await chunksOf({ rows: odd }));
    expect(slice!.text.split('\n')[1]).toMatch(/^a\\\|b\\nc \| \d+ \| \d+ /);
    expect(keysOf(slice!)[2]).toBe(`${'n'.repeat(79)}…`);
  });

  it('in a table without a header, in one that is declared, and in columns that appear later', async () => {
    const body = wide([], (r) => [countries[r]!]).slice(1);
    for (const slice of slicesOf(await chunksOf({ rows: body })))
      expect(keysOf(slice)[0]).toBe(countries[slice.row_start! - 1]);

    const rows = wide(['Country'], (r) => [countries[r]!]);
    const range = { firstRow: 1, lastRow: 61, firstColumn: 0, lastColumn: valueColumns };
    const tables = [{ name: 'T', range, headerRows: 1, totalsRows: 0 }];
    for (const slice of slicesOf(await chunksOf({ rows, layout: { tables } })))
      expect(keysOf(slice)).toEqual([
        'Country',
        ...countries.slice(slice.row_start! - 2, slice.row_end! - 1),
      ]);

    const growing = countries.map((name, r): MemoryRow => {
      return [name, r, r + 1, ...(r < 55 ? [] : years.map((__, c) => c + r))];
    });
    const [late] = slicesOf(await chunksOf({ rows: [['Country', 'A', 'B'], ...growing] }));
    expect(late).toMatchObject({ key_column: 'A', column_start: columnLetters(128) });
    expect(late!.text).toMatch(/^Country\ncountry 55 \| 180 \| 181 /);
  });
});

describe('the key column is', () => {
  const regions = (r: number) => `region ${Math.floor(r / 10)}`;

  it.each<[string, MemoryRow[], number]>([
    [
      'the leftmost of texts that differ from row to row',
      wide(['Region', 'Country'], (r) => [regions(r), countries[r]!]),
      1,
    ],
    ['the leftmost of texts where none differs', wide(['Region', 'Kind'], (r) => [regions(r), 'kind']), 0],
    ['the leftmost of texts behind numbers', wide(['Rank', 'Country'], (r) => [r, countries[r]!]), 1],
    ['a column of whole numbers where there is no text', wide(['Id'], (r) => [5000 + r]), 0],
  ])('%s', async (__, rows, column) => {
    for (const format of ['xlsx', 'csv'] as const) {
      const slices = slicesOf(await chunksOf({ rows }, format));
      expect(slices.length).toBeGreaterThan(5);
      for (const slice of slices) {
        expect(slice.key_column).toBe(columnLetters(column));
        expect(keysOf(slice)[1]).toBe(String(rows[slice.row_start! - 1]![column] as string | number));
      }
    }
  });

  it.each<[string, (r: number) => MemoryRow]>([
    ['whose first column has fractions', (r) => [r + 0.5]],
    ['whose first column repeats itself', (r) => [r % 3]],
    ['whose first column has few texts', (r) => [r % 5 === 0 ? countries[r]! : _]],
  ])('none in a table %s', async (__, first) => {
    const slices = slicesOf(await chunksOf({ rows: wide(['First'], first) }));
    expect(slices.length).toBeGreaterThan(5);
    for (const slice of slices) expect(slice).not.toHaveProperty('key_column');
  });

  it('said for each row that its merged cells cover', async () => {
    const rows = wide(['Country'], (r) => [r % 2 === 0 ? countries[r]! : _]);
    const merges = countries.flatMap((__, r) =>
      r % 2 === 0 ? [{ firstRow: r + 2, lastRow: r + 3, firstColumn: 0, lastColumn: 0 }] : [],
    );
    const sheet: MemorySheet = { rows, layout: { merges } };
    const chunks = await chunksOf(sheet);
    const [slice] = slicesOf(chunks);
    expect(keysOf(slice!).slice(1, 5)).toEqual(['country 0', 'country 0', 'country 2', 'country 2']);
    expect(readBack(chunks).size).toBe(rows.flat().filter((cell) => cell !== _).length);
  });
});
