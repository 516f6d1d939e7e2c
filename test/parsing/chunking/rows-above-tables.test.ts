import { type MemoryRow } from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { chunksOf, tablesOf } from './outline';

const _ = null;
const wide: MemoryRow[] = [
  ['Region', 'Lead', 'Q1', 'Q2'],
  ['North', 'Ann', '1', '2'],
  ['South', 'Bob', '3', '4'],
  ['West', 'Cid', '5', '6'],
];

describe('rows above a table of a text file are notes', () => {
  it.each<[what: string, rows: MemoryRow[], expected: string[]]>([
    [
      'a label and its value above a blank row',
      [['Source', 'Ministry'], [], ...wide],
      ['note A1:B1', 'header A3:D3 Region, Lead, Q1, Q2', 'data A4:D6 Region, Lead, Q1, Q2'],
    ],
    [
      'lines of text between blank rows',
      [['Energy'], ['Review of May'], [], ['Next issue: June'], ['Table 1'], [], ...wide],
      ['note A1:A5', 'header A7:D7 Region, Lead, Q1, Q2', 'data A8:D10 Region, Lead, Q1, Q2'],
    ],
    [
      'a merged title, whose text an export repeats',
      [['Sales', 'Sales', 'Sales', 'Sales'], ...wide],
      ['note A1:D1', 'header A2:D2 Region, Lead, Q1, Q2', 'data A3:D5 Region, Lead, Q1, Q2'],
    ],
  ])('%s', async (_what, rows, expected) => {
    expect(await tablesOf({ rows }, 'csv')).toEqual(expected);
  });

  it('but a list that is all of the file is a table', async () => {
    expect(await tablesOf({ rows: [['Fig'], ['Pear']] }, 'csv')).toEqual(['data A1:A2']);
  });

  it('and give it its title', async () => {
    const title = async (rows: MemoryRow[]) =>
      (await chunksOf({ rows }, 'csv')).map((chunk) => chunk.table_title).at(-1);
    expect(await title([['Sales', 'Sales', 'Sales', 'Sales'], ...wide])).toBe('Sales');
    expect(await title([...wide, ['Part 2'], ['(estimates)'], ...wide])).toBe('Part 2');
  });
});

describe('a header of two rows', () => {
  const groups: MemoryRow[] = [
    [_, _, _, 'Staff', 'Staff', _, 'Pay', 'Pay'],
    ['No', 'Name', _, 'Full', 'Part', _, 'Mean', 'Least'],
    ['1', 'D1', _, '51', '1', _, '30013', '25001'],
    ['2', 'D2', _, '52', '2', _, '30026', '25002'],
    ['3', 'D3', _, '53', '3', _, '30039', '25003'],
  ];
  const names = 'No, Name, , Staff / Full, Staff / Part, , Pay / Mean, Pay / Least';

  it('has names of groups above blank spacer columns, which divide no table', async () => {
    expect(await tablesOf({ rows: groups }, 'csv')).toEqual([`header A1:H2 ${names}`, `data A3:H5 ${names}`]);
  });

  it('has years in brackets below names', async () => {
    const rows = [
      ['Kind', 'Total', 'YTD'],
      [_, '(2014)', '(2013)'],
      ['a', '3', '4'],
      ['b', '5', '6'],
    ];
    const shown = 'Kind, Total / (2014), YTD / (2013)';
    expect(await tablesOf({ rows }, 'csv')).toEqual([`header A1:C2 ${shown}`, `data A3:C4 ${shown}`]);
  });

  it('is none where the second row has texts that occur below', async () => {
    const rows = [
      [_, 'Mon', 'Mon', 'Tue'],
      ['Lift', 'out', 'n/a', 'late'],
      ['Ramp', '3', 'n/a', '5'],
      ['Door', '4', '7', '6'],
    ];
    expect((await tablesOf({ rows }, 'csv'))[0]).toBe('header A1:D1 , Mon, Mon, Tue');
  });
});
