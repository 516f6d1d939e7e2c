import { type MemoryRow } from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { tablesOf } from './outline';

const _ = null;
const bold = (value: string) => ({ value, look: 1 });
const day = (value: number) => ({ value, kind: 'date' as const, format: 'yyyy-mm-dd' });

const quarters: MemoryRow[] = [
  ['Region', 'Q1', 'Q2'],
  ['North', 1, 2],
  ['South', 3, 4],
  ['West', 5, 6],
];
const amounts: MemoryRow[] = [
  ['North', 1],
  ['South', 3],
  ['West', 5],
];

describe('the header of a narrow table', () => {
  it.each<[where: string, rows: MemoryRow[], expected: string[]]>([
    [
      'stands below labels and their values',
      [['Company', 'ACME'], ['Period', 'March'], ...quarters],
      ['note A1:B2', 'header A3:C3 Region, Q1, Q2', 'data A4:C6 Region, Q1, Q2'],
    ],
    [
      'stands below labels and dates',
      [['Company', 'ACME'], ['Date', day(45_000)], ...quarters],
      ['note A1:B2', 'header A3:C3 Region, Q1, Q2', 'data A4:C6 Region, Q1, Q2'],
    ],
    [
      'of two columns is the row that is formatted like one',
      [['Company', 'ACME'], ['Date', day(45_000)], [bold('Region'), bold('Q1')], ...amounts],
      ['note A1:B2', 'header A3:B3 Region, Q1', 'data A4:B6 Region, Q1'],
    ],
    [
      'is not looked for among its rows',
      [
        ['Item', 'Value'],
        ['Width', 1],
        ['Colour', 'red'],
        ['Depth', 2],
        ['Height', 3],
      ],
      ['header A1:B1 Item, Value', 'data A2:B5 Item, Value'],
    ],
    [
      'is the one of a smaller table above, where that has one',
      [['Head', 'Count'], ['a', 1], ['b', 2], ['c', 3], ...quarters],
      [
        'header A1:B1 Head, Count',
        'data A2:B4 Head, Count',
        'header A5:C5 Region, Q1, Q2',
        'data A6:C8 Region, Q1, Q2',
      ],
    ],
    [
      'is no row of a form',
      [
        ['Invoice no', 'A-17'],
        ['Date', day(45_000)],
        ['Customer', 'ACME'],
      ],
      ['data A1:B3'],
    ],
  ])('%s', async (_where, rows, expected) => {
    expect(await tablesOf({ rows })).toEqual(expected);
  });
});

describe('a row of units below the names', () => {
  const body: MemoryRow[] = [
    ['a', 1, 2],
    ['b', 3, 4],
    ['c', 5, 6],
  ];

  it.each<[what: string, units: MemoryRow, names: string]>([
    ['that leaves the first column blank', [_, 'kg', 'm/s'], 'Sample, Mass / kg, Speed / m/s'],
    ['with a dash', ['-', 'kg', 'km/h'], 'Sample, Mass / kg, Speed / km/h'],
    ['in brackets', ['[unit]', '(kg)', '(m s^-1)'], 'Sample / [unit], Mass / (kg), Speed / (m s^-1)'],
    ['that says so', ['Unit', 't', '%'], 'Sample / Unit, Mass / t, Speed / %'],
  ])('is the lowest level of the header: %s', async (_what, units, names) => {
    const sheet = { rows: [['Sample', 'Mass', 'Speed'], units, ...body] };
    const expected = [`header A1:C2 ${names}`, `data A3:C5 ${names}`];
    expect(await tablesOf(sheet)).toEqual(expected);
    const texts = sheet.rows.map((row) =>
      row.map((cell) => (cell === null ? '' : String(cell as string | number))),
    );
    expect(await tablesOf({ rows: texts }, 'csv')).toEqual(expected);
  });

  it.each<[what: string, row: MemoryRow]>([
    ['values that are missing', ['x', 'n/a', 'unknown']],
    ['values in words', ['x', 'light', 'fast']],
    ['values of a group', [_, 'n/a', '-']],
  ])('is not taken for it where there are %s', async (_what, row) => {
    const tables = await tablesOf({ rows: [['Sample', 'Mass', 'Speed'], row, ...body] });
    expect(tables[0]).toBe('header A1:C1 Sample, Mass, Speed');
    expect(tables).toHaveLength(2);
  });
});

describe('names of columns', () => {
  it.each<[what: string, rows: MemoryRow[], header: string]>([
    [
      'may be missing, the first too',
      [
        [_, 'Q1', _, 'Q3'],
        ['North', 1, 2, 3],
        ['South', 4, 5, 6],
      ],
      'header A1:D1 , Q1, , Q3',
    ],
    [
      'may be years with gaps, up or down',
      [
        ['Land', 2024, 2020, 2015],
        ['DE', 1, 2, 3],
        ['FR', 4, 5, 6],
      ],
      'header A1:D1 Land, 2024, 2020, 2015',
    ],
    [
      'may be months',
      [
        ['Land', day(45_292), day(45_323), day(45_352)],
        ['DE', 1, 2, 3],
      ],
      'header A1:D1 Land, 2024-01-01, 2024-02-01, 2024-03-01',
    ],
    [
      'are not the first start and end of many',
      [
        ['Build', day(45_292), day(45_323)],
        ['Test', day(45_323), day(45_352)],
        ['Ship', day(45_352), day(45_383)],
      ],
      'data A1:C3',
    ],
    [
      'are not the filter of a pivot table above them',
      [['Region', '(All)'], [_], ['Row Labels', 'Sum of Sales'], ['a', 30], ['b', 20]],
      'data A1:B1',
    ],
    [
      'stand below the captions of a pivot table',
      [
        ['Sum of Sales', 'Column Labels'],
        ['Row Labels', 2023, 2024, 'Grand Total'],
        ['North', 1, 2, 3],
        ['South', 4, 5, 9],
        ['Grand Total', 5, 7, 12],
      ],
      'note A1:B1',
    ],
  ])('%s', async (_what, rows, first) => {
    const tables = await tablesOf({ rows });
    expect(tables[0]).toBe(first);
    const [, second] = tables;
    if (first.startsWith('note')) expect(second).toBe('header A2:D2 Row Labels, 2023, 2024, Grand Total');
    if (first === 'data A1:B1') expect(second).toBe('header A3:B3 Row Labels, Sum of Sales');
  });
});

describe('a row of names with blanks, above texts only', () => {
  const questions: MemoryRow[] = [
    ['Hosting', 'Q1', 'Where are the data?', 'In two regions.', 'See annex A'],
    ['Hosting', 'Q2', 'How often are they saved?', 'Every night.', 'Kept for 35 days'],
    ['Access', 'Q3', 'Is there single sign-on?', 'Yes, SAML.', 'OIDC since 2024'],
    ['Access', 'Q4', 'Who may delete?', 'Owners.'],
  ];
  const names = ['Topic', 'No.', 'Question', 'Answer', 'Remark'];

  it.each([0, 1, 2, 3, 4])('is the header where column %d has no name', async (column) => {
    const rows = [names.map((name, c) => (c === column ? _ : name)), ...questions];
    const header = names.map((name, c) => (c === column ? '' : name)).join(', ');
    for (const format of ['xlsx', 'csv'] as const) {
      const tables = await tablesOf({ rows }, format);
      expect(tables).toEqual([`header A1:E1 ${header}`.trim(), `data A2:E5 ${header}`.trim()]);
    }
  });

  it.each<[what: string, rows: MemoryRow[], expected: string[]]>([
    [
      'keeps its first row of values, which fills the gap and leaves a name blank',
      [
        ['Topic', 'No.', 'Question', 'Answer', _],
        ['Hosting', 'Q1', 'Where are the data?', _, 'See annex A'],
        ['Access', 'Q2', 'Who may delete?', 'Owners.'],
        ['Access', 'Q3', 'Who may read?', 'All.', 'But guests'],
      ],
      ['header A1:E1 Topic, No., Question, Answer,', 'data A2:E4 Topic, No., Question, Answer,'],
    ],
    [
      'keeps its first rows of values, whose group is named later',
      [
        [_, 'Product', 'Use'],
        [_, 'Pump', 'Water'],
        ['Old', 'Pump', 'Oil'],
        [_, 'Valve', 'Gas'],
      ],
      ['header A1:C1 , Product, Use', 'data A2:C4 , Product, Use'],
    ],
    [
      'stands above ticks',
      [
        [_, 'OK', 'Not OK'],
        ['Are the doors free?', 'x'],
        ['Is the lamp whole?', 'x'],
        ['Do the signs show?', _, 'x'],
      ],
      ['header A1:C1 , OK, Not OK', 'data A2:C4 , OK, Not OK'],
    ],
    [
      'is no header in a form',
      [
        ['Name', 'Ada Ray', 'Phone', _],
        ['Street', 'High Road', _, _],
        ['Town', 'York', 'Fax', 'none'],
      ],
      ['data A1:D3'],
    ],
    [
      'is no header above scattered texts',
      [
        [_, 'of consistency', 'in the', 'layout,'],
        ['which is really', _, 'a', 'beautiful thing,'],
        ['I will', 'keep making notes', _, 'up here.'],
      ],
      ['data A1:D3'],
    ],
  ])('%s', async (_what, rows, expected) => {
    expect(await tablesOf({ rows })).toEqual(expected);
  });
});

describe('levels of a header', () => {
  const across = (row: number, first: number, last: number) => ({
    firstRow: row,
    lastRow: row,
    firstColumn: first,
    lastColumn: last,
  });

  it('end above rows whose own cells are merged', async () => {
    const rows: MemoryRow[] = [
      ['Sample', _, 'Type', _],
      ['A-1', _, 'MM', _],
      ['A-2', _, 'BB', _],
      ['A-3', _, 'MM', _],
    ];
    const merges = rows.flatMap((__, r) => [across(r + 1, 0, 1), across(r + 1, 2, 3)]);
    const tables = await tablesOf({ rows, layout: { merges } });
    expect(tables).toEqual(['header A1:C1 Sample, Sample, Type', 'data A2:C4 Sample, Sample, Type']);
  });

  it('continue over lines that leave the first column blank, where names of groups are merged', async () => {
    const rows: MemoryRow[] = [
      [_, 'Pupils', _, 'Teachers', _],
      [_, 'Number', _, 'Years', _],
      [_, 'all', 'new', 'all', 'new'],
      ['All', 1, 2, 3, 4],
      ['Some', 5, 6, 7, 8],
    ];
    const [header] = await tablesOf({ rows, layout: { merges: [across(1, 1, 2), across(1, 3, 4)] } });
    expect(header).toBe(
      'header A1:E3 , Pupils / Number / all, Pupils / Number / new, Teachers / Years / all, Teachers / Years / new',
    );
  });

  it('do not take in the name of the first group of rows below a blank corner', async () => {
    const rows: MemoryRow[] = [
      [_, 'Potions', 'Herbs'],
      ['Ron'],
      ['1st', 3, 7],
      ['2nd', 2, 9],
      ['Ginny'],
      ['1st', 8, 4],
    ];
    expect(await tablesOf({ rows })).toEqual([
      'header A1:C1 , Potions, Herbs',
      'data A2:C6 , Potions, Herbs',
    ]);
  });

  it('may have a blank row between them', async () => {
    const rows: MemoryRow[] = [
      [_, 'Plan', _, 'Real', _],
      [_],
      [_, 'Q1', 'Q2', 'Q1', 'Q2'].map((name) => (name === _ ? _ : bold(name))),
      ['North', 1, 2, 3, 4],
      ['South', 5, 6, 7, 8],
    ];
    const [header] = await tablesOf({ rows, layout: { merges: [across(1, 1, 2), across(1, 3, 4)] } });
    expect(header).toBe('header A1:E3 , Plan / Q1, Plan / Q2, Real / Q1, Real / Q2');
  });
});

it.each<[text: string, tables: string[]]>([
  ['* provisional', ['header A1:B1 Region, Q1', 'data A2:B4 Region, Q1', 'note A5']],
  ['Source: own survey', ['header A1:B1 Region, Q1', 'data A2:B4 Region, Q1', 'note A5']],
  ['East', ['header A1:B1 Region, Q1', 'data A2:B5 Region, Q1']],
])('below a table of two columns "%s" is told from a row without a value', async (text, tables) => {
  expect(await tablesOf({ rows: [['Region', 'Q1'], ...amounts, [text]] })).toEqual(tables);
});
