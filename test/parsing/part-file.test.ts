import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunkSeparator } from '../../src/domain/parse-result';
import { createPartWriter, type PartFile, pageRange, parseChunks, readPartRange } from '../../src/parsing';
import { JsonText } from '../../src/parsing/spreadsheet/display/json-text';
import { pageBytes } from '../../src/parsing/spreadsheet/part-file';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-part-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** A part with one chunk per text. */
function writePart(texts: readonly string[], firstChunk = 0): PartFile {
  const part = createPartWriter(join(folder, `part-${firstChunk}`));
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
  const { path, bytes } = writePart(odd);
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
  const part = writePart([]);
  expect(part).toMatchObject({ bytes: 0, pages: [] });
  expect(parseChunks(await readFile(part.path))).toEqual([]);
  expect(pageRange(part, 0)).toBeNull();
});

it('parts join to one JSON array, as bytes', async () => {
  const parts = [writePart(['a', 'b'], 0), writePart(['c'], 2), writePart(['d', 'e'], 3)];
  const bodies = await Promise.all(parts.map(({ path }) => readFile(path, 'utf8')));
  const all = JSON.parse(`[${bodies.join(chunkSeparator)}]`) as { chunk_index: number }[];
  expect(indexes(all)).toEqual([0, 1, 2, 3, 4]);
});

it('a text longer than the buffer is written as it is', async () => {
  const part = createPartWriter(join(folder, 'long'));
  const text = new JsonText();
  text.cell('long '.repeat(400_000));
  for (const index of [0, 1]) {
    const out = part.begin(index);
    out.raw(`{"chunk_index":${index},"text":"`);
    part.append(text);
    out.raw('"}');
    part.end();
  }
  const { path, bytes } = part.finish();
  const written = await readFile(path);
  expect(written.length).toBe(bytes);
  expect(parseChunks(written).map((chunk) => chunk.text.length)).toEqual([2_000_000, 2_000_000]);
});

it('the page of a chunk holds it, and is read without the rest of the part', async () => {
  const part = writePart(texts(900, 2_000), 7);
  expect(part.pages[0]).toEqual({ chunkIndex: 7, offset: 0 });
  expect(part.pages.length).toBeGreaterThan(5);
  for (const chunk of [7, 8, 100, 500, 906]) {
    const { start, end } = pageRange(part, chunk)!;
    const found = indexes(await readPartRange(part.path, start, end));
    expect(found).toContain(chunk);
    expect(end - start).toBeLessThan(2 * pageBytes);
  }
  expect(pageRange(part, 6)).toBeNull();
});

it('pages cover the part without a gap', async () => {
  const part = writePart(texts(400, 3_000));
  const found: number[] = [];
  for (const { chunkIndex } of part.pages) {
    const { start, end } = pageRange(part, chunkIndex)!;
    found.push(...indexes(await readPartRange(part.path, start, end)));
  }
  expect(found).toEqual(texts(400, 0).map((_, i) => i));
  part.pages.slice(1).forEach(({ offset }, i) => {
    expect(offset - part.pages[i]!.offset).toBeGreaterThanOrEqual(pageBytes);
  });
});

it('reading past the end of a part is an error, not fewer chunks', async () => {
  const part = writePart(['a']);
  await expect(readPartRange(part.path, 0, part.bytes + 1)).rejects.toThrow(RangeError);
});

it('a part replaces what an earlier attempt left under its name', async () => {
  writePart(texts(50, 100));
  const { path } = writePart(['only']);
  expect(indexes(parseChunks(await readFile(path)))).toEqual([0]);
});
