import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type ActivityDeps } from '../../../activities';
import { documentBlobs } from '../../../src/domain/documents/document-blobs';
import { type MaskingBounds, type MaskingOptions } from '../../../src/domain/documents/masking';
import { readReport } from '../../../src/masking-report';
import { type Chat, createEmbedder } from '../../../src/models';
import { ParseError } from '../../../src/parsing';
import { type ChunkRow } from '../../../src/stores/documents/contents/chunks';
import { type JobFileRow } from '../../../src/stores/documents/index-jobs/job-file-row';
import { fileReader } from '../../parsing/document/file-reader';
import { lines, makePdf } from '../../../packages/document-reader/test/pdf/make-pdf';
import { embeddingModelFolder, obtainTimeoutMs } from '../../setup/embedding-model';
import { type ActivityStack, startActivityStack } from '../activity-stack';
import { type FileJob, startFileJob } from './file-job';

const { read } = fileReader();
const pictures = join(__dirname, '../../parsing/document/fixtures/pictures');
const hosted: MaskingOptions = {
  fields: [],
  instructions: null,
  engine: 'hosted',
  asked: [],
  near: false,
  fallback: { engines: [], retryBudgetSeconds: 0 },
};

let stack: ActivityStack;
let embedder: ActivityDeps['embedder'];
beforeAll(async () => {
  stack = await startActivityStack();
  embedder = createEmbedder({
    EMBEDDING_MODEL_DIR: await embeddingModelFolder(),
    EMBEDDING_THREADS: 1,
    EMBEDDING_BASE_URL: undefined,
    EMBEDDING_API_KEY: undefined,
    EMBEDDING_MODEL: undefined,
    EMBEDDING_DIMENSIONS: undefined,
  });
}, obtainTimeoutMs);
afterAll(async () => {
  await embedder.close();
  await stack.close();
});

/** A model that finds these values under one tag; `asked` are the texts that it was given. */
function finding(tag: string, ...values: string[]): Chat & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    model: 'finder',
    ask: ({ content, schema }, signal) => {
      signal.throwIfAborted();
      const { texts } = JSON.parse(content) as { texts: { number: number; text: string }[] };
      asked.push(...texts.map(({ text }) => text));
      const found = texts.flatMap(({ number, text }) =>
        values.filter((value) => text.includes(value)).map((value) => ({ number, value, tag })),
      );
      return Promise.resolve(schema.parse({ found }));
    },
  };
}

/** A worker whose engines ask this model. */
function depsOf(chat: Chat): Partial<ActivityDeps> {
  return { embedder, piiModels: { ...stack.deps.piiModels, chat } };
}

const maskingJob = (name: string, content: Buffer) =>
  startFileJob(stack, [[name, content]], { masking: hosted });

const fileOf = async ({ jobId }: FileJob): Promise<JobFileRow> =>
  (await stack.stores.jobFiles.get(jobId, 0))!;

/** Takes a file through the steps for large ones. */
async function inSteps({ jobId }: FileJob, chat: Chat): Promise<void> {
  for (const step of ['parseFile', 'maskFile', 'storeFile'] as const)
    await stack.run(step, { jobId, file: 0 }, { deps: depsOf(chat) });
}

const together = async ({ jobId, numbers }: FileJob, chat: Chat): Promise<void> => {
  expect(await stack.run('indexFiles', { jobId, files: numbers }, { deps: depsOf(chat) })).toEqual({
    left: [],
  });
};

/** Chunks of the document that a file has become. */
async function chunksOf(job: FileJob): Promise<ChunkRow[]> {
  const [document] = (await fileOf(job)).documents;
  return stack.mongo.db
    .collection<ChunkRow>('chunks')
    .find({ versionId: document!.versionId })
    .sort({ index: 1 })
    .toArray();
}

/** The pictures that are kept of a document, by what a reader sees in them. */
async function picturesOf(job: FileJob): Promise<string[]> {
  const [document] = (await fileOf(job)).documents;
  const regions = (await chunksOf(job)).flatMap((chunk) => chunk.regions);
  const seen: string[] = [];
  for (const figureId of new Set(regions.flatMap((region) => region.figureId ?? []))) {
    const key = documentBlobs(document!.documentId).figure(figureId);
    const stored = await stack.deps.blobs.read(key).catch(() => null);
    if (stored === null) continue;
    const bytes = Buffer.concat((await stored.stream.toArray()) as Buffer[]);
    seen.push((await read(bytes, 'figure.png')).documents[0]!.text);
  }
  return seen;
}

describe.each([
  ['together', together],
  ['in steps', inSteps],
])('small files %s', (_, index) => {
  it('are masked before anything of them is kept', async () => {
    const job = await maskingJob('a.txt', Buffer.from('Signed by Maria Lopez.\n\nPaid by MARIA LOPEZ.'));
    await index(job, finding('PERSON', 'Maria Lopez'));
    expect((await chunksOf(job)).map(({ text }) => text).join()).toBe(
      'Signed by <PERSON>.\n\nPaid by <PERSON>.',
    );
    expect(await fileOf(job)).toMatchObject({
      state: 'completed',
      masking: {
        requestedEngine: 'hosted',
        usedEngines: ['hosted'],
        fallbackUsed: false,
        model: 'finder',
        coverage: { text: 1, tables: 1, images: 1 },
        imageRedaction: 'none_found',
        counts: { PERSON: 2 },
      },
    });
  });

  it.each(['sign.png', 'python-docx.docx'])(
    'have black boxes over what is masked in the pictures of %s',
    async (name) => {
      const job = await maskingJob(name, await readFile(join(pictures, name)));
      await index(job, finding('PASSPORT', 'QX 4711'));
      const seen = await picturesOf(job);
      expect(seen.join()).toContain('gasket');
      expect(seen.join()).not.toMatch(/QX|4711/);
      expect((await fileOf(job)).masking).toMatchObject({
        imageRedaction: 'applied',
        coverage: { images: 1 },
      });
    },
  );
});

it.each([
  ['together', together],
  ['in steps', inSteps],
])('files %s are masked by the bounds of the job, and what is nearly masked is counted', async (_, index) => {
  const text = 'Mail ann@example.com about the invoice. The number is 5544 667 788, said Anna Kowalski.';
  const masking: MaskingOptions = { ...hosted, engine: 'classifier', near: true };
  const start = (maskingBounds: MaskingBounds) =>
    startFileJob(stack, [['a.txt', Buffer.from(text)]], { masking, maskingBounds });
  const none = finding('PERSON');
  const usual = await start({});
  await index(usual, none);
  const [chunk] = await chunksOf(usual);
  expect(chunk!.text).toBe('Mail <EMAIL> about the invoice. The number is 5544 667 788, said <PERSON>.');
  const { masking: report } = await fileOf(usual);
  expect(report).toMatchObject({ counts: { EMAIL: 1, PERSON: 1 }, nearCounts: { PHONE: 1 } });
  const read = await readReport(stack.deps.blobs, {
    folder: report!.folder,
    part: 'chunks',
    values: null,
    near: true,
  });
  const near = [];
  for await (const line of read) near.push(...line.near);
  expect(near.map(({ start, end }) => chunk!.text.slice(start, end))).toEqual(['5544 667 788']);

  const turned = await start({ PHONE: 'wider', EMAIL: 'off' });
  await index(turned, none);
  expect((await chunksOf(turned))[0]!.text).toBe(
    'Mail ann@example.com about the invoice. The number is <PHONE>, said <PERSON>.',
  );
  expect((await fileOf(turned)).masking).toMatchObject({
    counts: { PHONE: 1, PERSON: 1 },
    nearCounts: { EMAIL: 1 },
  });
});

it('pictures that cannot be examined are not kept', async () => {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><text>QX 4711</text></svg>');
  const page = `<p>Text.</p><img alt="a drawing" src="data:image/svg+xml;base64,${drawing.toString('base64')}">`;
  const broken = `<img alt="broken" src="data:image/png;base64,${(await readFile(join(pictures, 'sign.png'))).subarray(0, 300).toString('base64')}">`;
  const job = await maskingJob('a.html', Buffer.from(page + broken));
  await together(job, finding('PASSPORT', 'QX 4711'));
  expect(await picturesOf(job)).toEqual([]);
  const { masking } = await fileOf(job);
  expect(masking).toMatchObject({ imageRedaction: 'not_supported', coverage: { images: 0 } });
});

it('an attempt continues behind the ranges that earlier attempts have searched', async () => {
  const filler = 'It is long enough for a chunk of its own, or nearly so, with what follows on the page. ';
  const pages = Array.from({ length: 500 }, (_, n) => ({
    content: lines([`Page ${n} was signed by Maria Lopez.`, ...Array<string>(5).fill(filler)], 72, 700),
  }));
  const job = await maskingJob('long.pdf', makePdf(pages));
  const file = { jobId: job.jobId, file: 0 };
  await stack.run('parseFile', file);
  const whole = finding('PERSON', 'Maria Lopez');
  const dying: Chat = {
    model: 'finder',
    ask: (question, signal) =>
      question.content.includes('Page 499 was')
        ? Promise.reject(new TypeError('killed'))
        : whole.ask(question, signal),
  };
  await expect(stack.run('maskFile', file, { deps: depsOf(dying) })).rejects.toThrow();
  expect(whole.asked.join('\n')).toContain('Page 0 was');
  const again = finding('PERSON', 'Maria Lopez');
  await stack.run('maskFile', file, { deps: depsOf(again), attempt: 2 });
  expect(again.asked.join('\n')).not.toContain('Page 0 was');
  expect(again.asked.join('\n')).toContain('Page 499 was');
});

it('what fails of a masked file says nothing of its content', async () => {
  const job = await maskingJob('a.docx', Buffer.from('PK'));
  const quoting = new ParseError('parse_failed', 'Damaged near "Maria Lopez".', {
    cause: new Error('unexpected <Maria Lopez>'),
  });
  const fileParser = { ...stack.deps.fileParser, parseFile: () => Promise.reject(quoting) };
  const failed = stack.run('parseFile', { jobId: job.jobId, file: 0 }, { deps: { fileParser } });
  const error = await failed.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ type: 'parse_failed', nonRetryable: true });
  expect(inspect(error, { depth: 10 })).not.toContain('Maria');
});

it('a file that was not masked is not stored', async () => {
  const job = await maskingJob('a.txt', Buffer.from('Signed by Maria Lopez.'));
  const file = { jobId: job.jobId, file: 0 };
  await stack.run('parseFile', file);
  await expect(stack.run('storeFile', file, { deps: { embedder } })).rejects.toThrow();
  expect(await stack.mongo.db.collection('documents').countDocuments({ jobId: job.jobId })).toBe(0);
});
