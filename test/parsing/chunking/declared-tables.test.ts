import { type MemoryRow, type MemorySheet } from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { chunksOf, type Outline, outline } from './outline';

const _ = null;

const declared = {
  name: 'T',
  range: { firstRow: 1, lastRow: 3, firstColumn: 0, lastColumn: 1 },
  headerRows: 1,
  totalsRows: 0,
};

const cases: {
  guarantee: string;
  rows: readonly MemoryRow[];
  layout: NonNullable<MemorySheet['layout']>;
  expected: Outline[];
}[] = [
  {
    guarantee: 'is taken as the workbook declares it',
    rows: [
      ['Sum', 'Sum'],
      ['x', 'y'],
      ['Sum', 'z'],
    ],
    layout: {
      tables: [
        {
          name: 'T',
          range: { firstRow: 1, lastRow: 3, firstColumn: 0, lastColumn: 1 },
          headerRows: 1,
          totalsRows: 1,
        },
      ],
    },
    expected: [
      ['header', 'A1:B1', 'Sum | Sum'],
      ['data', 'A2:B2', 'Sum | Sum\nx | y'],
      ['total', 'A3:B3', 'Sum | Sum\nSum | z'],
    ],
  },
  ...(
    [
      ['gives its column names to a total right below', [['Total', 31]], 'total', 'A4:B4'],
      ['gives its column names to a total below a blank row', [[_], ['Total', 31]], 'total', 'A5:B5'],
    ] as const
  ).map(([guarantee, below, role, range]) => ({
    guarantee,
    rows: [['Item', 'Qty'], ['pen', 1], ['ink', 30], ...below],
    layout: { tables: [declared] },
    expected: [
      ['header', 'A1:B1', 'Item | Qty'],
      ['data', 'A2:B3', 'Item | Qty\npen | 1\nink | 30'],
      [role, range, 'Item | Qty\nTotal | 31'],
    ] satisfies Outline[],
  })),
  {
    guarantee: 'continues with rows right below, not with further ones',
    rows: [['Item', 'Qty'], ['pen', 1], ['ink', 30], ['cup', 4], [_], ['Phone', 5], ['Fax', 6]],
    layout: { tables: [declared] },
    expected: [
      ['header', 'A1:B1', 'Item | Qty'],
      ['data', 'A2:B4', 'Item | Qty\npen | 1\nink | 30\ncup | 4'],
      ['data', 'A6:B7', 'Phone | 5\nFax | 6'],
    ],
  },
  {
    guarantee: 'ends above a remark right below',
    rows: [['Item', 'Qty', 'Price'], ['pen', 1, 2], ['ink', 30, 4], ['* Prices in euro.']],
    layout: { tables: [{ ...declared, range: { ...declared.range, lastColumn: 2 } }] },
    expected: [
      ['header', 'A1:C1', 'Item | Qty | Price'],
      ['data', 'A2:C3', 'Item | Qty | Price\npen | 1 | 2\nink | 30 | 4'],
      ['note', 'A4', '* Prices in euro.'],
    ],
  },
  {
    guarantee: 'does not have the cells beside it',
    rows: [
      ['Item', 1, 'hint'],
      ['pen', 2],
      ['ink', 3, 'more'],
    ],
    layout: {
      tables: [
        {
          name: 'T',
          range: { firstRow: 1, lastRow: 3, firstColumn: 0, lastColumn: 1 },
          headerRows: 0,
          totalsRows: 0,
        },
      ],
    },
    expected: [
      ['data', 'A1:B3', 'Item | 1\npen | 2\nink | 3'],
      ['note', 'C1:C3', 'hint\n\nmore'],
    ],
  },
  {
    guarantee: 'divides the cells on both sides into tables of their own',
    rows: [
      ['Key', 5, 'Item', 'Qty', 'Date', 7],
      ['Lock', 6, 'pen', 1, 'Time', 8],
    ],
    layout: { tables: [{ ...declared, range: { firstRow: 1, lastRow: 2, firstColumn: 2, lastColumn: 3 } }] },
    expected: [
      ['data', 'A1:B2', 'Key | 5\nLock | 6'],
      ['header', 'C1:D1', 'Item | Qty'],
      ['data', 'E1:F2', 'Date | 7\nTime | 8'],
      ['data', 'C2:D2', 'Item | Qty\npen | 1'],
    ],
  },
  {
    guarantee: 'keeps its last row out of the table beside it, where another one begins below',
    rows: [
      [1, 'Qty'],
      [2, 5],
      [3, 6, 'Item'],
    ],
    layout: {
      tables: [
        { ...declared, range: { firstRow: 1, lastRow: 2, firstColumn: 1, lastColumn: 2 } },
        { ...declared, range: { firstRow: 3, lastRow: 3, firstColumn: 2, lastColumn: 2 } },
      ],
    },
    expected: [
      ['data', 'A1:A3', '1\n2\n3'],
      ['header', 'B1:C1', 'Qty'],
      ['data', 'B2:C2', 'Qty\n5'],
      ['data', 'B3', '6'],
      ['header', 'C3', 'Item'],
    ],
  },
  {
    guarantee: 'leaves the columns beside it to the tables that had them above',
    rows: [[1], [2], [3, 33], [4, 44, 'Item'], [5, 55]],
    layout: {
      tables: [
        { ...declared, range: { firstRow: 1, lastRow: 1, firstColumn: 1, lastColumn: 2 } },
        { ...declared, range: { firstRow: 4, lastRow: 4, firstColumn: 2, lastColumn: 2 } },
      ],
    },
    expected: [
      ['data', 'A1:A5', '1\n2\n3\n4\n5'],
      ['data', 'B3:B5', '33\n44\n55'],
      ['header', 'C4', 'Item'],
    ],
  },
];

describe('a declared table', () => {
  it.each(cases)('$guarantee', async ({ rows, layout, expected }) => {
    expect(outline(await chunksOf({ rows, layout }))).toEqual(expected);
  });
});
