import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderList } from '../../bench/generate/order-list';
import { writeXlsx } from '../../bench/generate/xlsx-workbook';

/**
 * A workbook of several sheets, the same bytes for the same numbers; about a second of parsing for 60,000
 * rows.
 */
export async function workbook(sheets: number, rowsPerSheet: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-workbook-'));
  try {
    const path = join(folder, 'book.xlsx');
    await writeXlsx(
      path,
      Array.from({ length: sheets }, (_, n) =>
        orderList(`Orders ${n + 1}`, { seed: n + 1, rows: rowsPerSheet }),
      ),
    );
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
