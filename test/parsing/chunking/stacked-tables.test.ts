import { type MemoryRow } from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { tablesOf } from './outline';

const _ = null;
const bold = (value: string) => ({ value, look: 1 });

/** As a text file has them. */
const asTexts = (rows: readonly MemoryRow[]): MemoryRow[] =>
  rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell as string | number))));

const regions: MemoryRow[] = [
  ['Region', 'Q1', 'Q2'],
  ['North', 1, 2],
  ['South', 3, 4],
  ['West', 5, 6],
];
const regionTable = ['header A1:C1 Region, Q1, Q2', 'data A2:C4 Region, Q1, Q2'];

describe('a table right below another one has its own header', () => {
  it.each<[sign: string, rows: MemoryRow[], expected: string[]]>([
    [
      'the header above once more',
      [...regions, ...regions],
      [...regionTable, 'header A5:C5 Region, Q1, Q2', 'data A6:C8 Region, Q1, Q2'],
    ],
    [
      'a column that the table above does not have',
      [...regions, ['Item', 'Price', 'Stock', 'Colour'], ['pen', 1, 2, 'red'], ['ink', 3, 4, 'blue']],
      [...regionTable, 'header A5:D5 Item, Price, Stock, Colour', 'data A6:D7 Item, Price, Stock, Colour'],
    ],
    [
      'columns that end',
      [...regions, ['Head', 'Count'], ['a', 1], ['b', 2], ['c', 3]],
      [...regionTable, 'header A5:B5 Head, Count', 'data A6:B8 Head, Count'],
    ],
    [
      'a column of texts where there were numbers',
      [...regions, ['Item', 'Price', 'Colour'], ['pen', 1, 'red'], ['ink', 3, 'blue']],
      [...regionTable, 'header A5:C5 Item, Price, Colour', 'data A6:C7 Item, Price, Colour'],
    ],
    [
      'a total above it, with a title between them',
      [...regions, ['Total', 9, 12], ['Costs'], ['Team', 'Plan', 'Real'], ['IT', 1, 2]],
      [
        ...regionTable,
        'total A5:C5 Region, Q1, Q2',
        'note A6',
        'header A7:C7 Team, Plan, Real',
        'data A8:C8 Team, Plan, Real',
      ],
    ],
    [
      'a name of the header above over the same column',
      [...regions, ['Costs'], ['Team', 'Q1', 'Q2'], ['IT', 1, 2], ['HR', 3, 4]],
      [...regionTable, 'note A5', 'header A6:C6 Team, Q1, Q2', 'data A7:C8 Team, Q1, Q2'],
    ],
  ])('by %s', async (_sign, rows, expected) => {
    expect(await tablesOf({ rows })).toEqual(expected);
    expect(await tablesOf({ rows: asTexts(rows) }, 'csv')).toEqual(expected);
  });

  it('by its format over values', async () => {
    const rows = [...regions, ['Team', 'Plan', 'Real'].map(bold), ['IT', 1, 2], ['HR', 3, 4]];
    expect(await tablesOf({ rows })).toEqual([
      ...regionTable,
      'header A5:C5 Team, Plan, Real',
      'data A6:C7 Team, Plan, Real',
    ]);
  });

  it('by the format of the header above, where both hold nothing but texts', async () => {
    const people = [['Name', 'City'].map(bold), ['Ann', 'Rome'], ['Bob', 'Oslo'], ['Cid', 'Bonn']];
    const things = [['Thing', 'Colour'].map(bold), ['pen', 'red'], ['ink', 'blue']];
    expect(await tablesOf({ rows: [...people, ...things] })).toEqual([
      'header A1:B1 Name, City',
      'data A2:B4 Name, City',
      'header A5:B5 Thing, Colour',
      'data A6:B7 Thing, Colour',
    ]);
  });

  it('far below the rows that are looked at first, and again below that', async () => {
    const many = Array.from({ length: 90 }, (__, i): MemoryRow => [`r${i}`, i, i]);
    const items = Array.from({ length: 50 }, (__, i): MemoryRow => [
      `i${i}`,
      i,
      i % 2 === 0 ? 'red' : 'blue',
    ]);
    const rows = [...regions, ...many, ['Item', 'Price', 'Colour'], ...items, ...regions];
    expect(await tablesOf({ rows })).toEqual([
      regionTable[0],
      'data A2:C94 Region, Q1, Q2',
      'header A95:C95 Item, Price, Colour',
      'data A96:C145 Item, Price, Colour',
      'header A146:C146 Region, Q1, Q2',
      'data A147:C149 Region, Q1, Q2',
    ]);
  });

  it('and a header that is repeated names all columns that it named above', async () => {
    const rows: MemoryRow[] = [
      [_, 'Q1', 'Q2'],
      ['North', 1, 2],
      ['South', 3, 4],
      [_, 'Q1', 'Q2'],
    ];
    expect(await tablesOf({ rows: [...rows, [_], ['East', 5, 6], ['West', 7, 8]] })).toEqual([
      'header A1:C1 , Q1, Q2',
      'data A2:C3 , Q1, Q2',
      'header A4:C4 , Q1, Q2',
      'data A6:C7 , Q1, Q2',
    ]);
  });
});

describe('a row of texts stays with its table', () => {
  it.each<[what: string, rows: MemoryRow[], range: string]>([
    [
      'that says what is missing',
      [...regions, ['East', 'n/a', 'unknown'], ['Mid', 7, 8], ['Top', 9, 1]],
      'A2:C7',
    ],
    [
      'that could be a value',
      [...regions, ['East', 'closed', 'sold'], ['Mid', 7, 8], ['Top', 9, 1]],
      'A2:C7',
    ],
    [
      'below the name of a group',
      [...regions, ['Greens'], ['leek', 'sold out', 'late'], ['kale', 7, 8], ['Top', 9, 1]],
      'A2:C8',
    ],
    ['at the very end', [...regions, ['Item', 'Price', 'Colour']], 'A2:C5'],
    [
      'of a comparison that has its things side by side',
      [
        ['Phone', 'A1', 'B2', 'C3'],
        ['Width', 1, 2, 3],
        ['Height', 4, 5, 6],
        ['Case', 'red', 'blue', 'black'],
        ['Year', 7, 8, 9],
      ],
      'A2:D5',
    ],
  ])('%s', async (_what, rows, range) => {
    for (const tables of [await tablesOf({ rows }), await tablesOf({ rows: asTexts(rows) }, 'csv')]) {
      expect(tables).toHaveLength(2);
      expect(tables[1]).toContain(`data ${range} `);
    }
  });

  it('that are marked in a table of texts', async () => {
    const rows = [
      ['Name', 'City'].map(bold),
      ...['Ann', 'Bob', 'Cid', 'Dan', 'Eve'].map((name, i) =>
        [name, `city ${name}`].map((value) => ({ value, look: i === 2 ? 2 : 0 })),
      ),
    ];
    expect(await tablesOf({ rows })).toEqual(['header A1:B1 Name, City', 'data A2:B6 Name, City']);
  });
});
