import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from 'xlsx';
import {
  createSpreadsheetParser,
  type ParsedPart,
  type ParseProgressCounts,
  type ParseRequest,
} from '../../../src/parsing';
import { parseChunks } from '../parse-chunks';
import { parseRequest } from '../parse-in-memory';

const parser = createSpreadsheetParser({ threadsMax: 2 });
const never = new AbortController().signal;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-parser-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

afterAll(async () => {
  await parser.close();
});

async function writeInput(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** A workbook of several sheets, each of some hundred rows. */
async function workbook(sheets: number): Promise<string> {
  const book = utils.book_new();
  for (let s = 0; s < sheets; s++) {
    const rows = Array.from({ length: 150 + s * 40 }, (_, i) => [`order ${s}-${i}`, i * 1.25, i % 3 === 0]);
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([['Order', 'Amount', 'Paid'], ...rows]),
      `Part ${s + 1}`,
    );
  }
  return writeInput('book.xlsx', write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
}

/** Parses; `bytes` are those of all parts reported, by sheet. */
async function parse(request: ParseRequest, partsMax = Infinity) {
  const bytes = new Map<number, string>();
  const parts: ParsedPart[] = [];
  const progress: ParseProgressCounts[] = [];
  const stop = new AbortController();
  const outcome = await parser
    .parseSpreadsheet(request, {
      signal: stop.signal,
      onProgress: (counts) => progress.push(counts),
      onPart: async (part) => {
        if (parts.length === partsMax) {
          stop.abort(new Error('killed here'));
          return;
        }
        bytes.set(part.nextSheet, await readFile(part.path, 'utf8'));
        parts.push(part);
      },
    })
    .catch((error: unknown) => error as Error);
  return { outcome, parts, bytes, progress };
}

it('a workbook comes out as one part a sheet, in order, with what it counts', async () => {
  const { outcome, parts, bytes } = await parse(
    parseRequest(folder, { verifiedFacts: true }, await workbook(3)),
  );
  expect(outcome).toMatchObject({ format: 'xlsx', sheets: 3, rows: 151 + 191 + 231, warnings: [] });
  expect(parts.map(({ nextSheet, rows, figures }) => [nextSheet, rows, figures])).toEqual([
    [1, 151, 0],
    [2, 191, 0],
    [3, 231, 0],
  ]);
  let next = 0;
  for (const part of parts) {
    const chunks = parseChunks(Buffer.from(bytes.get(part.nextSheet)!));
    expect(part).toMatchObject({
      chunkIndexFirst: next,
      chunkCount: chunks.length,
      bytes: Buffer.byteLength(bytes.get(part.nextSheet)!),
    });
    for (const chunk of chunks) {
      expect(chunk).toMatchObject({
        chunk_id: `prs_test:${next}`,
        chunk_index: next,
        sheet_name: `Part ${part.nextSheet}`,
      });
      next++;
    }
  }
  expect(outcome).toMatchObject({ chunks: next });
});

it.each([0, 1, 2, 3])(
  'an attempt broken off after %d sheets is continued to the same bytes',
  async (done) => {
    const path = await workbook(4);
    const whole = await parse(parseRequest(folder, { verifiedFacts: true }, path));
    const broken = await parse(parseRequest(folder, { verifiedFacts: true }, path), done);
    expect(broken.outcome).toEqual(new Error('killed here'));
    expect(broken.parts).toHaveLength(done);
    const last = broken.parts.at(-1);
    const rest = await parse({
      ...parseRequest(folder, { verifiedFacts: true }, path),
      resume: {
        sheetIndex: done,
        chunkIndex: last === undefined ? 0 : last.chunkIndexFirst + last.chunkCount,
        rowsDone: broken.parts.reduce((sum, part) => sum + part.rows, 0),
      },
    });
    expect(new Map([...broken.bytes, ...rest.bytes])).toEqual(whole.bytes);
    expect(rest.outcome).toEqual(whole.outcome);
  },
);

it.each([
  ['dense', (i: number) => `${1_000 + i},item,,,`],
  ['wide and sparse', (i: number) => `${1_000 + i},,,,,,,,,,,,,,,,,,,,item`],
  ['broken by blank rows', (i: number) => (i % 5 === 0 ? `\n\n${1_000 + i},item` : `${1_000 + i},item`)],
])('characters are those of the cells, without separators and repeated headers: %s', async (_, line) => {
  const rows = Array.from({ length: 1_000 }, (__, i) => line(i));
  const path = await writeInput('list.csv', ['code,name', ...rows].join('\n'));
  const { parts } = await parse(parseRequest(folder, {}, path));
  expect(parts[0]!.chunkCount).toBeGreaterThan(2);
  expect(parts[0]!.characters).toBe('codename'.length + 1_000 * '1000item'.length);
});

it.each([
  ['report.xlsx', ['The file is named .xlsx but holds text, and was read as CSV.']],
  ['report.csv', []],
  ['report.xls', []],
  [null, []],
])('a text named %s has a warning where the name promises another format', async (filename, warnings) => {
  const path = await writeInput('input', 'Region,Q1\nNorth,10\n');
  const { outcome } = await parse({ ...parseRequest(folder, {}, path), filename });
  expect(outcome).toMatchObject({ format: 'csv', warnings });
});

it('a workbook under its own name has no warning', async () => {
  const request = { ...parseRequest(folder, {}, await workbook(1)), filename: 'report.xlsx' };
  expect((await parse(request)).outcome).toMatchObject({ format: 'xlsx', warnings: [] });
});

it('progress never goes back and ends with everything done', async () => {
  const { progress } = await parse(parseRequest(folder, {}, await workbook(3)));
  expect(progress.at(-1)).toEqual({ sheetsTotal: 3, sheetsDone: 3, rowsDone: 573 });
  progress.reduce((before, now) => {
    expect(now.rowsDone).toBeGreaterThanOrEqual(before.rowsDone);
    expect(now.sheetsDone).toBeGreaterThanOrEqual(before.sheetsDone);
    return now;
  });
});

it('progress is not told sheet by sheet where sheets are many and small', async () => {
  const book = utils.book_new();
  for (let s = 0; s < 300; s++) utils.book_append_sheet(book, utils.aoa_to_sheet([[s]]), `S${s}`);
  const path = await writeInput('many.xlsx', write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  const { progress, parts } = await parse(parseRequest(folder, {}, path));
  expect(parts).toHaveLength(300);
  expect(progress.length).toBeLessThan(100);
});

it.each([
  { what: 'nothing', code: 'unsupported', bytes: () => '' },
  { what: 'a program', code: 'unsupported', bytes: () => Buffer.from('7f454c4602010100', 'hex') },
  {
    what: 'a workbook cut short',
    code: 'corrupt',
    bytes: async () => (await readFile(await workbook(1))).subarray(0, 3_000),
  },
])('$what is refused as $code', async ({ bytes, code }) => {
  const path = await writeInput('odd.xlsx', await bytes());
  const { outcome } = await parse(parseRequest(folder, {}, path));
  expect(outcome).toMatchObject({ name: 'SourceError', code });
});

it('a file that is not there is no fault of the workbook', async () => {
  const running = parser.parseSpreadsheet(parseRequest(folder, {}, join(folder, 'gone')), {
    signal: never,
    onProgress: () => undefined,
    onPart: () => Promise.resolve(),
  });
  await expect(running).rejects.toMatchObject({ code: 'ENOENT' });
});

it('several workbooks are parsed at once without mixing', async () => {
  const paths = await Promise.all(
    [1, 2, 3, 4].map((n) => writeInput(`${n}.csv`, `name,n\n${`file ${n},${n}\n`.repeat(500)}`)),
  );
  const results = await Promise.all(
    paths.map(async (path, i) => {
      const workDirectory = await mkdtemp(join(folder, 'work-'));
      return { i, ...(await parse({ ...parseRequest(workDirectory, {}, path), jobId: `prs_${i}` })) };
    }),
  );
  for (const { i, bytes } of results) {
    const chunks = parseChunks(Buffer.from(bytes.get(1)!));
    expect(chunks.every((chunk) => chunk.chunk_id.startsWith(`prs_${i}:`))).toBe(true);
    expect(chunks.map((chunk) => chunk.text).join('\n')).not.toMatch(new RegExp(`file [^${i + 1}]`));
  }
});

it('leaves nothing but parts in the work folder', async () => {
  const workDirectory = await mkdtemp(join(folder, 'work-'));
  await parse(parseRequest(workDirectory, {}, await workbook(2)));
  expect((await readdir(workDirectory)).sort()).toEqual(['sheets-0.part', 'sheets-1.part']);
});
