import { chunkCharsMax } from '../../../src/domain/platform/limits';
import { type SpreadsheetChunk } from '../../../src/domain/documents/spreadsheet-chunk';
import { createRowBuffer, growRowBuffer } from 'spreadsheet-reader/toolkit';
import { CellKind, type WorkbookReader } from 'spreadsheet-reader';
import {
  type MemoryRow,
  type MemorySheet,
  memoryWorkbook,
} from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory } from '../parse-in-memory';
import { readBack } from './read-back';

const _ = null;

async function chunksOf(
  sheet: MemorySheet,
  options: { verifiedFacts?: boolean } = {},
): Promise<SpreadsheetChunk[]> {
  return (await parseInMemory(memoryWorkbook([sheet]), options)).chunks;
}

/** A sheet of which only a few cells exist; `row` gives the columns and values of a row. */
function sparseWorkbook(
  rows: number,
  cells: (row: number) => readonly (readonly [number, string | number])[],
): WorkbookReader {
  return {
    ...memoryWorkbook([{ rows: [] }]),
    readRows(__, onRow) {
      const buffer = createRowBuffer();
      for (buffer.row = 1; buffer.row <= rows; buffer.row++) {
        buffer.length = 0;
        for (const [column, value] of cells(buffer.row)) {
          if (buffer.length === buffer.column.length) growRowBuffer(buffer);
          const i = buffer.length++;
          buffer.column[i] = column;
          buffer.kind[i] = typeof value === 'string' ? CellKind.text : CellKind.number;
          buffer.text[i] = typeof value === 'string' ? value : '';
          buffer.number[i] = typeof value === 'string' ? 0 : value;
        }
        if (buffer.length > 0) onRow(buffer);
      }
      return Promise.resolve();
    },
  };
}

const textLength = (chunks: readonly SpreadsheetChunk[]) =>
  chunks.reduce((sum, chunk) => sum + chunk.text.length, 0);

describe('a chunk keeps its budget', () => {
  it('closing before the row that would pass it', async () => {
    const rows: MemoryRow[] = [
      ['Name', 'Amount'],
      ...Array.from({ length: 1000 }, (__, i) => ['x'.repeat(i % 60), i + 1]),
    ];
    const chunks = await chunksOf({ rows });
    const data = chunks.filter((chunk) => chunk.row_role === 'data');
    data.forEach((chunk, i) => {
      expect(chunk.text.length).toBeLessThanOrEqual(chunkCharsMax);
      const next = data[i + 1]?.text.split('\n')[1];
      if (next !== undefined) expect(chunk.text.length + 1 + next.length).toBeGreaterThan(chunkCharsMax);
    });
  });

  it('unless one row alone is longer', async () => {
    const long = 'y'.repeat(3 * chunkCharsMax);
    const chunks = await chunksOf({
      rows: [
        ['Name', 'N'],
        ['a', 1],
        [long, 2],
        ['b', 3],
      ],
    });
    expect(chunks.map((chunk) => [chunk.cell_range, chunk.text.includes(long)])).toEqual([
      ['A1:B1', false],
      ['A2:B2', false],
      ['A3:B3', true],
      ['A4:B4', false],
    ]);
  });

  it('with names of columns cut, so that a monstrous one is not repeated for ever', async () => {
    const monster = 'n'.repeat(30_000);
    const rows: MemoryRow[] = [[monster, 'Amount'], ...Array.from({ length: 300 }, (__, i) => ['x', i])];
    const range = { firstRow: 1, lastRow: 301, firstColumn: 0, lastColumn: 1 };
    const tables = [{ name: 'T', range, headerRows: 1, totalsRows: 0 }];
    const chunks = await chunksOf({ rows, layout: { tables } });
    expect(chunks[0]!.text).toContain(monster);
    expect(chunks[1]!.column_headers[0]).toHaveLength(200);
    expect(textLength(chunks)).toBeLessThan(40_000);
  });
});

describe('emptiness does not become text', () => {
  it('between the corners of the largest sheet', async () => {
    const reader = sparseWorkbook(1_048_576, (row) =>
      row === 1 ? [[0, 'first']] : row === 1_048_576 ? [[16_383, 'last']] : [],
    );
    const { chunks } = await parseInMemory(reader);
    expect(chunks.map((chunk) => [chunk.cell_range, chunk.text])).toEqual([
      ['A1', 'first'],
      ['XFD1048576', 'last'],
    ]);
  });

  it('in a table of 16,384 columns with one value a row', async () => {
    const names = Array.from({ length: 16_384 }, (__, c) => [c, `column ${c}`] as const);
    const reader = sparseWorkbook(2_000, (row) => (row === 1 ? names : [[(row * 7919) % 16_384, row]]));
    const { chunks } = await parseInMemory(reader);
    expect(readBack(chunks).size).toBe(16_384 + 1_999);
    expect(textLength(chunks)).toBeLessThan(4_000_000);
    for (const chunk of chunks) expect(chunk.column_headers.length).toBeLessThanOrEqual(128);
  });

  it('in cells strewn over the sheet', async () => {
    const reader = sparseWorkbook(3_000, (row) => [[(row * 7919) % 16_384, row]]);
    const { chunks } = await parseInMemory(reader);
    expect(readBack(chunks).size).toBe(3_000);
    expect(textLength(chunks)).toBeLessThan(3_000 * 100);
  });
});

describe('what the sheet hides is said', () => {
  const rows = [
    ['A', 'B', 'C'],
    ['x', 1, 2],
    ['y', 3, 4],
    ['z', 5, 6],
  ];

  it('rows and columns within the range of the chunk, and the state of the sheet', async () => {
    const layout = {
      hiddenColumns: [
        { first: 1, last: 1 },
        { first: 7, last: 16_383 },
      ],
    };
    const [header, data] = await chunksOf({ rows, hiddenRows: [3, 4], layout, state: 'veryHidden' });
    expect(header).toMatchObject({ hidden_columns: ['B'], sheet_state: 'veryHidden' });
    expect(header).not.toHaveProperty('hidden_rows');
    expect(data).toMatchObject({ hidden_rows: [3, 4], hidden_columns: ['B'] });
  });

  it('and nothing where nothing is hidden', async () => {
    for (const chunk of await chunksOf({ rows })) {
      expect(chunk).not.toHaveProperty('hidden_rows');
      expect(chunk).not.toHaveProperty('hidden_columns');
    }
  });
});

describe('links and comments', () => {
  it('go with the chunk that holds their cell', async () => {
    const links = [{ cell: 'A2', url: 'https://example.test/pen' }];
    const comments = [{ cell: 'B3', author: 'Ann', text: 'Really?' }];
    const chunks = await chunksOf({
      rows: [
        ['Item', 'Qty'],
        ['pen', 1],
        ['ink', 2],
      ],
      layout: { links, comments },
    });
    expect(chunks.map(({ links: of, comments: on }) => [of, on])).toEqual([
      [undefined, undefined],
      [links, comments],
    ]);
  });

  it('of empty cells and unreadable references come in a note at the end', async () => {
    const links = [{ cell: 'somewhere', url: 'https://example.test' }];
    const comments = [{ cell: 'H9', author: null, text: 'Fill me in.' }];
    const chunks = await chunksOf({
      rows: [
        ['Item', 'Qty'],
        ['pen', 1],
      ],
      layout: { links, comments },
    });
    expect(chunks.at(-1)).toMatchObject({
      row_role: 'note',
      cell_range: null,
      links,
      comments,
      text: 'H9: Fill me in.\nsomewhere: https://example.test',
    });
  });

  it('are all kept, divided among chunks of bounded size, however many there are', async () => {
    const comments = Array.from({ length: 500 }, (__, i) => ({
      cell: `Z${i + 10}`,
      author: null,
      text: 'c'.repeat(1_000),
    }));
    const chunks = await chunksOf({ rows: [[1]], layout: { comments } });
    expect(chunks.flatMap((chunk) => chunk.comments ?? [])).toEqual(comments);
    for (const chunk of chunks) expect(JSON.stringify(chunk).length).toBeLessThan(200_000);
  });
});

describe('hostile layouts', () => {
  it.each<[string, MemorySheet]>([
    [
      'merges over the whole sheet, 100,000 times',
      {
        rows: [
          ['a', 'b'],
          ['x', 1],
        ],
        layout: {
          merges: Array.from({ length: 100_000 }, () => ({
            firstRow: 1,
            lastRow: 1_048_576,
            firstColumn: 0,
            lastColumn: 16_383,
          })),
        },
      },
    ],
    [
      'declared tables over all columns and rows, 16,384 times',
      {
        rows: Array.from({ length: 50 }, (__, r) => ['a', r, 'b']),
        layout: {
          tables: Array.from({ length: 16_384 }, (__, c) => ({
            name: '__proto__',
            range: { firstRow: 1, lastRow: 1_048_576, firstColumn: c, lastColumn: c },
            headerRows: 1,
            totalsRows: 1,
          })),
        },
      },
    ],
    [
      'a declared table upside down',
      {
        rows: [
          ['a', 'b'],
          ['x', 1],
        ],
        layout: {
          tables: [
            {
              name: 'T',
              range: { firstRow: 9, lastRow: 1, firstColumn: 9, lastColumn: 1 },
              headerRows: 50,
              totalsRows: 50,
            },
          ],
        },
      },
    ],
    [
      'names that are properties of every object',
      {
        rows: [
          ['__proto__', 'constructor', 'toString'],
          ['x', 1, 2],
          ['y', 3, 4],
        ],
        name: '__proto__',
      },
    ],
  ])('%s: every cell is still there', async (__, sheet) => {
    const cells = sheet.rows.flat().filter((cell) => cell !== _).length;
    expect(readBack(await chunksOf(sheet, { verifiedFacts: true })).size).toBe(cells);
  });
});

it('a merged cell has its value at its top left only', async () => {
  const merges = [{ firstRow: 2, lastRow: 3, firstColumn: 0, lastColumn: 0 }];
  const chunks = await chunksOf({
    rows: [
      ['Region', 'Q1', 'Q2'],
      ['North', 1, 2],
      [_, 3, 4],
    ],
    layout: { merges },
  });
  expect(chunks[1]!.text).toBe('Region | Q1 | Q2\nNorth | 1 | 2\n | 3 | 4');
});
