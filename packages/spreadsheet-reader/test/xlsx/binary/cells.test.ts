import fc from 'fast-check';
import { read, utils, write } from 'xlsx';
import { CellDisplay } from '../../../src/display/cell-display';
import { defaultXlsxLimits, openXlsx } from '../../../src/xlsx';
import { tempFiles } from '../../zip/temp-files';
import { readCells, withReader } from '../read-cells';
import { suiteSeed } from '../../../../../test/setup/suite-seed';
import {
  cell,
  f64,
  record,
  rk,
  row,
  sheetPart,
  shortCell,
  u16,
  u32,
  u8,
  wide,
  writeXlsb,
} from './write-xlsb';

const seed = suiteSeed();
const file = tempFiles();
const cellsOf = (rows: Buffer[], more: Partial<Parameters<typeof writeXlsb>[0]> = {}) =>
  readCells(file(writeXlsb({ sheets: [{ part: sheetPart(rows) }], ...more })));

describe('a cell of a binary workbook', () => {
  it.each([
    ['an integer', cell(2, 1, rk(-7)), 'B1 number -7'],
    ['hundredths', cell(2, 1, rk(1234, true)), 'B1 number 12.34'],
    ['the upper half of a number', cell(2, 1, u32(0x3ff80000)), 'B1 number 1.5'],
    ['a number', cell(5, 16_383, f64(0.1)), 'XFD1 number 0.1'],
    ['a truth', cell(4, 1, u8(1)), 'B1 boolean 1'],
    ['an error', cell(3, 1, u8(0x2a)), 'B1 error "#N/A"'],
    ['a text of its own', cell(6, 1, wide('a\nß日')), 'B1 text "a\\nß日"'],
    [
      'a text with formats of its own',
      cell(62, 1, Buffer.concat([u8(1), wide('rich'), u32(0)])),
      'B1 text "rich"',
    ],
    ['a shared text', cell(7, 1, u32(1)), 'B1 text "shared"'],
    ['a number of a formula', cell(9, 1, Buffer.concat([f64(3), u16(0), u32(0, 0)])), 'B1 number 3 ='],
    ['a text of a formula', cell(8, 1, Buffer.concat([wide('t'), u16(0), u32(0, 0)])), 'B1 text "t" ='],
    ['a truth of a formula', cell(10, 1, Buffer.concat([u8(0), u16(0), u32(0, 0)])), 'B1 boolean 0 ='],
    ['an error of a formula', cell(11, 1, Buffer.concat([u8(7), u16(0), u32(0, 0)])), 'B1 error "#DIV/0!" ='],
  ])('has its value: %s', async (_name, bytes, expected) => {
    expect(await cellsOf([row(0), bytes], { sharedStrings: ['', 'shared'] })).toEqual([expected]);
  });

  it('is the next one where it has no column, also behind a blank one', async () => {
    const rows = [
      row(4),
      cell(1, 0, Buffer.alloc(0)),
      shortCell(13, rk(1)),
      shortCell(12, Buffer.alloc(0)),
      shortCell(16, f64(2.5)),
      shortCell(17, wide('t')),
      shortCell(18, u32(0)),
      shortCell(15, u8(1)),
      shortCell(14, u8(0x17)),
    ];
    expect(await cellsOf(rows, { sharedStrings: ['s'] })).toEqual([
      'B5 number 1',
      'D5 number 2.5',
      'E5 text "t"',
      'F5 text "s"',
      'G5 boolean 1',
      'H5 error "#REF!"',
    ]);
  });

  it('is in the order of the columns, the last one of each, and says whether its row is hidden', async () => {
    const rows = [
      row(0, true),
      cell(2, 2, rk(1)),
      cell(2, 0, rk(2)),
      cell(2, 2, rk(3)),
      row(7),
      cell(2, 0, rk(4)),
    ];
    expect(await cellsOf(rows)).toEqual(['A1 number 2 ~', 'C1 number 3 ~', 'A8 number 4']);
  });

  it('is displayed by the format of its style, in either system of dates', async () => {
    for (const date1904 of [false, true]) {
      const rows = [row(0), cell(5, 0, f64(45_351.5), 1), cell(2, 1, rk(12), 2), cell(5, 2, f64(0.256), 3)];
      const bytes = writeXlsb({
        sheets: [{ part: sheetPart(rows) }],
        date1904,
        styles: [0, 'yyyy-mm-dd', '0.00" kg"', 9],
      });
      await withReader(file(bytes), async (reader) => {
        const display = new CellDisplay(reader);
        const shown: string[] = [];
        await reader.readRows(reader.sheets[0]!, (found) => {
          for (let i = 0; i < found.length; i++) shown.push(display.text(found, i));
        });
        expect(reader.format).toBe('xlsb');
        expect(shown).toEqual([date1904 ? '2028-03-01' : '2024-02-29', '12.00 kg', '26%']);
      });
    }
  });

  it('is left out with a warning where it points to a text that the file does not have', async () => {
    const bytes = writeXlsb({
      sheets: [{ part: sheetPart([row(0), cell(7, 0, u32(9)), cell(2, 1, rk(1))]) }],
    });
    await withReader(file(bytes), async (reader) => {
      let cells = 0;
      await reader.readRows(reader.sheets[0]!, ({ length }) => (cells += length));
      expect(cells).toBe(1);
      expect(reader.warnings).toEqual([expect.stringContaining('point to texts')]);
    });
  });

  it('is the same where its sheet is streamed', async () => {
    const rows = Array.from({ length: 9_000 }, (_, i) => [
      row(i),
      cell(6, 3, wide(`text ${i}`.repeat(9))),
    ]).flat();
    const path = file(writeXlsb({ sheets: [{ part: sheetPart(rows) }] }));
    const streamed = { ...defaultXlsxLimits, sheetInMemoryBytesMax: 1_000 };
    const cells = await readCells(path, streamed);
    expect(cells).toHaveLength(9_000);
    expect(cells).toEqual(await readCells(path));
  });

  it(`is the one that another program wrote (seed ${seed})`, async () => {
    const value = fc.oneof(
      // That program writes numbers next to zero wrongly.
      fc.double({ noNaN: true, min: 1e-100, max: 1e100 }),
      fc.double({ noNaN: true, min: -1e100, max: -1e-100 }),
      fc.integer(),
      fc.boolean(),
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('a\nb', '007', ' x ', '日本'),
      fc.constant(null),
    );
    const written = fc.tuple(fc.array(fc.array(value, { maxLength: 6 }), { maxLength: 8 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(written, async ([rows, bookSST]) => {
        const workbook = { SheetNames: ['S'], Sheets: { S: utils.aoa_to_sheet(rows) } };
        const options = { type: 'buffer', bookSST } as const;
        const xml = write(workbook, { ...options, bookType: 'xlsx' }) as Buffer;
        const binary = write(workbook, { ...options, bookType: 'xlsb' }) as Buffer;
        expect(read(binary).SheetNames).toEqual(['S']);
        expect(await readCells(file(binary))).toEqual(await readCells(file(xml)));
      }),
      { seed, numRuns: 40 },
    );
  });
});

describe('a sheet of a binary workbook', () => {
  it('has its name, its state, merged cells, hidden columns, links, remarks and declared tables', async () => {
    const range = u32(0, 1, 0, 2);
    const part = sheetPart([row(0), cell(2, 0, rk(1))], {
      before: [record(60, u32(1, 2, 0, 0), u16(1)), record(60, u32(3, 3, 0, 0), u16(0))],
      after: [
        record(176, range),
        record(494, range, wide('web'), wide('top'), wide(''), wide('')),
        record(494, u32(4, 4, 1, 1), wide(''), wide('Sheet1!A1'), wide(''), wide('')),
      ],
    });
    const comments = [
      record(632, wide('Ada')),
      record(635, u32(0), u32(2, 2, 1, 1), Buffer.alloc(16)),
      record(637, u8(0), wide('look here')),
      record(636),
    ];
    const table = record(343, range, u32(0, 1, 1, 0), Buffer.alloc(32), wide('Table1'), wide('Prices'));
    const bytes = writeXlsb({
      sheets: [
        {
          part,
          name: 'Prices',
          state: 2,
          relationships: [
            { id: 'web', type: 'hyperlink', target: 'https://example.com/', external: true },
            { id: 'c', type: 'comments', target: '../comments1.bin' },
            { id: 't', type: 'table', target: '../tables/table1.bin' },
          ],
        },
        { part: sheetPart([]), name: 'Visible' },
      ],
      parts: [
        { name: 'xl/comments1.bin', data: Buffer.concat(comments) },
        { name: 'xl/tables/table1.bin', data: table },
      ],
    });
    const reader = await openXlsx(file(bytes));
    const cells = { firstRow: 1, lastRow: 2, firstColumn: 0, lastColumn: 2 };
    expect(reader.sheets.map(({ name, state }) => [name, state])).toEqual([
      ['Prices', 'veryHidden'],
      ['Visible', 'visible'],
    ]);
    expect(await reader.layout(reader.sheets[0]!)).toEqual({
      merges: [cells],
      hiddenColumns: [{ first: 1, last: 2 }],
      tables: [{ name: 'Prices', range: cells, headerRows: 1, totalsRows: 0 }],
      links: [
        { cell: 'A1', url: 'https://example.com/#top' },
        { cell: 'B5', url: '#Sheet1!A1' },
      ],
      comments: [{ cell: 'B3', author: 'Ada', text: 'look here' }],
      complete: true,
    });
    reader.close();
  });
});
