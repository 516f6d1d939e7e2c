import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils, write as writeWorkbook, type CellObject, type WorkBook } from 'xlsx';
import { errorName } from '../../src/xls/error-names';
import { expectedWorkbook, realSpreadsheets } from '../real-spreadsheets';
import { tempFiles } from '../zip/temp-files';
import { readXls } from './read-xls';
import { suiteSeed } from '../../../../test/setup/suite-seed';

const seed = suiteSeed();

const write = tempFiles();

/** Cells that SheetJS reads, in the form of `readXls`, without the marks for formulas and hidden rows. */
function sheetjsCells(workbook: WorkBook): string[] {
  return workbook.SheetNames.flatMap((name) => {
    const rows =
      (workbook.Sheets[name] as unknown as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? [];
    return Array.from(rows, (row: (CellObject | undefined)[] | undefined, at) =>
      Array.from(row ?? [], (cell, column) => {
        const value = cell && valueOf(cell);
        return value ? [`${utils.encode_cell({ r: at, c: column })} ${value}`] : [];
      }).flat(),
    ).flat();
  });
}

function valueOf({ t, v }: CellObject): string | null {
  if (t === 'n') return `number ${JSON.stringify(v)}`;
  if (t === 'b') return `boolean ${v === true ? 1 : 0}`;
  if (t === 'e') return `error "${errorName(Number(v))}"`;
  return t === 's' && v !== '' ? `text ${JSON.stringify(v)}` : null;
}

/** Without marks; what a date is, only we tell. */
const plain = (line: string) => line.replace(/ =$| ~$| = ~$/, '').replace(/^(\w+) date /, '$1 number ');
const readWithSheetjs = (bytes: Buffer) => sheetjsCells(read(bytes, { dense: true, WTF: true }));

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('naïve', '名前', '=1+1', '__proto__', 'a\nb', 'x'.repeat(3_000), '名'.repeat(2_000)),
);
const value = fc.oneof(
  text.filter((one) => one !== '' && !/[\0\ud800-\udfff]/.test(one)),
  fc.double({ min: -1e300, max: 1e300, noNaN: true }).map((one) => (one === 0 ? 0 : one)),
  fc.integer(),
  fc.integer({ min: -50_000, max: 50_000 }).map((hundredths) => hundredths / 100),
  fc.boolean(),
  fc.constant(null),
);
const sheet = fc.array(fc.array(value, { maxLength: 8 }), { maxLength: 40 });

describe('SheetJS', () => {
  it.each([
    ['biff8', 'its own texts', false],
    ['biff8', 'shared texts', true],
  ] as const)(
    `writes %s workbooks with %s that come back cell for cell (seed ${seed})`,
    async (bookType, _texts, bookSST) => {
      await fc.assert(
        fc.asyncProperty(fc.array(sheet, { minLength: 1, maxLength: 3 }), async (tables) => {
          const workbook = utils.book_new();
          for (const table of tables) utils.book_append_sheet(workbook, utils.aoa_to_sheet(table));
          const bytes = writeWorkbook(workbook, { type: 'buffer', bookType, bookSST }) as Buffer;
          expect((await readXls(write(bytes))).map(plain)).toEqual(readWithSheetjs(bytes));
        }),
        { seed, numRuns: 100 },
      );
    },
  );

  it('reads the same from the workbook of a real spreadsheet program', async () => {
    const path = join(__dirname, '../fixtures/biff8.xls');
    expect((await readXls(path)).map(plain)).toEqual(readWithSheetjs(readFileSync(path)));
  });

  const files = realSpreadsheets('xls')
    .filter(({ outcome }) => outcome === 'values')
    .filter(({ id }) => expectedWorkbook(id).sheets.every(({ excluded }) => excluded.length === 0));
  (files.length > 0 ? it : it.skip).each(files)('reads the same from $id', async ({ path }) => {
    const ours = (await readXls(path)).map(plain).sort();
    expect(ours).toEqual(readWithSheetjs(readFileSync(path)).sort());
  });
});
