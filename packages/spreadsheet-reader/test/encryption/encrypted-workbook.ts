import { join } from 'node:path';
import { openWorkbook } from '../../src/open-workbook';
import { openSourceFile } from '../../src/source/source-file';
import { openCompoundFile } from '../../src/source/compound/compound-file';
import { linesOf, type CellLine } from '../xlsx/read-cells';

const repository = join(__dirname, '../../../..');

/** The example of the documentation. */
export const example = join(repository, 'examples/quarterly-report.xlsx');

/** Path of an input that a real program encrypted; see `make_fixtures.py`. */
export const fixture = (name: string) => join(__dirname, '../fixtures', name);

/** Sheets and cells of a workbook, whatever its type. */
export async function readWorkbook(path: string): Promise<{ sheets: string[]; cells: CellLine[] }> {
  const reader = await openWorkbook(path);
  const cells: CellLine[] = [];
  try {
    for (const sheet of reader.sheets) {
      await reader.readRows(sheet, (row) => {
        cells.push(...linesOf(row));
      });
    }
    return { sheets: reader.sheets.map(({ name }) => name), cells };
  } finally {
    reader.close();
  }
}

/** Streams of a compound file, to be changed and written again. */
export function streamsOf(path: string, ...names: string[]): Record<string, Buffer> {
  const file = openSourceFile(path);
  const container = openCompoundFile(file);
  const streams = names.map((name) => {
    const stream = container.stream(name.toLowerCase())!;
    const bytes = Buffer.alloc(stream.byteSize);
    stream.read(bytes, 0);
    return [name, bytes] as const;
  });
  file.close();
  return Object.fromEntries(streams);
}
