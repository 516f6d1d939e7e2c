import { type WorkbookReader } from '../../src/workbook-reader';
import { openXls } from '../../src/xls';
import { linesOf } from '../xlsx/read-cells';

/** Opens an XLS workbook for one use. */
export async function withXls<T>(path: string, use: (reader: WorkbookReader) => Promise<T>): Promise<T> {
  const reader = await openXls(path);
  if (reader === null) throw new Error('an old BIFF');
  try {
    return await use(reader);
  } finally {
    reader.close();
  }
}

/** Cells of all sheets as `B2 text "x"`, with ` =` behind a formula's result and ` ~` in a hidden row. */
export async function readXls(path: string): Promise<string[]> {
  return withXls(path, async (reader) => {
    const lines: string[] = [];
    for (const sheet of reader.sheets) {
      await reader.readRows(sheet, (row) => {
        lines.push(...linesOf(row));
      });
    }
    return lines;
  });
}
