import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createBlobStore } from '../../src/blobs';
import { readConfig } from '../../src/config';
import { type MaskedText, maskingReportBlobs } from '../../src/domain/documents/masking';
import {
  createReportKey,
  createReportWriter,
  fileReportKeys,
  openReportKey,
  readReport,
  type ReportedText,
} from '../../src/masking-report';
import { createSealer, SealError } from '../../src/signing/sealed-text';

const jobId = 'job_01JD3V5W8QXK2M4N6P7R9S0T1V';
const sealer = createSealer([randomBytes(32)]);
const text = (place: Partial<MaskedText>, ...values: string[]): MaskedText => ({
  document: 0,
  chunk: null,
  page: null,
  field: 'text',
  ...place,
  spans: values.map((value, at) => ({ start: at * 10, end: at * 10 + 7, tag: 'EMAIL', value })),
  near: place.near ?? [],
});

let folder: string;
let blobs: ReturnType<typeof createBlobStore>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-report-'));
  const SIGNING_KEY = randomBytes(32).toString('base64');
  blobs = createBlobStore(readConfig({ SIGNING_KEY, BLOB_FOLDER: join(folder, 'blobs') }));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;

/** Writes a report; answers how it is read. */
async function written(texts: readonly MaskedText[], key = createReportKey(sealer, jobId)) {
  const at = maskingReportBlobs(jobId).file(++files, 'token');
  const scratch = await mkdtemp(join(folder, 'scratch-'));
  const values = openReportKey(sealer, key, jobId);
  const writer = createReportWriter(blobs, { values, folder: at, scratch });
  for (const one of texts) await writer.add(one);
  const parts = await writer.store();
  const read = async (part: 'document' | 'chunks', opened: typeof values | null, near = false) => {
    const found: ReportedText[] = [];
    for await (const one of await readReport(blobs, { folder: at, part, values: opened, near }))
      found.push(one);
    return found;
  };
  return { at, values, parts, read };
}

const rawOf = async (key: string) => ((await (await blobs.read(key)).stream.toArray()) as Buffer[]).join('');

test('places that were nearly masked are read where they are wanted, and have no values', async () => {
  const near = [{ start: 20, end: 25, tag: 'PERSON', score: 0.31 }];
  const { read, values } = await written([
    text({ chunk: 0, near }, 'ann@example.com'),
    text({ chunk: 1, near }),
    text({ chunk: 2 }),
  ]);
  const places = async (...wanted: Parameters<typeof read>) =>
    (await read(...wanted)).map((one) => [one.chunk, one.spans.length, one.near]);
  expect(await places('chunks', values, true)).toEqual([
    [0, 1, near],
    [1, 0, near],
  ]);
  expect(await places('chunks', values)).toEqual([[0, 1, []]]);
});

test('chunks and the rest of a file are two reports, in the order in which they came, without texts that hold nothing', async () => {
  const { read } = await written([
    text({ field: 'title' }, 'ann@example.com'),
    text({ chunk: 0 }, 'ann@example.com', 'bob@example.com'),
    text({ chunk: 1 }),
    text({ page: 3 }, 'bob@example.com'),
    text({ document: 1, chunk: 0, field: 'heading_path.0' }, 'carl@example.com'),
  ]);
  const none = { document: 0, chunk: null, page: null, near: [] };
  expect(await read('document', null)).toEqual([
    { ...none, field: 'title', spans: [{ tag: 'EMAIL', start: 0, end: 7 }] },
    { ...none, page: 3, field: 'text', spans: [{ tag: 'EMAIL', start: 0, end: 7 }] },
  ]);
  expect(await read('chunks', null)).toEqual([
    {
      ...none,
      chunk: 0,
      field: 'text',
      spans: [
        { tag: 'EMAIL', start: 0, end: 7 },
        { tag: 'EMAIL', start: 10, end: 17 },
      ],
    },
    {
      ...none,
      document: 1,
      chunk: 0,
      field: 'heading_path.0',
      spans: [{ tag: 'EMAIL', start: 0, end: 7 }],
    },
  ]);
});

test('values come with the key of the job only, and nothing that is stored shows them', async () => {
  const { at, read, values } = await written([
    text({ chunk: 0 }, 'ann@example.com'),
    text({}, 'Ann\nLee "x"'),
  ]);
  expect((await read('chunks', values))[0]!.spans).toEqual([
    { tag: 'EMAIL', start: 0, end: 7, value: 'ann@example.com' },
  ]);
  expect((await read('document', values))[0]!.spans[0]!.value).toBe('Ann\nLee "x"');
  for (const key of fileReportKeys(at)) expect(await rawOf(key)).not.toMatch(/ann|lee/i);

  const other = openReportKey(sealer, createReportKey(sealer, jobId), jobId);
  await expect(read('chunks', other)).rejects.toBeInstanceOf(SealError);
});

test('the key opens for its own job only', () => {
  expect(() => openReportKey(sealer, createReportKey(sealer, jobId), 'job_other')).toThrow(SealError);
});

test('values of a line that was moved to another place do not open', async () => {
  const key = createReportKey(sealer, jobId);
  const first = await written(
    [text({ chunk: 0 }, 'ann@example.com'), text({ chunk: 1 }, 'bob@example.com')],
    key,
  );
  const [, chunks] = fileReportKeys(first.at);
  const lines = (await rawOf(chunks!)).trimEnd().split('\n').reverse();
  await blobs.put(chunks!, Readable.from([Buffer.from(`${lines.join('\n')}\n`)]), {
    contentType: 'text/plain',
  });
  await expect(first.read('chunks', first.values)).rejects.toBeInstanceOf(SealError);
  expect(await first.read('chunks', null)).toHaveLength(2);
});

test('a report of a hundred thousand texts comes back whole', async () => {
  const texts = Array.from({ length: 100_000 }, (_, chunk) => text({ chunk }, `person${chunk}@example.com`));
  const { read, values } = await written(texts);
  const found = await read('chunks', values);
  expect(found.map(({ chunk }) => chunk)).toEqual(texts.map(({ chunk }) => chunk));
  expect(found.at(-1)!.spans[0]!.value).toBe('person99999@example.com');
});

test('of a file only the reports that have texts are stored', async () => {
  expect((await written([])).parts).toEqual([]);
  const { at, parts } = await written([text({ chunk: 0 }, 'ann@example.com')]);
  expect(parts).toEqual(['chunks']);
  const [document] = fileReportKeys(at);
  await expect(blobs.stat(document!)).rejects.toThrow();
});
