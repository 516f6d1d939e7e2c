import fc from 'fast-check';
import { type SpreadsheetChunk } from '../../../../src/domain/documents/spreadsheet-chunk';
import { chunkCharsMax } from '../../../../src/domain/platform/limits';
import { type DeclaredTable } from 'spreadsheet-reader';
import {
  type MemoryRow,
  type MemoryValue,
  memoryWorkbook,
} from '../../../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory } from '../../../parsing/parse-in-memory';
import { rangeFaults } from '../../../parsing/chunking/chunk-ranges';
import { readBack } from '../../../parsing/chunking/read-back';
import { suiteSeed } from '../../../setup/suite-seed';

const seed = suiteSeed();

const oddTexts = [
  'a | b',
  '|',
  '\\',
  '\\|',
  ' \\',
  'x\\n',
  'line\nbreak',
  '\r',
  'cr\r\nlf',
  ' ',
  '  | ',
  '\u0000',
  '"',
  '__proto__',
  'constructor',
  'toString',
  'Total',
  'Grand total',
  'Note:',
  '007',
  '12',
  '0.1',
  '2024-02-29',
  '=1+1',
  'é',
  '日本',
  '😀',
  '\ufeff',
  '\u2028',
  'n'.repeat(300),
];
const text = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
  fc.constantFrom('\ud800', 'a\udc00b', '\ud83d\ud83d\ude00'),
  fc.constantFrom('Region', 'Sales', 'Q1'),
);
const value: fc.Arbitrary<MemoryValue> = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, min: -1e300, max: 1e300 }),
  fc.boolean(),
);

/**
 * Blocks of cells dropped at random places of a sheet, some dense, some full of holes; later ones overwrite.
 */
const block = fc.record({
  row: fc.integer({ min: 0, max: 40 }),
  column: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constantFrom(300, 700)),
  cells: fc.array(fc.array(fc.option(value, { freq: 4 }), { minLength: 1, maxLength: 9 }), {
    minLength: 1,
    maxLength: 45,
  }),
});

function sheetOf(
  blocks: readonly { row: number; column: number; cells: readonly MemoryRow[] }[],
): MemoryRow[] {
  const rows: MemoryValue[][] = [];
  for (const { row, column, cells } of blocks) {
    cells.forEach((line, r) => {
      while (rows.length <= row + r) rows.push([]);
      const target = rows[row + r]!;
      line.forEach((cell, c) => {
        while (target.length <= column + c) target.push(null);
        target[column + c] = cell as MemoryValue;
      });
    });
  }
  return rows;
}

/** Cells that a reader of the chunks must find: all but blank ones and texts of blanks only. */
function expectedCells(rows: readonly MemoryRow[]): Map<string, string | number> {
  const cells = new Map<string, string | number>();
  rows.forEach((row, r) => {
    row.forEach((cell, c) => {
      if (cell === null || (typeof cell === 'string' && /^[\t-\r ]*$/.test(cell))) return;
      const shown = cell as string | number | boolean;
      const text = typeof shown === 'string' ? Buffer.from(shown).toString() : String(shown).toUpperCase();
      cells.set(`${1 + r}:${c}`, typeof shown === 'number' ? shown : text);
    });
  });
  return cells;
}

/** Numbers are shown with 15 digits, whole ones with all. */
function expectCells(chunks: readonly SpreadsheetChunk[], rows: readonly MemoryRow[]): void {
  expect(rangeFaults(chunks)).toEqual([]);
  const found = readBack(chunks);
  const expected = expectedCells(rows);
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [key, shown] of expected) {
    if (typeof shown === 'number') {
      const digits = Number.isSafeInteger(shown) ? 16 : 15;
      expect(Number(found.get(key))).toBe(Number(shown.toPrecision(digits)));
    } else expect(found.get(key)).toBe(shown);
  }
}

// Hundreds of sheets each; a busy machine takes its time.

describe('every cell of a sheet is in one table chunk, with its text, and ranges ascend without overlaps', () => {
  it(`for any layout of blocks, however odd the texts (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(block, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('xlsx', 'csv'),
        async (blocks, format) => {
          const rows = sheetOf(blocks);
          const { chunks } = await parseInMemory(memoryWorkbook([{ rows }], { format: format }), {
            verifiedFacts: true,
          });
          expectCells(chunks, rows);
          expect(chunks.map((chunk) => chunk.chunk_index)).toEqual(chunks.map((_, i) => i));
          for (const chunk of chunks) {
            const rowsInside = chunk.text.split('\n').length - (chunk.header_rows === null ? 0 : 1);
            if (rowsInside > 1 && chunk.row_role !== 'header')
              expect(chunk.text.length).toBeLessThanOrEqual(chunkCharsMax);
          }
        },
      ),
      { seed, numRuns: 150 },
    );
  });

  it(`for a table that is longer than the rows that were looked at first (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.option(value, { freq: 8 }), { minLength: 3, maxLength: 6 }), {
          minLength: 60,
          maxLength: 150,
        }),
        async (body) => {
          const rows: MemoryRow[] = [['Name', 'Amount', 'When'], ...(body as MemoryRow[])];
          const { chunks } = await parseInMemory(memoryWorkbook([{ rows }]));
          expectCells(chunks, rows);
        },
      ),
      { seed, numRuns: 60 },
    );
  });

  it(`for tables stacked on one another, with titles, totals and rows of texts between them (seed ${seed})`, async () => {
    const name = fc.constantFrom('Region', 'Q1', 'Q2', 'Item', 'Price', 'n/a', 'kg', '2024', '-');
    const number = fc.integer({ min: 0, max: 99 });
    const line = (cell: fc.Arbitrary<MemoryValue>) => fc.array(cell, { minLength: 1, maxLength: 5 });
    const table = fc
      .tuple(
        fc.array(line(fc.option(name, { freq: 8 })), { maxLength: 3 }),
        fc.array(
          line(number).map((cells) => ['row', ...cells]),
          { minLength: 1, maxLength: 24 },
        ),
        fc.constantFrom<MemoryRow[]>([], [['Total', 4, 5]], [['Costs']], [[]], [['Total', 1], ['* note']]),
      )
      .map(([header, body, end]) => [...header, ...body, ...end]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(table, { minLength: 2, maxLength: 5 }),
        fc.constantFrom('xlsx', 'csv'),
        async (tables, format) => {
          const rows: MemoryRow[] = tables.flat();
          const { chunks } = await parseInMemory(memoryWorkbook([{ rows }], { format }));
          expectCells(chunks, rows);
        },
      ),
      { seed, numRuns: 80 },
    );
  });

  it(`for declared tables that lie across the rest of the sheet (seed ${seed})`, async () => {
    const range = fc.record({
      firstRow: fc.integer({ min: 1, max: 40 }),
      rows: fc.integer({ min: 1, max: 20 }),
      firstColumn: fc.integer({ min: 0, max: 12 }),
      columns: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(block, { minLength: 1, maxLength: 4 }),
        fc.array(range, { minLength: 1, maxLength: 3 }),
        async (blocks, ranges) => {
          const rows = sheetOf(blocks);
          const tables = ranges.map((it, i) => ({
            name: `Table${i}`,
            range: {
              firstRow: it.firstRow,
              lastRow: it.firstRow + it.rows - 1,
              firstColumn: it.firstColumn,
              lastColumn: it.firstColumn + it.columns - 1,
            },
            headerRows: i % 2,
            totalsRows: i % 2,
          }));
          const { chunks } = await parseInMemory(memoryWorkbook([{ rows, layout: { tables } }]));
          expectCells(chunks, rows);
        },
      ),
      { seed, numRuns: 80 },
    );
  });

  it(`for tables side by side whose chunks fill at different speeds, some of them declared (seed ${seed})`, async () => {
    const side = fc.record({
      row: fc.integer({ min: 0, max: 30 }),
      gap: fc.constantFrom(1, 2, 9, 12),
      columns: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.constant(140)),
      rows: fc.integer({ min: 1, max: 160 }),
      chars: fc.constantFrom(1, 10, 200, 1500),
      // Rows and columns that are left blank: every n-th, none for 0.
      blankRows: fc.constantFrom(0, 0, 7, 2, 15),
      blankColumns: fc.constantFrom(0, 0, 2, 3),
      declared: fc.boolean(),
      named: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(side, { minLength: 2, maxLength: 4 }), fc.boolean(), async (sides, below) => {
        const tables: DeclaredTable[] = [];
        let column = 0;
        let lowest = 0;
        const blocks = sides.map((it) => {
          const firstRow = it.row + (below ? lowest : 0);
          const columns = Math.min(it.columns, it.rows > 20 && it.chars > 10 ? 6 : 140);
          const cells = Array.from({ length: it.rows }, (_, r): MemoryRow =>
            it.blankRows > 0 && r % it.blankRows === 1
              ? []
              : Array.from({ length: columns }, (__, c): MemoryValue => {
                  if (r === 0 && it.named) return `name ${c}`;
                  if (it.blankColumns > 0 && c > 0 && (c + r) % it.blankColumns === 0) return null;
                  return c === 1 ? r : `${c}`.padEnd(it.chars, 'x');
                }),
          );
          const range = { firstRow: firstRow + 1, lastRow: firstRow + it.rows, firstColumn: column };
          if (it.declared) {
            const name = `T${tables.length}`;
            const lastColumn = column + columns - 1;
            tables.push({ name, range: { ...range, lastColumn }, headerRows: 1, totalsRows: 0 });
          }
          const placed = { row: firstRow, column, cells };
          lowest = Math.max(lowest, firstRow + it.rows);
          column = below ? Math.max(0, column - it.gap) : column + columns + it.gap;
          return placed;
        });
        const rows = sheetOf(blocks);
        const { chunks } = await parseInMemory(memoryWorkbook([{ rows, layout: { tables } }]));
        expectCells(chunks, rows);
      }),
      { seed, numRuns: 40 },
    );
  });

  it.each([
    ['its table below a blank row', [['1', 2]]],
    [
      'a table of more columns below',
      [
        ['1', 2, 3, 4],
        ['2', 3, 4, 5],
      ],
    ],
    ['nothing below', []],
  ])('for a note beside a header row with %s', async (_below, body) => {
    const rows: MemoryRow[] = [['name', 'count', ...Array<null>(9).fill(null), 'note'], [], ...body];
    const { chunks } = await parseInMemory(memoryWorkbook([{ rows }]));
    expectCells(chunks, rows);
  });

  it('for rows below a wide table that fill its ends only', async () => {
    const wide = (cell: (c: number) => MemoryValue) => Array.from({ length: 30 }, (_, c) => cell(c));
    const rows: MemoryRow[] = [
      wide((c) => `name ${c}`),
      ...Array.from({ length: 5 }, (_, r) => wide((c) => r * c)),
      [],
      ...Array.from({ length: 5 }, (_, r) => wide((c) => (c < 3 || c > 20 ? r + c : null))),
    ];
    const { chunks } = await parseInMemory(memoryWorkbook([{ rows }]));
    expectCells(chunks, rows);
    expect(chunks.map((chunk) => chunk.cell_range)).toEqual(['A1:AD1', 'A2:AD12']);
  });

  it('for a row of names beside a table, above a row that fills the columns of both', async () => {
    const beside = (cells: MemoryRow): MemoryRow => [null, null, ...cells, null, '0'];
    const rows: MemoryRow[] = [
      ...Array.from({ length: 16 }, (): MemoryRow => ['0', null, null, null, null, '0']),
      ...Array.from({ length: 4 }, () => beside([null, null])),
      beside(['name 0', 'name 1']),
      [],
      beside(['0', 2]),
    ];
    const range = { firstRow: 1, lastRow: 16, firstColumn: 0, lastColumn: 0 };
    const tables = [{ name: 'T', range, headerRows: 1, totalsRows: 0 }];
    const { chunks } = await parseInMemory(memoryWorkbook([{ rows, layout: { tables } }]));
    expectCells(chunks, rows);
  });

  it('for rows of names that stand alone in several columns', async () => {
    const rows: MemoryRow[] = [
      ['Region', 'Item'],
      [],
      [null, null, null, 'City', 'Land'],
      [],
      ['Unit', 'Sum'],
    ];
    const { chunks } = await parseInMemory(memoryWorkbook([{ rows }]));
    expectCells(chunks, rows);
  });
});
