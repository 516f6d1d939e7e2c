import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbook } from 'spreadsheet-reader';
import { outputBound } from '../../../src/parsing/spreadsheet/output-bound';
import { parseWorkbook } from '../../../src/parsing/spreadsheet/parse-workbook';
import { parseRequest } from '../parse-in-memory';
import { sheetXml, writeXlsx } from '../../../packages/spreadsheet-reader/test/xlsx/write-xlsx';
import { tempFiles } from '../../../packages/spreadsheet-reader/test/zip/temp-files';

const file = tempFiles();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-bound-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** A workbook of `rows` rows with the same long text in ten cells each. */
function repeating(rows: number): string {
  const row = (number: number) => `<row r="${number}">${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`;
  const text = 'the same words again and again '.repeat(20);
  const xml = sheetXml(Array.from({ length: rows }, (_, i) => row(i + 1)).join(''));
  return file(writeXlsx({ sheets: [{ xml }], sharedStrings: `<si><t>${text}</t></si>` }));
}

async function parsedBytes(path: string): Promise<number> {
  const reader = await openWorkbook(path, { pages: false });
  let bytes = 0;
  try {
    const request = { ...parseRequest(folder, {}, path), outputBytesMax: await outputBound(path) };
    await parseWorkbook(reader, request, {
      progress: () => undefined,
      part: async (part) => {
        bytes += part.bytes;
        await rm(part.path);
      },
    });
  } finally {
    reader.close();
  }
  return bytes;
}

test('a small file that repeats one text beyond every measure is too large', async () => {
  const path = repeating(12_000);
  expect((await stat(path)).size).toBeLessThan(200_000);
  await expect(parsedBytes(path)).rejects.toMatchObject({ name: 'SourceError', code: 'too_large' });
});

test('a file that repeats one text up to the bound is read', async () => {
  const path = repeating(5_000);
  expect(await parsedBytes(path)).toBeGreaterThan(5_000 * 10 * 600);
});
