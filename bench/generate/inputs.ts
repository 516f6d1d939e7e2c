import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCsv } from './csv-file';
import { orderList } from './order-list';
import type { SheetPlan, TableFacts } from './table-plan';
import { wideTable } from './wide-table';
import { writeXls } from './xls-workbook';
import { writeXlsx } from './xlsx-workbook';

/** Raise when a change of the generator changes its files; cached ones of older versions are left behind. */
const generatorVersion = 1;

/** A generated file and what is in it. */
export interface BenchInput {
  name: string;
  path: string;
  bytes: number;
  facts: TableFacts;
}

/** Orders over as many sheets as they need, numbered on. */
function orderSheets(rows: number, rowsPerSheet: number, distinctTexts = false): SheetPlan[] {
  return Array.from({ length: Math.ceil(rows / rowsPerSheet) }, (_, at) =>
    orderList(`Orders ${at + 1}`, {
      seed: 100 + at,
      rows: Math.min(rowsPerSheet, rows - at * rowsPerSheet),
      firstOrder: 1 + at * rowsPerSheet,
      distinctTexts,
    }),
  );
}

const mixed = (rows: number) => (path: string) => writeXlsx(path, orderSheets(rows, 300_000));
const xls = (rows: number) => (path: string) => writeXls(path, orderSheets(rows, 60_000));

/**
 * The files by name; the number is their size in MB. `mixed` is the list of orders in sheets of 300,000 rows
 * with some 40,000 distinct texts, `distinct` the same with a text of its own in every row, `wide` has 16,384
 * columns, `sheets` has 400 sheets, `xls` is Excel 97-2003 in sheets of 60,000 rows, `csv` is one table.
 */
const GENERATORS = {
  'mixed-1.xlsx': mixed(10_600),
  'mixed-10.xlsx': mixed(109_500),
  'mixed-50.xlsx': mixed(548_000),
  'mixed-100.xlsx': mixed(1_097_000),
  'distinct-20.xlsx': (path: string) => writeXlsx(path, orderSheets(216_000, 300_000, true)),
  'wide-10.xlsx': (path: string) => writeXlsx(path, [wideTable('Runs', { seed: 7, rows: 91 })]),
  'sheets-10.xlsx': (path: string) => writeXlsx(path, orderSheets(106_800, 267)),
  'xls-1.xls': xls(4_700),
  'xls-17.xls': xls(82_800),
  'xls-87.xls': xls(421_500),
  'csv-1.csv': (path: string) => writeCsv(path, orderList('orders', { seed: 100, rows: 8_200 })),
  'csv-100.csv': (path: string) => writeCsv(path, orderList('orders', { seed: 100, rows: 806_000 })),
} satisfies Record<string, (path: string) => Promise<TableFacts>>;

export type InputName = keyof typeof GENERATORS;
export const INPUT_NAMES = Object.keys(GENERATORS) as InputName[];

/**
 * The file of that name, made if the cache has none. A file appears under its name only when it is complete.
 *
 * @param cacheFolder usually `.cache/bench`
 */
export async function ensureInput(name: InputName, cacheFolder: string): Promise<BenchInput> {
  const folder = join(cacheFolder, `inputs-v${generatorVersion}`);
  const path = join(folder, name);
  const factsPath = `${path}.json`;
  if (!existsSync(factsPath)) {
    await mkdir(folder, { recursive: true });
    const unfinished = `${path}.${process.pid}.part`;
    const facts = await GENERATORS[name](unfinished);
    await rename(unfinished, path);
    await writeFile(`${factsPath}.part`, JSON.stringify(facts));
    await rename(`${factsPath}.part`, factsPath);
  }
  const facts = JSON.parse(await readFile(factsPath, 'utf8')) as TableFacts;
  return { name, path, bytes: (await stat(path)).size, facts };
}
