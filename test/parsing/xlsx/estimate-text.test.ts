import { utils, write } from 'xlsx';
import { estimateSheetText, openWorkbook } from 'spreadsheet-reader';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseInMemory } from '../parse-in-memory';
import { realSpreadsheets } from '../../../packages/spreadsheet-reader/test/real-spreadsheets';
import { writeZip } from '../../../packages/spreadsheet-reader/test/zip/write-zip';

let reads: number[];
beforeEach(() => {
  reads = [];
});

function estimate(file: Buffer): Promise<number> {
  return estimateSheetText(file.length, (position, length) => {
    reads.push(length);
    return Promise.resolve(file.subarray(position, position + length));
  });
}

const sheet = (byteSize: number) => ({ name: 'xl/worksheets/sheet1.xml', data: Buffer.alloc(byteSize, 'a') });

it('follows from the sizes of sheets and shared texts, not from that of the file', async () => {
  const shared = { name: 'xl/sharedStrings.xml', data: Buffer.alloc(10_000, 'a') };
  const media = { name: 'xl/media/image1.png', data: Buffer.alloc(500_000, 'a') };
  const file = writeZip([sheet(800_000), shared, media]);
  expect(file.length).toBeLessThan(10_000);
  await expect(estimate(file)).resolves.toBe(141_334);
});

it('reads the end of a large archive, and its directory where that lies further back', async () => {
  const noise = { name: 'xl/media/a.bin', data: Buffer.alloc(300_000, 'a'), stored: true };
  await expect(estimate(writeZip([sheet(8_000), noise]))).resolves.toBe(1_334);
  expect(reads).toHaveLength(1);
  const many = Array.from({ length: 3_000 }, (_, n) => ({ name: `xl/media/image-${n}.png`, data: '' }));
  await expect(estimate(writeZip([sheet(8_000), ...many]))).resolves.toBe(1_334);
  expect(reads).toHaveLength(3);
});

it.each([
  ['a text', Buffer.from('a,b\n1,2\n')],
  ['an archive that stops early', writeZip([sheet(8_000)]).subarray(0, -10)],
  ['an archive of something else', writeZip([{ name: 'word/document.xml', data: 'text' }])],
])('is a character per byte for %s', async (_, file) => {
  await expect(estimate(file)).resolves.toBe(file.length);
});

it.each(['xlsx', 'xlsb'] as const)(
  'covers the text of a workbook of short numbers that repeat themselves (%s)',
  async (bookType) => {
    const rows = Array.from({ length: 2_000 }, (_, row) =>
      Array.from({ length: 20 }, (__, c) => (row + c) % 7),
    );
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Numbers');
    const file = write(book, { type: 'buffer', bookType, compression: true }) as Buffer;
    await expect(estimate(file)).resolves.toBeGreaterThanOrEqual(40_000);
  },
);

const real = realSpreadsheets('xlsx', 'xlsm').filter(({ outcome }) => outcome === 'values');
const maybe = real.length === 0 ? it.skip : it;
maybe('covers nine tenths of the text of 9 in 10 real workbooks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-estimate-'));
  let covered = 0;
  let read = 0;
  for (const { path } of real) {
    const file = await readFile(path);
    if (file.length > 500_000) continue;
    await writeFile(join(folder, 'book'), file);
    const { parts } = await parseInMemory(await openWorkbook(join(folder, 'book')));
    const characters = parts.reduce((sum, part) => sum + part.characters, 0);
    read++;
    if ((await estimate(file)) >= 0.9 * characters) covered++;
  }
  await rm(folder, { recursive: true });
  expect(covered / read).toBeGreaterThanOrEqual(0.9);
});
