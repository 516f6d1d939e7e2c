import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, utils } from 'xlsx';
import { writeCsv } from '../../bench/generate/csv-file';
import { orderList } from '../../bench/generate/order-list';
import { linesOf, type CellValue, type SheetPlan, type TableFacts } from '../../bench/generate/table-plan';
import { writeXls } from '../../bench/generate/xls-workbook';
import { writeXlsx } from '../../bench/generate/xlsx-workbook';

const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// Seed 4 has an error cell among its first 400 rows.
const PLANS = [
  orderList('Orders 1', { seed: 4, rows: 400 }),
  orderList('Orders 2', { seed: 2, rows: 50, firstOrder: 401, distinctTexts: true }),
];

/** A value as SheetJS gives it with `raw`: errors by their name, blank cells as null. */
const shown = (value: CellValue) => (typeof value === 'object' && value !== null ? value.error : value);
const expected = (plan: SheetPlan) => [...linesOf(plan)].map((line) => line.map(shown));

function readSheets(path: string): unknown[][][] {
  const book = read(readFileSync(path), { dense: true });
  return book.SheetNames.map((name) => {
    const sheet = book.Sheets[name]!;
    for (const row of sheet['!data']!) {
      row.forEach((cell) => {
        if (cell.t === 'e') Object.assign(cell, { t: 's', v: cell.w });
      });
    }
    return utils.sheet_to_json(sheet, { header: 1, raw: true, defval: null });
  });
}

const FORMATS: [string, (path: string, plans: SheetPlan[]) => Promise<TableFacts>][] = [
  ['xlsx', writeXlsx],
  ['xls', writeXls],
];

test.each(FORMATS)(
  'a generated %s file holds every planned cell, read by SheetJS',
  async (extension, write) => {
    const path = join(folder, `cells.${extension}`);
    const facts = await write(path, PLANS);
    const sheets = readSheets(path);
    expect(sheets).toEqual(PLANS.map(expected));
    expect(facts).toMatchObject({
      sheets: 2,
      rows: 452,
      cells: sheets.flat(2).filter((value) => value !== null).length,
    });
  },
);

test.each(FORMATS)('a generated %s file is the same bytes every time', async (extension, write) => {
  const paths = [join(folder, `first.${extension}`), join(folder, `second.${extension}`)];
  for (const path of paths) await write(path, PLANS);
  expect(readFileSync(paths[0]!).equals(readFileSync(paths[1]!))).toBe(true);
});

test('a generated CSV file holds every planned text, quotes and line breaks included', async () => {
  const path = join(folder, 'cells.csv');
  const facts = await writeCsv(path, PLANS[0]!);
  const book = read(readFileSync(path), { raw: true, codepage: 65001 });
  const lines = utils.sheet_to_json<(string | null)[]>(book.Sheets[book.SheetNames[0]!]!, {
    header: 1,
    defval: null,
  });
  const remarks = expected(PLANS[0]!).map((line) => line.at(-1));
  expect(lines.map((line) => line.at(-1))).toEqual(remarks);
  expect(lines.flat().filter((text) => text !== null && text !== '')).toHaveLength(facts.cells);
});
