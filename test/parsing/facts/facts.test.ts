import fc from 'fast-check';
import { type ColumnFacts } from '../../../src/domain/documents/spreadsheet-chunk';
import { compareDecimals, decimalToJson, decimalValue } from '../../../src/parsing/spreadsheet/facts/decimal';
import { isoDateKey } from '../../../src/parsing/spreadsheet/facts/iso-text';
import {
  type MemoryCell,
  type MemoryRow,
  type MemoryValue,
  memoryWorkbook,
} from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory } from '../parse-in-memory';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

type Value = MemoryValue | MemoryCell;

const day = (value: number, format = 'yyyy-mm-dd'): MemoryCell => ({ value, format, kind: 'date' });
const error = (value: string): MemoryCell => ({ value, kind: 'error' });

/** Facts of a table of two columns, of which the second holds the values. */
async function factsOf(
  values: readonly Value[],
  options: { format?: 'xlsx' | 'csv'; date1904?: boolean; header?: string } = {},
): Promise<ColumnFacts | undefined> {
  const range = { firstRow: 1, lastRow: values.length + 1, firstColumn: 0, lastColumn: 1 };
  const rows: MemoryRow[] = [
    ['key', options.header ?? 'value'],
    ...values.map((value, i): MemoryRow => [`k${i}`, value]),
  ];
  const layout = { tables: [{ name: 'T', range, headerRows: 1, totalsRows: 0 }] };
  const { chunks } = await parseInMemory(memoryWorkbook([{ rows, layout }], options), {
    verifiedFacts: true,
  });
  const facts = chunks.find((chunk) => chunk.row_role === 'data')!.verified_facts!;
  expect(facts.row_count).toBe(values.length);
  return facts.columns.find((column) => column.column === 'B');
}

describe('facts of a column, from stored values', () => {
  it.each<[string, readonly Value[], Partial<ColumnFacts>]>([
    [
      'numbers, not as they are displayed',
      [
        { value: 1.2345, format: '0' },
        { value: 1.2344, format: '0' },
      ],
      { type: 'number', min: 1.2344, max: 1.2345 },
    ],
    [
      'the smallest difference of two doubles',
      [0.1 + 0.2, 0.3],
      { type: 'number', min: 0.3, max: 0.30000000000000004 },
    ],
    ['negative numbers and blanks', [-5, null, 3], { type: 'number', min: -5, max: 3, non_empty: 2 }],
    ['numbers of any size', [1e300, -1e-300], { type: 'number', min: -1e-300, max: 1e300 }],
    ['dates as ISO', [day(45365), day(45000)], { type: 'date', min: '2023-03-15', max: '2024-03-14' }],
    [
      'dates with times',
      [day(45365.4375), day(45365.43751)],
      { type: 'date', min: '2024-03-14T10:30:00', max: '2024-03-14T10:30:00.864' },
    ],
    ['bare times', [day(0.5, 'h:mm'), day(0.25, 'h:mm')], { type: 'date', min: '06:00:00', max: '12:00:00' }],
    [
      'amounts of time are numbers of days',
      [day(1.5, '[h]:mm'), day(0.25, '[h]:mm')],
      { type: 'number', min: 0.25, max: 1.5 },
    ],
    ['the day that never was', [day(60), day(61)], { type: 'date', min: '1900-02-28', max: '1900-03-01' }],
    [
      'dates outside the calendar are numbers',
      [day(-1), day(45000)],
      { type: 'number', min: -1, max: 45000, sum: 44999 },
    ],
    ['booleans', [true, false, true], { type: 'boolean', non_empty: 3 }],
    ['texts', ['a', 'b', 'a'], { type: 'text', distinct: 2, non_empty: 3 }],
    [
      'texts that are properties of every object',
      ['__proto__', 'constructor', '__proto__'],
      { type: 'text', distinct: 2 },
    ],
    ['numbers as text are text in a workbook, which has types', ['1', '2'], { type: 'text', distinct: 2 }],
    ['mixed values are text', [1, '1', true], { type: 'text', distinct: 3, non_empty: 3 }],
    [
      'numbers among errors and texts that say what is missing',
      [1, error('#N/A'), 3, 'n/a', '-', error('#DIV/0!'), null, 'unknown'],
      {
        type: 'number',
        min: 1,
        max: 3,
        sum: 4,
        non_empty: 7,
        counts: { numbers: 2, errors: 2, texts: 3, blanks: 1 },
      },
    ],
    [
      'numbers that are more than half of the values',
      [1, 2, 'two', day(45365), 4],
      { type: 'number', min: 1, max: 4, sum: 7, counts: { numbers: 3, texts: 1, dates: 1 } },
    ],
    [
      'dates that are more than half of the values',
      [day(45365), 5, day(45000), 'soon', day(45001)],
      { type: 'date', min: '2023-03-15', max: '2024-03-14', counts: { dates: 3, numbers: 1, texts: 1 } },
    ],
    [
      'texts that are half of the values',
      [1, 2, 'two', 'three'],
      { type: 'text', distinct: 4, counts: { numbers: 2, texts: 2 } },
    ],
    ['errors alone are text', [error('#N/A'), error('#REF!')], { type: 'text', counts: { errors: 2 } }],
    [
      'sums as the decimals that are meant',
      [0.1, 0.2, 1.005, -0.305],
      { type: 'number', sum: 1, min: -0.305 },
    ],
    ['sums of results of binary arithmetic, rounded once', [1 / 3, 1e16, 1 / 3, 1 / 3, -1e16], { sum: 1 }],
    ['sums of large numbers', [9007199254740991, 9007199254740991, 1], { sum: '18014398509481983' }],
  ])('%s', async (_, values, expected) => {
    expect(await factsOf(values)).toMatchObject(expected);
  });

  it.each<[string, readonly string[], Partial<ColumnFacts>]>([
    ['decimals as numbers', ['10', '9.50', '-3'], { type: 'number', min: -3, max: 10, sum: 16.5 }],
    [
      'decimals among errors and texts that say what is missing',
      ['0.1', 'n/a', '#DIV/0!', '0.2', '-', '—'],
      { type: 'number', min: 0.1, max: 0.2, sum: 0.3, counts: { numbers: 2, texts: 3, errors: 1 } },
    ],
    ['texts that begin like errors', ['#N/A', '#1', '#winning'], { counts: { errors: 1, texts: 2 } }],
    ['decimals that a double holds, as numbers', ['0.1', '0.2'], { type: 'number', min: 0.1, max: 0.2 }],
    [
      'digits that a double would lose, as text',
      ['12345678901234567890', '12345678901234567891'],
      { type: 'number', min: '12345678901234567890', max: '12345678901234567891' },
    ],
    [
      'a long fraction',
      ['0.30000000000000000001', '0.3'],
      { type: 'number', min: 0.3, max: '0.30000000000000000001', sum: '0.60000000000000000001' },
    ],
    [
      'numbers past every double',
      [`1${'0'.repeat(399)}`, '5'],
      { type: 'number', min: 5, max: `1${'0'.repeat(399)}` },
    ],
    ['the same number written twice', ['1.0', '1'], { type: 'number', min: 1, max: 1 }],
    ['zeros of both signs', ['-0', '0'], { type: 'number', min: 0, max: 0 }],
    ['ISO dates', ['2024-03-14', '2023-12-31'], { type: 'date', min: '2023-12-31', max: '2024-03-14' }],
    [
      'ISO dates with times in both forms',
      ['2024-03-14 10:30', '2024-03-14T09:00:00Z'],
      { type: 'date', min: '2024-03-14T09:00:00Z', max: '2024-03-14T10:30' },
    ],
    ['dates and numbers together are text', ['2024-03-14', '5'], { type: 'text', distinct: 2 }],
    ['ids with leading zeros are text', ['007', '008'], { type: 'text', distinct: 2 }],
    ['signs, exponents and groups are text', ['+5', '1e5', '1,000'], { type: 'text', distinct: 3 }],
    ['days that no calendar has are text', ['2023-02-29', '2024-13-01'], { type: 'text', distinct: 2 }],
    ['formulas are text', ['=1+1', '@SUM(A1)'], { type: 'text', distinct: 2 }],
  ])('in a text file: %s', async (_, values, expected) => {
    expect(await factsOf(values, { format: 'csv' })).toMatchObject(expected);
  });

  it('count texts that were made to look alike', async () => {
    const texts = Array.from({ length: 90 }, (_, i) =>
      `same ${i % 80} thing`.padEnd(20, '-').padStart(30, '='),
    );
    expect(await factsOf(texts)).toMatchObject({ distinct: 80, non_empty: 90 });
  });

  it('follow the 1904 system', async () => {
    expect(await factsOf([day(0), day(43903)], { date1904: true })).toMatchObject({
      min: '1904-01-01',
      max: '2024-03-14',
    });
  });

  it('have bounds or a number of distinct values, never both', async () => {
    expect(Object.keys((await factsOf([1, 2]))!)).toEqual([
      'column',
      'header',
      'type',
      'min',
      'max',
      'sum',
      'non_empty',
      'counts',
    ]);
    expect(Object.keys((await factsOf(['a']))!)).toEqual([
      'column',
      'header',
      'type',
      'distinct',
      'non_empty',
      'counts',
    ]);
    expect(Object.keys((await factsOf([true]))!)).toEqual([
      'column',
      'header',
      'type',
      'non_empty',
      'counts',
    ]);
  });

  it('leave out columns without a value, and names without a text', async () => {
    expect(await factsOf([null, null])).toBeUndefined();
    expect(await factsOf([5], { header: ' ' })).toMatchObject({ header: null });
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty'])('name a column %s harmlessly', async (header) => {
    expect(await factsOf([1, 2], { header })).toMatchObject({ header, min: 1, max: 2 });
    expect(({} as Record<string, unknown>).min).toBeUndefined();
  });

  it('count the rows of their own chunk only', async () => {
    const rows: MemoryRow[] = [
      ['key', 'value'],
      ...Array.from({ length: 2_000 }, (_, i): MemoryRow => [`key number ${i}`, i]),
    ];
    const { chunks } = await parseInMemory(memoryWorkbook([{ rows }]), { verifiedFacts: true });
    const data = chunks.filter((chunk) => chunk.row_role === 'data');
    expect(data.length).toBeGreaterThan(5);
    for (const { row_start: start, row_end: end, verified_facts: facts } of data) {
      expect(facts).toMatchObject({
        row_count: end! - start! + 1,
        columns: [{ distinct: end! - start! + 1 }, { min: start! - 2, max: end! - 2 }],
      });
    }
  });

  it('are absent when they are not wanted, and for all rows but data', async () => {
    const rows: MemoryRow[] = [
      ['key', 'value'],
      ['a', 1],
      ['b', 2],
      ['Total', 3],
    ];
    const without = await parseInMemory(memoryWorkbook([{ rows }]));
    const wanted = await parseInMemory(memoryWorkbook([{ rows }]), { verifiedFacts: true });
    expect(without.chunks.map((chunk) => chunk.verified_facts)).toEqual([undefined, undefined, undefined]);
    expect(wanted.chunks.map((chunk) => chunk.verified_facts !== undefined)).toEqual([false, true, false]);
  });
});

describe('decimals', () => {
  const decimal = fc
    .tuple(
      fc.boolean(),
      fc.bigInt({ min: 0n, max: 10n ** 40n }),
      fc.string({ unit: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'), maxLength: 30 }),
    )
    .map(([negative, whole, fraction]) => ({
      text: `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`,
      scaled: (negative ? -1n : 1n) * (whole * 10n ** 30n + BigInt(fraction.padEnd(30, '0'))),
    }));

  it(`of any length compare exactly (seed ${seed})`, () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const exact = a.scaled < b.scaled ? -1 : a.scaled > b.scaled ? 1 : 0;
        const [left, right] = [decimalValue(a.text), decimalValue(b.text)];
        expect(left).toBe(Number(a.text));
        expect(left === right ? Math.sign(compareDecimals(a.text, b.text)) : Math.sign(left - right)).toBe(
          exact,
        );
      }),
      { seed },
    );
  });

  it(`add up exactly, whatever their length (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(decimal, { minLength: 1, maxLength: 30 }), async (decimals) => {
        const facts = await factsOf(
          decimals.map(({ text }) => text),
          { format: 'csv' },
        );
        const sum = decimals.reduce((total, { scaled }) => total + scaled, 0n);
        expect(scaledOf(String(facts!.sum))).toBe(sum);
      }),
      { seed, numRuns: 40 },
    );
  });

  it(`lose no digit on their way into JSON (seed ${seed})`, () => {
    fc.assert(
      fc.property(decimal, ({ text, scaled }) => {
        const json = decimalToJson(text);
        expect(scaledOf(json.replaceAll('"', ''))).toBe(scaled);
        // A value that is written as a number must come out of JSON.parse as that number.
        if (!json.startsWith('"')) expect(scaledOf(String(JSON.parse(json)))).toBe(scaled);
      }),
      { seed },
    );
  });

  /** A decimal, maybe with an exponent, times 10^30. */
  function scaledOf(text: string): bigint {
    const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(
      text,
    )!;
    const places = 30 + Number(exponent) - fraction.length;
    const digits = BigInt(whole + fraction);
    const size = places >= 0 ? digits * 10n ** BigInt(places) : digits / 10n ** BigInt(-places);
    return sign === '-' ? -size : size;
  }

  it.each([
    '',
    '-',
    '.5',
    '5.',
    '1.2.3',
    '--1',
    '0x10',
    'NaN',
    'Infinity',
    ' 1',
    '1 ',
    '00',
    '-01',
    '1_000',
    '٣',
    '9'.repeat(401),
  ])('are not taken from %j', (text) => {
    expect(decimalValue(text)).toBeNaN();
  });
});

describe('ISO dates', () => {
  it.each([
    '2024-02-29',
    '2000-02-29',
    '2024-03-14 10:30',
    '2024-03-14T10:30:00',
    '2024-03-14T23:59:59.123456789Z',
    '0001-01-01',
  ])('are taken from %s', (text) => {
    expect(isoDateKey(text)).not.toBeNaN();
  });

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2024-00-10',
    '2024-04-31',
    '2024-3-14',
    '20240314',
    '2024/03/14',
    '2024-03-14T',
    '2024-03-14T24:00',
    '2024-03-14T10:60',
    '2024-03-14T10:30:60',
    '2024-03-14T10:30:00.',
    '2024-03-14T10:30:00.1234567890',
    '2024-03-14T10:30:00+01:00',
    '2024-03-14x10:30',
    '2024-03-1４',
  ])('are not taken from %s', (text) => {
    expect(isoDateKey(text)).toBeNaN();
  });
});
