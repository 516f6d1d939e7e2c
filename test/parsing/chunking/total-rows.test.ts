import { type MemoryRow } from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { tablesOf } from './outline';

const _ = null;
const sales: MemoryRow[] = [
  ['Item', 'Amount', 'Pieces'],
  ['pen', '12,50 €', '3'],
  ['ink', '1.207,25 €', '4'],
  ['pad', '0,25 €', '5'],
];
const head = ['header A1:C1 Item, Amount, Pieces', 'data A2:C4 Item, Amount, Pieces'];

describe('a row below numbers in the way of a country is a total', () => {
  it.each<[string, MemoryRow[], string[]]>([
    ['by a bare label', [['Summe', '1.220,00 €', '12']], ['total A5:C5']],
    ['by a label for what is to be paid', [['Total due', '1.220,00 €']], ['total A5:C5']],
    ['by a label and the sum', [['Total for March', '1.220,00 €']], ['total A5:C5']],
    ['by the sum alone', [['', '1.220,00 €', '12']], ['total A5:C5']],
    ['by a label of a mean', [['Average', '406,67 €', '4']], ['total A5:C5']],
    [
      'also above a mean',
      [
        ['Total', '1.220,00 €', '12'],
        ['Average', '406,67 €'],
      ],
      ['total A5:C6'],
    ],
  ])('%s', async (__, below, totals) => {
    const found = await tablesOf({ rows: [...sales, ...below] }, 'csv');
    expect(found).toEqual([...head, ...totals.map((total) => `${total} Item, Amount, Pieces`)]);
  });

  it.each<[string, MemoryRow[]]>([
    ['with another number and no label', [['', '1.221,00 €', '13']]],
    ['with a name that begins like a total', [['Total Recall', '9,00 €', '1']]],
    ['of zeros', [['', '0,00 €', '0']]],
    [
      'with a name for a mean above further rows',
      [
        ['Mean', '9,00 €', '1'],
        ['Median', '8,00 €', '1'],
      ],
    ],
  ])('but not one %s', async (__, below) => {
    const found = await tablesOf({ rows: [...sales, ...below] }, 'csv');
    expect(found).toEqual([head[0], `data A2:C${4 + below.length} Item, Amount, Pieces`]);
  });
});

describe('a row without a label below numbers', () => {
  const orders: MemoryRow[] = [
    ['Order', 'Customer', 'Net'],
    ...Array.from({ length: 500 }, (__, i): MemoryRow => [
      `order ${i}`,
      `customer number ${i % 40}`,
      i + 0.25,
    ]),
  ];
  const sum = (500 * 499) / 2 + 125;

  it('is a total where it is the sum of all rows, however many chunks they fill', async () => {
    const found = await tablesOf({ rows: [...orders, [_, _, sum]] });
    expect(found.length).toBeGreaterThan(4);
    expect(found.at(-1)).toBe('total A502:C502 Order, Customer, Net');
  });

  it('is a total where it is a formula and the rows above are none', async () => {
    const found = await tablesOf({ rows: [...orders, [_, _, { value: 7, formula: true }]] });
    expect(found.at(-1)).toBe('total A502:C502 Order, Customer, Net');
  });

  it('is a row where further rows follow', async () => {
    const found = await tablesOf({ rows: [...orders, [_, _, sum], ['late', 'somebody', 1]] });
    expect(found.at(-1)).toMatch(/^data .*:C503 /);
    expect(found.join()).not.toContain('total');
  });

  it('is a row where it is not', async () => {
    const found = await tablesOf({ rows: [...orders, [_, _, sum + 1]] });
    expect(found.at(-1)).toMatch(/^data .*:C502 /);
  });
});

it('days and months name columns of a text file, though they are dates', async () => {
  const rows: MemoryRow[] = [
    ['Land', '01.01.2026', '02.01.2026', '03.01.2026'],
    ['DE', '1', '2', '3'],
    ['FR', '4', '5', '6'],
  ];
  expect(await tablesOf({ rows }, 'csv')).toEqual([
    'header A1:D1 Land, 01.01.2026, 02.01.2026, 03.01.2026',
    'data A2:D3 Land, 01.01.2026, 02.01.2026, 03.01.2026',
  ]);
});
