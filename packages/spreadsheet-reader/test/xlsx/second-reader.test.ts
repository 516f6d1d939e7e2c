import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { read, utils, write, type WorkBook } from 'xlsx';
import { CellKind } from '../../src/workbook-reader';
import { tempFiles } from '../zip/temp-files';
import { withReader } from './read-cells';
import { suiteSeed } from '../../../../test/setup/suite-seed';

const seed = suiteSeed();

const file = tempFiles();
const example = join(__dirname, '../../../../examples/quarterly-report.xlsx');

type Sheets = Record<string, Record<string, string | number | boolean>>;

/** Cells of each worksheet by A1 reference: numbers and serials, texts and errors, truth. */
function ours(path: string): Promise<Sheets> {
  return withReader(path, async (reader) => {
    const sheets: Sheets = {};
    for (const sheet of reader.sheets.filter(({ kind }) => kind === 'worksheet')) {
      const cells: Sheets[string] = {};
      await reader.readRows(sheet, (row) => {
        for (let i = 0; i < row.length; i++) {
          const kind = row.kind[i];
          const isText = kind === CellKind.text || kind === CellKind.error;
          const value = isText ? row.text[i]! : row.number[i]!;
          cells[utils.encode_cell({ r: row.row - 1, c: row.column[i]! })] =
            kind === CellKind.boolean ? value === 1 : value;
        }
      });
      sheets[sheet.name] = cells;
    }
    return sheets;
  });
}

/** The same from SheetJS. */
function theirs(workbook: WorkBook): Sheets {
  const sheets: Sheets = {};
  for (const name of workbook.SheetNames) {
    const cells: Sheets[string] = {};
    for (const [reference, cell] of Object.entries(workbook.Sheets[name]!) as [
      string,
      { t: string; v: string | number | boolean; w?: string },
    ][]) {
      if (reference.startsWith('!') || cell.t === 'z' || cell.v === '') continue;
      cells[reference] = cell.t === 'e' ? cell.w! : cell.v;
    }
    sheets[name] = cells;
  }
  return sheets;
}

const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }),
  fc.integer(),
  fc.boolean(),
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.constantFrom('a\nb', '_x000D_', '007', '=A1', '<&>', ' x ', '日本'),
  fc.constant(null),
);

describe('a second reader', () => {
  it(`sees the same cells in workbooks that it writes itself (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(value, { maxLength: 6 }), { maxLength: 8 }),
        fc.boolean(),
        async (rows, bookSST) => {
          const sheet = utils.aoa_to_sheet(rows);
          const written = { SheetNames: ['S'], Sheets: { S: sheet } };
          const bytes = write(written, {
            type: 'buffer',
            bookType: 'xlsx',
            bookSST,
            compression: true,
          }) as Buffer;
          expect(await ours(file(bytes))).toEqual(theirs(read(bytes, { dense: false })));
        },
      ),
      { seed, numRuns: 60 },
    );
  });

  it('sees the same cells in the example workbook', async () => {
    expect(await ours(example)).toEqual(theirs(read(readFileSync(example))));
  });

  it('sees the same dates in both date systems', async () => {
    for (const date1904 of [false, true]) {
      const sheet = utils.aoa_to_sheet([[new Date(Date.UTC(2024, 1, 29, 12))]], { UTC: true });
      const written = { SheetNames: ['S'], Sheets: { S: sheet }, Workbook: { WBProps: { date1904 } } };
      const bytes = write(written, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
      expect(await ours(file(bytes))).toEqual(theirs(read(bytes)));
    }
  });
});
