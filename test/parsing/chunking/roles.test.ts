import { type MemoryRow, type MemorySheet } from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { chunksOf, type Outline, outline } from './outline';

const _ = null;

const bold = (value: string) => ({ value, look: 1 });

const cases: {
  guarantee: string;
  rows: readonly MemoryRow[];
  format?: 'csv';
  layout?: MemorySheet['layout'];
  expected: Outline[];
}[] = [
  {
    guarantee: 'a header is a chunk of its own and stands on top of the data',
    rows: [
      ['Region', 'Q1'],
      ['North', 10],
      ['South', 12],
    ],
    expected: [
      ['header', 'A1:B1', 'Region | Q1'],
      ['data', 'A2:B3', 'Region | Q1\nNorth | 10\nSouth | 12'],
    ],
  },
  {
    guarantee: 'titles above a header are notes',
    rows: [['Sales report'], ['As of March'], ['Region', 'Q1', 'Q2'], ['North', 1, 2], ['South', 3, 4]],
    expected: [
      ['note', 'A1:A2', 'Sales report\nAs of March'],
      ['header', 'A3:C3', 'Region | Q1 | Q2'],
      ['data', 'A4:C5', 'Region | Q1 | Q2\nNorth | 1 | 2\nSouth | 3 | 4'],
    ],
  },
  {
    guarantee: 'levels of a header are joined, merged names counting for all their columns',
    rows: [
      ['Region', 'Q1', _, 'Q2', _],
      [_, 'Plan', 'Real', 'Plan', 'Real'],
      ['North', 1, 2, 3, 4],
    ],
    layout: {
      merges: [
        { firstRow: 1, lastRow: 1, firstColumn: 1, lastColumn: 2 },
        { firstRow: 1, lastRow: 1, firstColumn: 3, lastColumn: 4 },
        { firstRow: 1, lastRow: 2, firstColumn: 0, lastColumn: 0 },
      ],
    },
    expected: [
      ['header', 'A1:E2', 'Region | Q1 |  | Q2\n | Plan | Real | Plan | Real'],
      ['data', 'A3:E3', 'Region | Q1 / Plan | Q1 / Real | Q2 / Plan | Q2 / Real\nNorth | 1 | 2 | 3 | 4'],
    ],
  },
  {
    guarantee: 'levels of a header in a text file reach to the right over blanks',
    rows: [
      ['', 'Q1', '', 'Q2', ''],
      ['Region', 'Plan', 'Real', 'Plan', 'Real'],
      ['North', '1', '2', '3', '4'],
    ],
    format: 'csv',
    expected: [
      ['header', 'A1:E2', ' | Q1 |  | Q2\nRegion | Plan | Real | Plan | Real'],
      ['data', 'A3:E3', 'Region | Q1 / Plan | Q1 / Real | Q2 / Plan | Q2 / Real\nNorth | 1 | 2 | 3 | 4'],
    ],
  },
  {
    guarantee: 'years and months name columns, though they are numbers',
    rows: [
      ['Country', 2021, 2022, 2023],
      ['DE', 1, 2, 3],
      ['FR', 4, 5, 6],
    ],
    expected: [
      ['header', 'A1:D1', 'Country | 2021 | 2022 | 2023'],
      ['data', 'A2:D3', 'Country | 2021 | 2022 | 2023\nDE | 1 | 2 | 3\nFR | 4 | 5 | 6'],
    ],
  },
  {
    guarantee: 'a header over texts is known by its format',
    rows: [
      [bold('Name'), bold('City')],
      ['Ann', 'Rome'],
      ['Bob', 'Oslo'],
      ['Cid', 'Bonn'],
    ],
    expected: [
      ['header', 'A1:B1', 'Name | City'],
      ['data', 'A2:B4', 'Name | City\nAnn | Rome\nBob | Oslo\nCid | Bonn'],
    ],
  },
  {
    guarantee: 'labels beside their values have no header',
    rows: [
      ['Name:', 'Ann'],
      ['City:', 'Rome'],
      ['Age:', 33],
    ],
    expected: [['data', 'A1:B3', 'Name: | Ann\nCity: | Rome\nAge: | 33']],
  },
  {
    guarantee: 'numbers alone have no header',
    rows: [
      [1, 2],
      [3, 4],
    ],
    expected: [['data', 'A1:B2', '1 | 2\n3 | 4']],
  },
  {
    guarantee: 'codes and dates on top of more of them are data, also in a text file',
    rows: [
      ['DE_58', '01.06.2015', 'closed'],
      ['DE_73', '01.06.2013', 'open'],
      ['DE_74', '01.07.2013', 'ajar'],
    ],
    format: 'csv',
    expected: [
      ['data', 'A1:C3', 'DE_58 | 01.06.2015 | closed\nDE_73 | 01.06.2013 | open\nDE_74 | 01.07.2013 | ajar'],
    ],
  },
  {
    guarantee: 'a list of one column is data',
    rows: [['pear'], ['apple'], ['plum'], ['fig']],
    expected: [['data', 'A1:A4', 'pear\napple\nplum\nfig']],
  },
  {
    guarantee: 'a single column of numbers has the text above as its header',
    rows: [['Amount'], [1], [2], [3]],
    expected: [
      ['header', 'A1', 'Amount'],
      ['data', 'A2:A4', 'Amount\n1\n2\n3'],
    ],
  },
  {
    guarantee: 'a file of nothing but column names has a header',
    rows: [['id', 'name', 'city']],
    format: 'csv',
    expected: [['header', 'A1:C1', 'id | name | city']],
  },
  {
    guarantee: 'tables below one another keep their own headers',
    rows: [
      ['Item', 'Qty'],
      ['pen', 1],
      ['ink', 2],
      [_],
      ['City', 'Land', 'Size'],
      ['Bonn', 'DE', 3],
      ['Oslo', 'NO', 4],
    ],
    expected: [
      ['header', 'A1:B1', 'Item | Qty'],
      ['data', 'A2:B3', 'Item | Qty\npen | 1\nink | 2'],
      ['header', 'A5:C5', 'City | Land | Size'],
      ['data', 'A6:C7', 'City | Land | Size\nBonn | DE | 3\nOslo | NO | 4'],
    ],
  },
  {
    guarantee: 'tables side by side are told apart, whatever their heights',
    rows: [
      ['Item', 'Qty', _, 'City', 'Size'],
      ['pen', 1, _, 'Bonn', 3],
      ['ink', 2, _, 'Oslo', 4],
      ['pad', 5],
    ],
    expected: [
      ['header', 'A1:B1', 'Item | Qty'],
      ['header', 'D1:E1', 'City | Size'],
      ['data', 'A2:B4', 'Item | Qty\npen | 1\nink | 2\npad | 5'],
      ['data', 'D2:E3', 'City | Size\nBonn | 3\nOslo | 4'],
    ],
  },
  {
    guarantee: 'blank columns inside a statement do not take its figures from their labels',
    rows: [
      ['Item', _, '2023', _, '2022'],
      ['Sales', _, 5, _, 4],
      ['Costs', _, 3, _, 2],
    ],
    expected: [
      ['header', 'A1:E1', 'Item |  | 2023 |  | 2022'],
      ['data', 'A2:E3', 'Item |  | 2023 |  | 2022\nSales |  | 5 |  | 4\nCosts |  | 3 |  | 2'],
    ],
  },
  {
    guarantee: 'a table continues under its header after blank rows',
    rows: [['Item', 'Qty'], [_], ['pen', 1], [_], ['ink', 2]],
    expected: [
      ['header', 'A1:B1', 'Item | Qty'],
      ['data', 'A3:B5', 'Item | Qty\npen | 1\n\nink | 2'],
    ],
  },
  {
    guarantee: 'names of groups inside a table are data, remarks below it are notes',
    rows: [
      ['Item', 'Qty', 'Price'],
      ['Fruit'],
      ['apple', 1, 2],
      ['Greens'],
      ['leek', 3, 4],
      ['Prices in euro.'],
    ],
    expected: [
      ['header', 'A1:C1', 'Item | Qty | Price'],
      ['data', 'A2:C5', 'Item | Qty | Price\nFruit\napple | 1 | 2\nGreens\nleek | 3 | 4'],
      ['note', 'A6', 'Prices in euro.'],
    ],
  },
  {
    guarantee: 'a total at the end is a total, totals of groups before it are subtotals',
    rows: [
      ['Region', 'Item', 'Sales'],
      ['North', 'a', 1],
      ['North', 'b', 2],
      ['North Total', _, 3],
      ['South', 'a', 5],
      ['South', 'b', 6],
      ['South Total', _, 11],
      ['Grand Total', _, 14],
    ],
    expected: [
      ['header', 'A1:C1', 'Region | Item | Sales'],
      ['data', 'A2:C3', 'Region | Item | Sales\nNorth | a | 1\nNorth | b | 2'],
      ['subtotal', 'A4:C4', 'Region | Item | Sales\nNorth Total |  | 3'],
      ['data', 'A5:C6', 'Region | Item | Sales\nSouth | a | 5\nSouth | b | 6'],
      ['subtotal', 'A7:C7', 'Region | Item | Sales\nSouth Total |  | 11'],
      ['total', 'A8:C8', 'Region | Item | Sales\nGrand Total |  | 14'],
    ],
  },
  {
    guarantee: 'a bare total is a subtotal where the table continues below it',
    rows: [
      ['Item', 'Qty'],
      ['pen', 1],
      ['ink', 2],
      ['Total', 3],
      ['pad', 4],
      ['cup', 5],
      ['Total', 9],
    ],
    expected: [
      ['header', 'A1:B1', 'Item | Qty'],
      ['data', 'A2:B3', 'Item | Qty\npen | 1\nink | 2'],
      ['subtotal', 'A4:B4', 'Item | Qty\nTotal | 3'],
      ['data', 'A5:B6', 'Item | Qty\npad | 4\ncup | 5'],
      ['total', 'A7:B7', 'Item | Qty\nTotal | 9'],
    ],
  },
  {
    guarantee: 'a total may stand above its table, and below a blank row',
    rows: [['Item', 'Qty'], ['Total', 3], ['pen', 1], ['ink', 2], [_], ['Total', 3]],
    expected: [
      ['header', 'A1:B1', 'Item | Qty'],
      ['total', 'A2:B2', 'Item | Qty\nTotal | 3'],
      ['data', 'A3:B4', 'Item | Qty\npen | 1\nink | 2'],
      ['total', 'A6:B6', 'Item | Qty\nTotal | 3'],
    ],
  },
  {
    guarantee: 'a product is no total because of its name',
    rows: [
      ['Film', 'Studio', 'Price'],
      ['Alien', 'Fox', 9],
      ['Total Recall', 'Carolco', 12],
      ['Sum', 'Indie', 7],
      ['Total', 'Indie', 8],
    ],
    expected: [
      ['header', 'A1:C1', 'Film | Studio | Price'],
      [
        'data',
        'A2:C5',
        'Film | Studio | Price\nAlien | Fox | 9\nTotal Recall | Carolco | 12\nSum | Indie | 7\nTotal | Indie | 8',
      ],
    ],
  },
  {
    guarantee: 'a formula among values proves a total with a longer name',
    rows: [
      ['Item', 'Qty'],
      ['pen', 1],
      ['ink', 20],
      ['Total for March', { value: 31, formula: true }],
    ],
    expected: [
      ['header', 'A1:B1', 'Item | Qty'],
      ['data', 'A2:B3', 'Item | Qty\npen | 1\nink | 20'],
      ['total', 'A4:B4', 'Item | Qty\nTotal for March | 31'],
    ],
  },
];

describe('rows are given their roles', () => {
  it.each(cases)('$guarantee', async ({ rows, format, layout, expected }) => {
    const chunks = await chunksOf({ rows, ...(layout && { layout }) }, format);
    expect(outline(chunks)).toEqual(expected);
  });

  it('a header names every column of its range, in every chunk of the table', async () => {
    const rows: MemoryRow[] = [
      ['Name', 'Amount'],
      ...Array.from({ length: 400 }, (__, i) => [`item number ${i}`, i]),
    ];
    const chunks = await chunksOf({ rows });
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) {
      expect(chunk).toMatchObject({
        column_headers: ['Name', 'Amount'],
        header_rows: [1, 1],
        column_start: 'A',
        column_end: 'B',
      });
      expect(chunk.text.startsWith('Name | Amount')).toBe(true);
    }
  });

  it('a table without a header has no names', async () => {
    const [chunk] = await chunksOf({
      rows: [
        [1, 2],
        [3, 4],
      ],
    });
    expect(chunk).toMatchObject({ column_headers: [], header_rows: null, row_role: 'data' });
  });
});
