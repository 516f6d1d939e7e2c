import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CellKind, type RowBuffer, type WorkbookReader } from '../src/workbook-reader';

/**
 * Workbooks of other people with the values that two independent readers agree on; they lie beside the clone
 * or nowhere.
 */
const folder = join(__dirname, '../../../../shared/data/spreadsheets');

export interface RealSpreadsheet {
  id: string;
  path: string;
  format: string;
  outcome: 'values' | 'encrypted' | 'bounded' | 'old-biff';
}

export interface ExpectedSheet {
  name: string;
  state: string;
  cells: number;
  excluded: [row: number, column: number][];
  sha256: string;
  sample: [row: number, column: number, kind: string, value: string | number][];
}

/** Files with one of these formats, none where the folder is absent. */
export function realSpreadsheets(...formats: string[]): RealSpreadsheet[] {
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest)) return [];
  const files = JSON.parse(readFileSync(manifest, 'utf8')) as (RealSpreadsheet & { file: string })[];
  return files
    .filter(({ format }) => formats.includes(format))
    .map((file) => ({ ...file, path: join(folder, file.file) }));
}

export interface ExpectedWorkbook {
  date1904: boolean;
  sheets: ExpectedSheet[];
}

export function expectedWorkbook(id: string): ExpectedWorkbook {
  return JSON.parse(readFileSync(join(folder, 'expected', `${id}.json`), 'utf8')) as ExpectedWorkbook;
}

/** The content of each worksheet by a reader, in the form of the expectations. */
export async function readAsExpected(
  reader: WorkbookReader,
  expected: readonly ExpectedSheet[],
): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const sheet of reader.sheets.filter(({ kind }) => kind === 'worksheet')) {
    const excluded = new Set(expected[found.length]?.excluded.map(([row, column]) => `${row},${column}`));
    const sampled = new Map(
      expected[found.length]?.sample.map(([row, column, kind]) => [`${row},${column}`, kind]),
    );
    const sample: unknown[] = [];
    const hash = createHash('sha256');
    let cells = 0;
    await reader.readRows(sheet, (row) => {
      for (let i = 0; i < row.length; i++) {
        // The expectations are of values only.
        if (row.kind[i] === CellKind.formula) continue;
        const at = `${row.row - 1},${row.column[i]!}`;
        const kind = sampled.get(at);
        if (kind !== undefined) sample.push([row.row - 1, row.column[i]!, ...sampleOf(row, i, kind)]);
        if (excluded.has(at)) continue;
        cells++;
        hash.update(lineOf(row, i));
      }
    });
    found.push({ name: sheet.name, state: sheet.state, cells, sha256: hash.digest('hex'), sample });
  }
  return found;
}

function lineOf(row: RowBuffer, cell: number): string {
  const place = `${row.row - 1}\t${row.column[cell]!}`;
  const value = row.number[cell]!;
  const text = row.text[cell]!;
  switch (row.kind[cell]) {
    case CellKind.number:
    case CellKind.date: {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleBE(value === 0 ? 0 : value);
      return `${place}\tn\t${bytes.toString('hex')}\n`;
    }
    case CellKind.boolean:
      return `${place}\tb\t${value}\n`;
    case CellKind.error:
      return `${place}\te\t${text}\n`;
    default: {
      const lines = text.replace(/\r\n?/g, '\n');
      return `${place}\ts\t${lines.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')}\n`;
    }
  }
}

/**
 * Number formats on which the two readers disagree are expected as plain numbers: there, a date is as good.
 */
function sampleOf(
  row: RowBuffer,
  cell: number,
  expectedKind: string,
): [kind: string, value: string | number] {
  const text = row.text[cell]!.replace(/\r\n?/g, '\n');
  switch (row.kind[cell]) {
    case CellKind.number:
      return ['n', row.number[cell]!];
    case CellKind.date:
      return [expectedKind === 'n' ? 'n' : 'd', row.number[cell]!];
    case CellKind.boolean:
      return ['b', row.number[cell]!];
    case CellKind.error:
      return ['e', text];
    default:
      return ['s', Array.from(text).slice(0, 200).join('')];
  }
}
