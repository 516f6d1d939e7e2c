import { chunkCharsMax } from '../../../src/domain/platform/limits';
import { type SpreadsheetChunk } from '../../../src/domain/documents/spreadsheet-chunk';
import {
  type MemoryRow,
  type MemorySheet,
  memoryWorkbook,
} from '../../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory } from '../parse-in-memory';
import { readBack } from './read-back';

const _ = null;

async function dataOf(sheet: MemorySheet): Promise<SpreadsheetChunk[]> {
  const { chunks } = await parseInMemory(memoryWorkbook([sheet]));
  return chunks.filter((chunk) => chunk.row_role === 'data');
}

const merge = (firstRow: number, lastRow: number, firstColumn: number, lastColumn = firstColumn) => ({
  firstRow,
  lastRow,
  firstColumn,
  lastColumn,
});
/** 400 rows under the labels of two regions of 250 and 150 rows. */
const regions: MemoryRow[] = [
  ['Region', 'Item', 'Count', 'Remark'],
  ...Array.from({ length: 400 }, (__, i): MemoryRow => {
    const label = i === 0 ? 'North' : i === 250 ? 'South' : _;
    return [label, `item number ${i}`, i, `remark on item ${i}`];
  }),
];
const merges = [merge(2, 251, 0), merge(252, 401, 0)];
const firstCell = ({ text }: SpreadsheetChunk) => text.split('\n')[1]!.split(' | ')[0]!;

describe('a label merged down rows', () => {
  it('is in the first line of each chunk that it reaches into', async () => {
    const data = await dataOf({ rows: regions, layout: { merges } });
    expect(data.length).toBeGreaterThan(4);
    for (const chunk of data) {
      const { text, row_start: start, row_end: end } = chunk;
      expect(firstCell(chunk)).toBe(start! < 252 ? 'North' : 'South');
      expect(text.length).toBeLessThanOrEqual(chunkCharsMax);
      const begun = [2, 252].filter((row) => row > start! && row <= end!);
      expect(text.match(/North|South/g)).toHaveLength(1 + begun.length);
    }
  });

  it('is told by the range of its cells, so that a repeated value is known from a stored one', async () => {
    const data = await dataOf({ rows: regions, layout: { merges } });
    for (const { merged_ranges: ranges, row_start: start, row_end: end } of data) {
      expect(ranges).toEqual([...(start! <= 251 ? ['A2:A251'] : []), ...(end! >= 252 ? ['A252:A401'] : [])]);
    }
    const cells = regions
      .slice(1)
      .flat()
      .filter((cell) => cell !== _).length;
    expect(readBack(data).size).toBe(cells);
  });

  it('does not count as a value of further rows, nor as text that is billed', async () => {
    const { chunks, parts } = await parseInMemory(memoryWorkbook([{ rows: regions, layout: { merges } }]), {
      verifiedFacts: true,
    });
    const plain = await parseInMemory(memoryWorkbook([{ rows: regions }]));
    const counts = chunks.flatMap(({ verified_facts: facts }) =>
      (facts?.columns ?? []).filter(({ column }) => column === 'A').map((column) => column.non_empty),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    // A cut between two chunks takes the place of a line break.
    const cuts = chunks.length - plain.chunks.length;
    expect(parts[0]!.characters).toBe(plain.parts[0]!.characters - cuts);
  });

  it('is repeated as it is displayed, together with labels of other columns', async () => {
    const rows: MemoryRow[] = [
      ['Year', 'From', 'Item', 'Count'],
      [2024, { value: 45365, format: 'dd.mm.yyyy', kind: 'date' }, 'item number 0 of a long list', 0],
      ...Array.from({ length: 300 }, (__, i): MemoryRow => [_, _, `item number ${i + 1} of a long list`, i]),
    ];
    const data = await dataOf({ rows, layout: { merges: [merge(2, 302, 0), merge(2, 302, 1)] } });
    expect(data.length).toBeGreaterThan(2);
    for (const { text } of data) expect(text.split('\n')[1]).toMatch(/^2024 \| 14\.03\.2024 \| item number/);
  });

  it('gives way to a cell with a value of its own', async () => {
    const rows = regions.map((row, r): MemoryRow => (row[0] === _ ? [`own ${r}`, ...row.slice(1)] : row));
    const data = await dataOf({ rows, layout: { merges } });
    for (const chunk of data.slice(1)) expect(firstCell(chunk)).toMatch(/^own|^South/);
    expect(readBack(data).size).toBe(rows.slice(1).flat().length);
  });

  it('is cut like a column name, so that a monstrous one is not repeated for ever', async () => {
    const rows = regions.map((row): MemoryRow =>
      row[0] === 'North' ? ['N'.repeat(30_000), ...row.slice(1)] : row,
    );
    const [, second] = await dataOf({ rows, layout: { merges } });
    expect(firstCell(second!)).toHaveLength(200);
    expect(second!.text.length).toBeLessThanOrEqual(chunkCharsMax);
  });

  it('of header rows is in the column names only', async () => {
    const rows: MemoryRow[] = [
      ['Region', 'Q1', _],
      [_, 'Plan', 'Real'],
      ...Array.from({ length: 400 }, (__, i): MemoryRow => [_, i, i + 1]),
    ];
    const data = await dataOf({ rows, layout: { merges: [merge(1, 402, 0), merge(1, 1, 1, 2)] } });
    for (const chunk of data) expect(firstCell(chunk)).toBe('');
  });
});
