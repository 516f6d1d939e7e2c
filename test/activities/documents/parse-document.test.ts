import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type DocumentChunk } from '../../../src/domain/documents/document-chunk';
import { type DocumentParseOptions } from '../../../src/domain/documents/parse-job';
import { quickPatienceMs, slowInput } from '../../../src/domain/documents/parse-lane';
import { createActivities } from '../../../activities';
import { type FileParser, type FileParseRequest } from '../../../src/parsing';
import { holdTimeouts } from '../../setup/held-timeouts';
import { type ActivityStack, newAttempt, startActivityStack } from '../activity-stack';

const root = join(__dirname, '../../..');
const pdf = readFileSync(join(root, 'packages/document-reader/test/pdf/fixtures/tables/continued.pdf'));
const report = readFileSync(join(root, 'test/parsing/document/fixtures/pictures/python-docx.docx'));
const wave = Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt '), Buffer.alloc(64)]);
const asDocument: DocumentParseOptions = {
  type: 'document',
  includeTagsSummary: false,
  processingType: 'basic',
  ocrLanguage: 'auto',
  transcriptionLanguage: null,
};

let stack: ActivityStack;
beforeAll(async () => {
  stack = await startActivityStack();
});
afterAll(() => stack.close());

const job = (input: Buffer) => stack.processingJob(input, asDocument);

const blobText = async (key: string) => text((await stack.deps.blobs.read(key)).stream);

/** All that a job has stored, without its id and the times in its links. */
async function contentOf(jobId: string): Promise<string> {
  const { result, totals } = await stack.row(jobId);
  const { markdown, pages } = result!.documentFiles!;
  const files = [result!.key, markdown.key, ...(pages === null ? [] : [pages.key])].map(blobText);
  return [...(await Promise.all(files)), JSON.stringify(totals)]
    .join('\n')
    .replaceAll(jobId, '<job>')
    .replaceAll(/expires=\d+&sig=[\w-]+/g, '');
}

async function stored(jobId: string): Promise<string> {
  await stack.run('storeResult', { jobId });
  return contentOf(jobId);
}

async function parsedAtOnce(input: Buffer): Promise<string> {
  const jobId = await job(input);
  await stack.run('parseDocument', { jobId });
  return stored(jobId);
}

test('a document becomes a result with Markdown and pages, and nothing else of it stays', async () => {
  const jobId = await job(pdf);
  await expect(stack.run('parseDocument', { jobId })).resolves.toEqual({ chunks: 4 });
  await expect(stack.run('storeResult', { jobId })).resolves.toMatchObject({
    sheets: 0,
    chunks: 4,
    document: { documents: 1, pages: 2, credits: 1 },
  });
  expect((await stack.blobKeys(jobId)).sort()).toEqual([
    expect.stringMatching(/^markdown-.*\.md$/),
    expect.stringMatching(/^pages-.*\.ndjson$/),
    expect.stringMatching(/^result-.*\.json$/),
  ]);
  const { type, chunks } = await stack.result(jobId);
  expect(type).toBe('document');
  expect(chunks.map(({ chunk_id }) => chunk_id)).toEqual([0, 1, 2, 3].map((n) => `${jobId}:${n}`));
  await stack.run('completeParseJob', { jobId, totals: (await stack.row(jobId)).totals! });
  expect(await stack.row(jobId)).toMatchObject({ state: 'completed', creditsUsed: 1 });
});

test('pictures are stored and linked, in chunks and in Markdown', async () => {
  const jobId = await job(report);
  await stack.run('parseDocument', { jobId });
  await stack.run('storeResult', { jobId });
  const chunks = (await stack.result(jobId)).chunks as unknown as DocumentChunk[];
  const figures = chunks.flatMap((chunk) => chunk.figures ?? []);
  expect(figures.length).toBeGreaterThan(0);
  const keys = await stack.blobKeys(jobId);
  const markdown = await blobText((await stack.row(jobId)).result!.documentFiles!.markdown.key);
  for (const { figure_id: id, asset_url: url } of figures) {
    expect(keys).toContain(`assets/${id}`);
    expect(markdown).toContain(`](<${url}>)`);
  }
});

test('an attempt that ends anywhere leaves nothing that the next one minds', async () => {
  const reference = await parsedAtOnce(report);
  const { parseJobs, blobs, credits } = stack.deps;
  const crash = () => Promise.reject(new Error('crash'));
  const broken = [
    { credits: { ...credits, raiseTo: crash } },
    { blobs: { ...blobs, putFile: crash } },
    { parseJobs: { ...parseJobs, savePart: crash } },
    { parseJobs: { ...parseJobs, saveParsed: crash } },
  ];
  const jobId = await job(report);
  for (const [n, deps] of broken.entries())
    await expect(stack.run('parseDocument', { jobId }, { attempt: n + 1, deps })).rejects.toMatchObject({
      type: 'internal_error',
      nonRetryable: false,
    });
  const unread: FileParser = {
    ...stack.deps.fileParser,
    parseFile: () => Promise.reject(new Error('read once more')),
  };
  await stack.run('parseDocument', { jobId }, { attempt: 5, deps: { fileParser: unread } });
  expect((await stack.row(jobId)).parts).toHaveLength(1);
  expect(await stored(jobId)).toBe(reference);
  await stack.run('storeResult', { jobId }, { attempt: 2 });
  expect(await contentOf(jobId)).toBe(reference);
});

test('a document that costs more than its organization has fails, and nothing of it is charged', async () => {
  const { credits } = stack.deps;
  const poor = { ...credits, raiseTo: () => Promise.resolve('insufficient_credits' as const) };
  const jobId = await job(pdf);
  await expect(stack.run('parseDocument', { jobId }, { deps: { credits: poor } })).rejects.toMatchObject({
    type: 'insufficient_credits',
    nonRetryable: true,
  });
  expect((await stack.row(jobId)).parts).toEqual([]);
});

test.each([
  ['a recording without a transcriber', wave, /recording/],
  ['a workbook', Buffer.from('a,b\n1,2\n3,4\n'), /POST \/v3\/parse\/spreadsheets/],
  ['a damaged file', Buffer.from('%PDF-1.7\nnothing'), /./],
])('%s fails for good with a sentence', async (_what, input, sentence) => {
  const jobId = await job(input);
  await expect(stack.run('parseDocument', { jobId })).rejects.toMatchObject({
    type: 'unsupported_file_type',
    message: expect.stringMatching(sentence) as string,
    nonRetryable: true,
  });
});

test('a document that takes too long for the quick lane leaves it', async () => {
  const jobId = await job(pdf);
  holdTimeouts();
  try {
    const slow: FileParser = {
      ...stack.deps.fileParser,
      parseFile: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
          jest.advanceTimersByTime(quickPatienceMs);
        }),
    };
    const { 'parse-quick': quick } = createActivities({ ...stack.deps, smallFileParser: slow });
    await expect(newAttempt(1).run(quick.parseDocument, { jobId })).rejects.toMatchObject({
      type: slowInput,
    });
  } finally {
    jest.useRealTimers();
  }
});

test('a recording leaves the quick lane before a transcriber is asked', async () => {
  const jobId = await job(wave);
  const transcription = { baseUrl: 'http://127.0.0.1:9', apiKey: 'none', model: 'none' };
  const { 'parse-quick': quick } = createActivities({ ...stack.deps, transcription });
  await expect(newAttempt(1).run(quick.parseDocument, { jobId })).rejects.toMatchObject({ type: slowInput });
});

test('nothing that is posted to a parsing thread holds the signing key', async () => {
  const { fileParser, assetUrls } = stack.deps;
  const posted: FileParseRequest[] = [];
  const recording: FileParser = {
    ...fileParser,
    parseFile(request, hooks) {
      posted.push(request);
      return fileParser.parseFile(request, hooks);
    },
  };
  const jobId = await job(pdf);
  await stack.run('parseDocument', { jobId }, { deps: { fileParser: recording } });
  const { folderKey } = posted[0]!.options.markdown!;
  expect(Buffer.from(folderKey.buffer).includes(Buffer.from(assetUrls.signingKey))).toBe(false);
});
