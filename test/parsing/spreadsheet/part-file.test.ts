import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunkSeparator } from '../../../src/domain/documents/parse-result';
import { JsonText } from 'spreadsheet-reader/toolkit';
import {
  createPartsFile,
  createPartWriter,
  pageBytes,
  type PartFile,
  type PartWriter,
} from '../../../src/parsing/spreadsheet/part-file';
import { openPart } from '../../../src/parsing/spreadsheet/open-part';
import { parseChunks } from '../parse-chunks';
import { parseRequest } from '../parse-in-memory';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-part-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** A part with one chunk per text, in a file of its own unless `part` is given. */
function writePart(
  texts: readonly string[],
  firstChunk = 0,
  part: PartWriter = createPartWriter(join(folder, `part-${firstChunk}`), Infinity),
): Promise<PartFile> {
  texts.forEach((text, i) => {
    const out = part.begin(firstChunk + i);
    out.raw(`{"chunk_index":${firstChunk + i},"text":"`);
    out.cell(text);
    out.raw('"}');
    part.end();
  });
  return part.finish();
}

const indexes = (chunks: readonly { chunk_index: number }[]) => chunks.map((chunk) => chunk.chunk_index);
const texts = (count: number, chars: number) =>
  Array.from({ length: count }, (_, i) => `${i} ${'é'.repeat(chars)}`);

it('a part gives its chunks back', async () => {
  const odd = ['', '{"a":1},\n{', '\u2028', '\ud800', '日本😀', 'a,\nb'];
  const { path, bytes } = await writePart(odd);
  const chunks = parseChunks(await readFile(path));
  expect(chunks.map((chunk) => chunk.text)).toEqual([
    '',
    '{"a":1},\\n{',
    '\u2028',
    '\ufffd',
    '日本😀',
    'a,\\nb',
  ]);
  expect((await readFile(path)).length).toBe(bytes);
});

it('a part without chunks is an empty file', async () => {
  const part = await writePart([]);
  expect(part).toMatchObject({ bytes: 0, pages: [] });
  expect(parseChunks(await readFile(part.path))).toEqual([]);
});

it('parts join to one JSON array, as bytes', async () => {
  const parts = [await writePart(['a', 'b'], 0), await writePart(['c'], 2), await writePart(['d', 'e'], 3)];
  const bodies = await Promise.all(parts.map(({ path }) => readFile(path, 'utf8')));
  const all = JSON.parse(`[${bodies.join(chunkSeparator)}]`) as { chunk_index: number }[];
  expect(indexes(all)).toEqual([0, 1, 2, 3, 4]);
});

it('parts in one file are what they are in files of their own, and stand there joined', async () => {
  const bodies = [['a', 'b'], [], texts(900, 2_000), ['c']];
  const all = createPartsFile(join(folder, 'all'), '[');
  const together: PartFile[] = [];
  const alone: (Pick<PartFile, 'pages'> & { content: Buffer })[] = [];
  let firstChunk = 0;
  for (const body of bodies) {
    const { path, pages } = await writePart(body, firstChunk);
    alone.push({ pages, content: await readFile(path) });
    together.push(await writePart(body, firstChunk, all.next(Infinity)));
    firstChunk += body.length;
  }
  await all.close();
  const written = await readFile(join(folder, 'all'));
  together.forEach(({ start, bytes, pages }, i) => {
    expect(written.subarray(start, start + bytes).equals(alone[i]!.content)).toBe(true);
    expect(pages).toEqual(alone[i]!.pages);
  });
  const chunks = JSON.parse(`${written.toString()}]`) as { chunk_index: number }[];
  expect(indexes(chunks)).toEqual(Array.from({ length: firstChunk }, (_, i) => i));
});

it('a text longer than the buffer is written as it is', async () => {
  const part = createPartWriter(join(folder, 'long'), Infinity);
  const text = new JsonText();
  text.cell('long '.repeat(400_000));
  for (const index of [0, 1]) {
    const out = part.begin(index);
    out.raw(`{"chunk_index":${index},"text":"`);
    part.append(text);
    out.raw('"}');
    part.end();
  }
  const { path, bytes } = await part.finish();
  const written = await readFile(path);
  expect(written.length).toBe(bytes);
  expect(parseChunks(written).map((chunk) => chunk.text.length)).toEqual([2_000_000, 2_000_000]);
});

it('pages cover the part without a gap, and each is read without the rest', async () => {
  const part = await writePart(texts(900, 2_000), 7);
  expect(part.pages[0]).toEqual({ chunkIndex: 7, offset: 0 });
  expect(part.pages.length).toBeGreaterThan(5);
  const bytes = await readFile(part.path);
  const found: number[] = [];
  part.pages.forEach(({ chunkIndex, offset }, i) => {
    const end = part.pages[i + 1]?.offset ?? part.bytes + chunkSeparator.length;
    const chunks = parseChunks(bytes.subarray(offset, end - chunkSeparator.length));
    expect(chunks[0]!.chunk_index).toBe(chunkIndex);
    found.push(...indexes(chunks));
    expect(end - offset).toBeLessThan(2 * pageBytes);
  });
  expect(found).toEqual(texts(900, 0).map((_, i) => i + 7));
  part.pages.slice(1).forEach(({ offset }, i) => {
    expect(offset - part.pages[i]!.offset).toBeGreaterThanOrEqual(pageBytes);
  });
});

it('sheets that follow each other share a part, which has what each of them adds', async () => {
  const request = { ...parseRequest(folder), partBytesMin: Infinity };
  const part = openPart(request, null, { sheetIndex: 3, chunkIndexFirst: 10, bytesMax: Infinity });
  for (const sheet of [3, 4]) {
    const out = part.writer.begin(10 + sheet - 3);
    out.raw(`{"chunk_index":${10 + sheet - 3}}`);
    part.writer.end();
    const totals = {
      chunkCount: 1,
      characters: 5,
      figures: 2,
      rows: 7,
      assets: [],
      warnings: [`sheet ${sheet}`],
    };
    part.add(sheet, totals);
  }
  const parsed = await part.finish();
  expect(parsed).toMatchObject({
    nextSheet: 5,
    chunkIndexFirst: 10,
    chunkCount: 2,
    characters: 10,
    figures: 4,
    rows: 14,
  });
  expect(parsed.warnings).toEqual(['sheet 3', 'sheet 4']);
  expect(indexes(parseChunks(await readFile(parsed.path)))).toEqual([10, 11]);
});

it('a part replaces what an earlier attempt left under its name', async () => {
  await writePart(texts(50, 100));
  const { path } = await writePart(['only']);
  expect(indexes(parseChunks(await readFile(path)))).toEqual([0]);
});

it('a part that is closed twice gives its buffer back once, so that no two files share one', async () => {
  const broken = createPartWriter(join(folder, 'broken'), Infinity);
  broken.begin(0).raw('{"text":"lost');
  await broken.close();
  await broken.close();
  const one = createPartWriter(join(folder, 'one'), Infinity);
  const other = createPartWriter(join(folder, 'other'), Infinity);
  one.begin(0).raw('{"text":"one"}');
  other.begin(0).raw('{"text":"other"}');
  one.end();
  other.end();
  const [first, second] = [await one.finish(), await other.finish()];
  expect(await readFile(first.path, 'utf8')).toBe('{"text":"one"}');
  expect(await readFile(second.path, 'utf8')).toBe('{"text":"other"}');
});
