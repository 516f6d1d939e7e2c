import {
  type MemoryRow,
  type MemorySheet,
  memoryWorkbook,
} from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory } from '../parse-in-memory';

type Named = [id: string | undefined, title: string | undefined];

const head: MemoryRow = ['Item', 'Qty', 'Price'];
const data: MemoryRow[] = [
  ['pen', 1, 2.5],
  ['ink', 2, 3.5],
];
const table = [head, ...data];

/** The tables of a sheet, each once, in order; rows outside of tables have neither id nor title. */
async function tablesOf(sheet: MemorySheet, format: 'xlsx' | 'csv' = 'xlsx'): Promise<Named[]> {
  const { chunks } = await parseInMemory(memoryWorkbook([sheet], { format }));
  const found = new Map<string, Named>();
  for (const { row_role, table_id, table_title } of chunks) {
    const named: Named = [table_id, table_title];
    if (row_role === 'note') expect(named).toEqual([undefined, undefined]);
    else found.set(JSON.stringify(named), named);
  }
  return [...found.values()];
}

it.each<[name: string, rows: MemoryRow[], expected: Named[]]>([
  ['no title', table, [['tbl_1_A1', undefined]]],
  ['a title right above it', [['Stock'], ...table], [['tbl_1_A2', 'Stock']]],
  ['a title above blank rows', [['Stock'], [], [], ...table], [['tbl_1_A4', 'Stock']]],
  ['a title with a line below it', [['Stock'], ['in thousands'], ...table], [['tbl_1_A3', 'Stock']]],
  ['a title too far above', [['Stock'], [], [], [], ...table], [['tbl_1_A5', undefined]]],
  ['a paragraph above it', [['words '.repeat(50)], ...table], [['tbl_1_A2', undefined]]],
  ['a footnote above it', [['Source: census'], [], ...table], [['tbl_1_A3', undefined]]],
  [
    'a table of its own title above it',
    [['Stock'], ...table, [], ['Orders'], ...table],
    [
      ['tbl_1_A2', 'Stock'],
      ['tbl_1_A7', 'Orders'],
    ],
  ],
  [
    'a remark of the table above it',
    [['Stock'], ...table, ['All counts are provisional'], [], ['Name', 'Age', 'Town'], ['Ann', 7, 'Rome']],
    [
      ['tbl_1_A2', 'Stock'],
      ['tbl_1_A7', undefined],
    ],
  ],
])('a table with %s has its first cell in its id, and that title', async (_, rows, expected) => {
  expect(await tablesOf({ rows })).toEqual(expected);
});

it('a title in a text file counts too', async () => {
  const rows = [['Stock'], ['Item', 'Qty'], ['pen', '1'], ['ink', '2']];
  expect(await tablesOf({ rows }, 'csv')).toEqual([['tbl_1_A2', 'Stock']]);
});

it('a title belongs to the table in its columns', async () => {
  const rows = [
    ['Stock', null, null, null, null, 'Staff', null],
    [...head, null, null, 'Name', 'Age'],
    ...data.map((row, n): MemoryRow => [...row, null, null, `name ${n}`, n + 30]),
  ];
  expect(await tablesOf({ rows })).toEqual([
    ['tbl_1_A2', 'Stock'],
    ['tbl_1_F2', 'Staff'],
  ]);
});

it('a declared table has the title above its range, and keeps its id in rows that continue it', async () => {
  const range = { firstRow: 3, lastRow: 5, firstColumn: 0, lastColumn: 2 };
  const tables = [{ name: 'Table1', range, headerRows: 1, totalsRows: 0 }];
  const rows = [['Stock'], [], ...table, ['tip', 3, 4.5]];
  expect(await tablesOf({ rows, layout: { tables } })).toEqual([['tbl_1_A3', 'Stock']]);
});

it('all slices of a wide table, and all chunks of a long one, have one id', async () => {
  const wide = Array.from({ length: 200 }, (_, c) => `column ${c}`);
  const rows = [wide, ...Array.from({ length: 40 }, () => wide.map((_, c) => c))];
  expect(await tablesOf({ rows })).toEqual([['tbl_1_A1', undefined]]);
  const long = Array.from({ length: 20_000 }, (_, n): MemoryRow => [`item ${n}`, n, n / 2]);
  expect(await tablesOf({ rows: [['Stock'], head, ...long] })).toEqual([['tbl_1_A2', 'Stock']]);
});

it('an id names the position of the sheet in the workbook, whatever sheets are left out', async () => {
  const book = memoryWorkbook([{ rows: table, state: 'hidden' }, { rows: table }]);
  const { chunks } = await parseInMemory(book, { hiddenSheets: false });
  expect(new Set(chunks.map(({ table_id }) => table_id))).toEqual(new Set(['tbl_2_A1']));
});
