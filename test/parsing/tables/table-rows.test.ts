import { type MemoryRow, memoryWorkbook } from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { randomNumbers, suiteSeed } from '../../setup/suite-seed';
import { type MemoryTables, type ReadRow, tablesInMemory } from './tables-in-memory';

const _ = null;

async function oneTable(
  rows: readonly MemoryRow[],
  options: Parameters<typeof memoryWorkbook>[1] & { layout?: object } = {},
) {
  const { layout = {}, ...rest } = options;
  const result = await tablesInMemory(memoryWorkbook([{ rows, layout }], rest));
  expect(result.tables).toHaveLength(1);
  const table = result.tables[0]!;
  return { result, table, rows: await result.rows(table) };
}

const valuesOf = (rows: readonly ReadRow[]) => rows.map(({ values }) => values);
const typesOf = ({ columns }: MemoryTables['tables'][number]) => columns.map(({ type }) => type);

describe('values of a workbook', () => {
  it('have the type of their cells, beside what the sheet shows', async () => {
    const date = (value: number) => ({ value, kind: 'date' as const, format: 'd mmm yyyy' });
    const { table, rows } = await oneTable([
      ['Name', 'Since', 'Sum', 'Share', 'Open', 'Code', 'Rate'],
      [
        'North',
        date(45_365),
        { value: 1234.5, format: '#,##0.00' },
        { value: 0.125, format: '0%' },
        true,
        '007',
        1 / 3,
      ],
      [
        'South',
        date(45_365.5),
        { value: -2.25, format: '#,##0.00' },
        { value: 1, format: '0%' },
        false,
        '012',
        2 / 3,
      ],
    ]);
    expect(typesOf(table)).toEqual(['text', 'date', 'number', 'number', 'boolean', 'text', 'number']);
    expect(rows[0]).toMatchObject({
      row: 2,
      role: 'data',
      values: {
        Name: 'North',
        Since: '2024-03-14',
        Sum: 1234.5,
        Share: 0.125,
        Open: true,
        Code: '007',
        Rate: 1 / 3,
      },
      shown: { Since: '14 Mar 2024', Sum: '1,234.50', Share: '13%', Open: 'TRUE', Code: '007' },
    });
    expect(rows[1]!.values).toMatchObject({
      Since: '2024-03-14T12:00:00',
      Sum: -2.25,
      Open: false,
      Rate: 2 / 3,
    });
  });

  it('are exact where the sheet shows rounded numbers', async () => {
    const numbers = [0.1 + 0.2, 1e-7, 123_456_789.987_654_3, -0.005, 1e21, 0, 12.3456];
    const { rows } = await oneTable([
      ['Name', 'Money', 'Plain', 'Bare'],
      ...numbers.map((value, n): MemoryRow => [
        `n${n}`,
        { value, format: '$#,##0.00' },
        value,
        { value, format: '0.00' },
      ]),
    ]);
    expect(rows.map(({ values }) => values.Money)).toEqual(numbers);
    expect(rows.map(({ values }) => values.Plain)).toEqual(numbers);
    expect(rows.map(({ values }) => values.Bare)).toEqual(numbers);
  });

  it('are null for errors and for formulas without a stored value, which keep their texts', async () => {
    const { rows } = await oneTable([
      ['Name', 'Sum'],
      ['a', 1],
      ['b', { value: '#DIV/0!', kind: 'error' }],
      ['c', { value: '=A1+1', kind: 'formula' }],
      ['d', 4],
    ]);
    expect(rows.map(({ values }) => values.Sum)).toEqual([1, null, null, 4]);
    expect(rows.map(({ shown }) => shown.Sum)).toEqual(['1', '#DIV/0!', '=A1+1', '4']);
  });

  it('of a column with several kinds keep their own', async () => {
    const { table, rows } = await oneTable([
      ['Name', 'Value'],
      ['a', 1],
      ['b', '1'],
      ['c', true],
      ['d', 'TRUE'],
      ['e', { value: 2.5, format: '0.0%' }],
      ['f', 7],
    ]);
    expect(rows.map(({ values }) => values.Value)).toEqual([1, '1', true, 'TRUE', 2.5, 7]);
    expect(typesOf(table)).toEqual(['text', 'text']);
  });

  it('of texts with marks, line breaks and a text format are the stored texts', async () => {
    const { rows } = await oneTable([
      ['Name', 'Text', 'Sum'],
      ['a', 'x | y', 1],
      ['b', 'one\ntwo \\ three', 2],
      ['c', { value: 'kg', format: '0;-0;0;"unit "@' }, 3],
      ['d', ' edge ', 4],
    ]);
    expect(rows.map(({ values }) => values.Text)).toEqual(['x | y', 'one\ntwo \\ three', 'kg', ' edge ']);
    expect(rows[2]!.shown.Text).toBe('unit kg');
  });

  it('of durations are days, and of dates in the system of 1904 the same days', async () => {
    const { rows } = await oneTable(
      [
        ['Name', 'Took', 'On'],
        [
          'a',
          { value: 1.5, kind: 'date', format: '[h]:mm' },
          { value: 45_365 - 1462, kind: 'date', format: 'yyyy' },
        ],
        [
          'b',
          { value: 0.25, kind: 'date', format: '[h]:mm' },
          { value: 45_366 - 1462, kind: 'date', format: 'yyyy' },
        ],
      ],
      { date1904: true },
    );
    expect(valuesOf(rows)).toEqual([
      { Name: 'a', Took: 1.5, On: '2024-03-14' },
      { Name: 'b', Took: 0.25, On: '2024-03-15' },
    ]);
  });
});

describe('values of a text file', () => {
  const csv = { format: 'csv' } as const;

  it.each<[guarantee: string, cells: string[], type: string, values: unknown[]]>([
    ['canonical decimals are numbers', ['1', '2.50', '-3'], 'number', [1, 2.5, -3]],
    ['decimals with commas are numbers', ['1.234,56', '2,5', '7'], 'number', [1234.56, 2.5, 7]],
    ['money is a number without its sign', ['$1,234.50', '$2.00', '$7.25'], 'number', [1234.5, 2, 7.25]],
    [
      'ISO dates are dates',
      ['2024-03-14', '2024-03-14 10:30', '2024-01-01'],
      'date',
      ['2024-03-14', '2024-03-14T10:30', '2024-01-01'],
    ],
    [
      'dates with the day first are dates',
      ['14.03.2024', '01.02.2024', '02.02.2024'],
      'date',
      ['2024-03-14', '2024-02-01', '2024-02-02'],
    ],
    ['codes with leading zeros are texts', ['00123', '45678', '99999'], 'text', ['00123', '45678', '99999']],
    ['words of truth are booleans', ['true', 'FALSE', 'True'], 'boolean', [true, false, true]],
    ['a text among numbers stays a text', ['1', '2', '3', 'about 4'], 'number', [1, 2, 3, 'about 4']],
    [
      'an ambiguous number without proof stays a text',
      ['1,234', '2,345', '3,456'],
      'text',
      ['1,234', '2,345', '3,456'],
    ],
    [
      'long numbers keep their digits as texts',
      ['12345678901234567890', '2', '3'],
      'number',
      ['12345678901234567890', 2, 3],
    ],
    ['errors are null', ['1', '#N/A', '3'], 'number', [1, null, 3]],
    [
      'telephone numbers are texts',
      ['+49 30 1234', '+49 30 5678', '+49 40 1'],
      'text',
      ['+49 30 1234', '+49 30 5678', '+49 40 1'],
    ],
  ])('%s', async (_guarantee, cells, type, values) => {
    const { table, rows } = await oneTable(
      [['Name', 'Value'], ...cells.map((cell, n) => [`row ${'abcdef'[n]!}`, cell])],
      csv,
    );
    expect(rows.map((row) => row.values.Value)).toEqual(values);
    expect(rows.map(({ shown }) => shown.Value)).toEqual(cells);
    expect(table.columns[1]).toMatchObject({ type });
  });
});

describe('tables', () => {
  it('have unique names of columns, and letters for those without one', async () => {
    const { rows } = await oneTable([
      ['Name', 'Sum', _, 'Sum', '__proto__', 'C'],
      ['a', 1, 2, 3, 4, 5],
      ['b', 6, 7, 8, 9, 10],
    ]);
    expect(JSON.stringify(rows[0]!.shown)).toBe(
      '{"Name":"a","Sum":"1","C (2)":"2","Sum (2)":"3","__proto__":"4","C":"5"}',
    );
  });

  it('of all sheets are listed in their order, with rows, totals and titles', async () => {
    const block: MemoryRow[] = [
      ['Region', 'Sum'],
      ['North', 1],
      ['South', 2],
      ['Total', 3],
    ];
    const result = await tablesInMemory(
      memoryWorkbook([
        { name: 'One', rows: [['Sales of the year'], ...block, [], [], [], [], ...block] },
        { name: 'Empty', rows: [] },
        { name: 'Two', state: 'hidden', rows: block, at: { row: 4, column: 2 } },
      ]),
    );
    expect(
      result.tables.map(({ id, sheetName, sheetState, title, headerRows, rowCount, firstRow, lastRow }) => [
        id,
        sheetName,
        sheetState,
        title,
        headerRows,
        rowCount,
        firstRow,
        lastRow,
      ]),
    ).toEqual([
      ['tbl_1_A2', 'One', 'visible', 'Sales of the year', [2, 2], 3, 2, 5],
      ['tbl_1_A10', 'One', 'visible', null, [10, 10], 3, 10, 13],
      ['tbl_3_C4', 'Two', 'hidden', null, [4, 4], 3, 4, 7],
    ]);
    const [first] = result.tables;
    expect((await result.rows(first!)).map(({ role }) => role)).toEqual(['data', 'data', 'total']);
    expect(await result.rows(first!, undefined, 'data')).toHaveLength(2);
  });

  it('leave covered cells of merged ranges blank, in every chunk', async () => {
    const rows: MemoryRow[] = [['Region', 'City', 'Sum']];
    for (let n = 0; n < 600; n++) rows.push([n === 0 ? 'North' : _, `city ${n} of the region`, n]);
    const { rows: read } = await oneTable(rows, {
      layout: { merges: [{ firstRow: 2, lastRow: 601, firstColumn: 0, lastColumn: 0 }] },
    });
    expect(read).toHaveLength(600);
    expect(read.filter(({ values }) => 'Region' in values).map(({ row }) => row)).toEqual([2]);
    expect(read.map(({ values }) => values.Sum)).toEqual(read.map((_row, n) => n));
  });

  it('beside one another are read alone', async () => {
    const rows: MemoryRow[] = [['Name', 'Sum', _, _, 'Town', 'Count']];
    for (let n = 0; n < 500; n++)
      rows.push([`name ${n}`, n, _, _, ...(n < 300 ? [`town ${'x'.repeat(n % 50)}${n}`, -n] : [_, _])]);
    const result = await tablesInMemory(memoryWorkbook([{ rows }]));
    expect(result.tables.map(({ id, rowCount }) => [id, rowCount])).toEqual([
      ['tbl_1_A1', 500],
      ['tbl_1_E1', 300],
    ]);
    const [left, right] = result.tables;
    expect((await result.rows(left!)).map(({ values }) => values.Sum)).toEqual(
      Array.from({ length: 500 }, (__, n) => n),
    );
    expect((await result.rows(right!)).map(({ values }) => values.Count)).toEqual(
      Array.from({ length: 300 }, (__, n) => 0 - n),
    );
  });
});

const seed = suiteSeed(35);

describe(`random sheets (TEST_SEED=${seed})`, () => {
  const random = randomNumbers(seed);
  const below = (end: number) => Math.floor(random() * end);
  const formats = ['General', '0.00', '#,##0', '0%', '$#,##0.00', '0.0E+00'];

  function cellOf(kind: number): { cell: MemoryRow[number]; value: unknown } {
    const number = () => (below(2) === 0 ? below(100_000) : (random() - 0.5) * 10 ** below(12));
    if (kind === 0 || random() < 0.05) {
      const value = `text ${'| \\ "'.repeat(below(3))}${below(1_000)}`;
      return { cell: value, value };
    }
    if (kind === 1) {
      const value = random() < 0.5;
      return { cell: value, value };
    }
    const value = number();
    return { cell: { value, format: formats[below(formats.length)]! }, value };
  }

  it.each([3, 20, 300])(
    'of %i columns give back each value at its row and column, from any page on',
    async (width) => {
      // Numbers below the names tell that the first row is a header.
      const kinds = Array.from({ length: width }, (_kind, c) => (c < 2 ? 2 * c : below(4)));
      const names = kinds.map((_kind, c) => `Column ${c}`);
      const expected: Record<string, unknown>[] = [];
      const rows = Array.from({ length: 240 }, (_row, at) => {
        const values: Record<string, unknown> = {};
        const cells = kinds.map((kind, c) => {
          // A text that is alone in the last row is a note.
          if (c > 0 && at < 239 && random() < 0.2) return _;
          const { cell, value } = cellOf(kind);
          values[names[c]!] = value;
          return cell;
        });
        expected.push(values);
        return cells;
      });
      const { result, table, rows: read } = await oneTable([names, ...rows]);
      expect(valuesOf(read)).toEqual(expected);
      for (const at of [0, 1, below(240), below(240), 239])
        expect(valuesOf(await result.rows(table, read[at]!.place))).toEqual(expected.slice(at));
    },
  );
});
