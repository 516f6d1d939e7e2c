import { Readable } from 'node:stream';
import { type ActivityDeps } from '../../../activities';
import {
  groupTriesMax,
  INDEX_STAGES,
  searchEngineAway,
  storeTriesMax,
} from '../../../src/domain/documents/index-job';
import { parseTriesMax } from '../../../src/domain/documents/parse-lane';
import { createEmbedder, ModelError } from '../../../src/models';
import { createDocumentWrites } from '../../../src/stores/documents/document-writes';
import { type JobFileRow } from '../../../src/stores/documents/index-jobs/job-file-row';
import { createSearchIndex } from '../../../src/stores/documents/search-index';
import { embeddingModelFolder, obtainTimeoutMs } from '../../setup/embedding-model';
import { fullSearchEngine } from '../../setup/full-search-engine';
import { type ActivityStack, newAttempt, startActivityStack, stepOf } from '../activity-stack';
import { type FileJob, type FileJobOptions, startFileJob } from './file-job';

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

const text = (n: number) => Buffer.from(`The pump of station ${n} was repaired in the morning shift.`);

const jobOf = (files: readonly (readonly [string, Buffer])[], options?: FileJobOptions) =>
  startFileJob(stack, files, options);

const texts = (count: number) =>
  Array.from({ length: count }, (_, n): [string, Buffer] => [`${n}.txt`, text(n)]);

const indexFiles = ({ jobId, numbers }: FileJob, deps: Partial<ActivityDeps> = {}, attempt = 1) =>
  stack.run('indexFiles', { jobId, files: numbers }, { attempt, deps: { embedder, ...deps } });

const rowsOf = ({ jobId }: FileJob): Promise<JobFileRow[]> => stack.stores.jobFiles.page(jobId, -1, 100);

const statesOf = async (job: FileJob) => (await rowsOf(job)).map(({ state }) => state);

/** Names of what the collection shows, and how many versions of documents there are beside. */
async function shown({ collection, jobId }: FileJob): Promise<{ names: string[]; unpublished: number }> {
  const { stores, mongo } = stack;
  const now = (await stores.collections.findById(collection._id))!;
  const { documents } = await stores.documents.list(now, { offset: 0, limit: 100 });
  expect(now.counts.documents).toBe(documents.length);
  const unpublished = await mongo.db.collection('documents').countDocuments({ jobId, added: null });
  return { names: documents.map(({ filename }) => filename).sort(), unpublished };
}

const named = (...numbers: number[]) => numbers.map((n) => `${n}.txt`).sort();

it('small files become documents together, each with its chunk in both stores and its own end', async () => {
  const job = await jobOf(texts(40));
  await expect(indexFiles(job)).resolves.toEqual({ left: [] });
  expect(await shown(job)).toEqual({ names: named(...job.numbers), unpublished: 0 });
  for (const row of await rowsOf(job))
    expect(row).toMatchObject({
      state: 'completed',
      chunks: 1,
      input: null,
      modality: 'document',
      attempts: 1,
    });
  const { counts, stage } = (await stack.stores.indexJobs.get(job.jobId))!;
  expect(counts).toMatchObject({ indexed: 40, failed: 0 });
  expect(stage).toBe(INDEX_STAGES.indexOf('embedding'));
  // The first document decides where the rows of a collection lie.
  const { layers } = (await stack.stores.collections.findById(job.collection._id))!;
  const { namespace } = layers.at(-1)!;
  await stack.search.refresh([namespace]);
  const found = await stack.search.search([namespace], {
    size: 0,
    track_total_hits: true,
    query: { term: { namespace } },
  });
  expect(found.hits.total).toMatchObject({ value: 40 });
});

it('documents and chunks have tags and a summary where the job asks for them, and it shows the stage', async () => {
  const job = await jobOf(texts(3), { tagsSummary: true });
  await expect(indexFiles(job)).resolves.toEqual({ left: [] });
  const { db } = stack.mongo;
  const documents = await db.collection('documents').find({ jobId: job.jobId }).toArray();
  const versionId = { $in: documents.map(({ _id }) => _id) };
  const chunks = await db.collection('chunks').find({ versionId }).toArray();
  expect(chunks).toHaveLength(3);
  for (const { tags, summary } of [...documents, ...chunks]) {
    expect(tags).toContainEqual(expect.stringContaining('pump'));
    expect(summary).toContain('was repaired in the morning shift');
  }
});

it('what the describer refuses is indexed without tags, and the job says so', async () => {
  const job = await jobOf(texts(1), { tagsSummary: true });
  const describer = { model: null, describe: () => Promise.reject(new ModelError('status 400', false)) };
  await expect(indexFiles(job, { describer })).resolves.toEqual({ left: [] });
  expect((await shown(job)).names).toEqual(named(0));
  const { warnings } = (await stack.stores.indexJobs.get(job.jobId))!;
  expect(warnings).toEqual(['0.txt: parts of it have no tags and summary, because the model refused them.']);
});

it('a text that the describer refuses costs no other its tags, and what was answered is not asked again', async () => {
  const words = (word: string) => `${word} `.repeat(200).trim();
  const long = ['pumps', 'refused', 'valves'].map(words).join('\n\n');
  const job = await jobOf([...texts(2), ['long.txt', Buffer.from(long)]], { tagsSummary: true });
  const asked: string[] = [];
  const describer: ActivityDeps['describer'] = {
    model: 'one that is paid',
    describe: ([chunk]) => {
      asked.push(chunk!.text);
      if (chunk!.text.includes('refused')) return Promise.reject(new ModelError('status 400', false));
      return Promise.resolve([{ tags: [chunk!.text.split(' ')[0]!], summary: chunk!.text }]);
    },
  };
  const away: ActivityDeps['embedder'] = {
    ...embedder,
    embed: () => Promise.reject(new ModelError('status 503', true)),
  };
  await expect(indexFiles(job, { describer, embedder: away })).resolves.toEqual({ left: job.numbers });
  await expect(indexFiles(job, { describer }, 2)).resolves.toEqual({ left: [] });
  const answered = asked.filter((text) => !text.includes('refused'));
  expect(new Set(answered).size).toBe(answered.length);
  const { db } = stack.mongo;
  const documents = await db
    .collection('documents')
    .find({ jobId: job.jobId, filename: 'long.txt' })
    .toArray();
  const chunks = await db.collection('chunks').find({ versionId: documents[0]!._id }).toArray();
  expect(chunks.length).toBeGreaterThan(2);
  for (const { tags, text } of chunks)
    expect(tags).toEqual((text as string).includes('refused') ? [] : [(text as string).split(' ')[0]]);
});

it('a file that cannot be read fails alone, and a large one is left, while the others are indexed', async () => {
  const job = await jobOf([
    ...texts(3),
    ['empty.txt', Buffer.alloc(0)],
    ['broken.pdf', Buffer.from('%PDF-1.7\nnothing of it is a document')],
    ['large.txt', Buffer.alloc(200_000, 'a sentence. ')],
  ]);
  await expect(indexFiles(job)).resolves.toEqual({ left: [5] });
  const rows = await rowsOf(job);
  expect(rows.slice(0, 3).map(({ state }) => state)).toEqual(['completed', 'completed', 'completed']);
  expect(rows[3]).toMatchObject({ state: 'failed', error: 'empty_file' });
  expect(rows[4]).toMatchObject({ state: 'failed', error: 'parse_failed' });
  expect(await shown(job)).toEqual({ names: named(0, 1, 2), unpublished: 0 });
  expect((await stack.stores.indexJobs.get(job.jobId))!.counts).toMatchObject({ indexed: 3, failed: 2 });
});

it('a file that brings its parser down for a reason of our own is left, and the others are indexed', async () => {
  const { fileParser } = stack.deps;
  const job = await jobOf(texts(6));
  const left = indexFiles(job, {
    smallFileParser: {
      ...fileParser,
      parseFile: (request, hooks) =>
        request.filename === '2.txt'
          ? Promise.reject(new Error('the thread is gone'))
          : fileParser.parseFile(request, hooks),
    },
  });
  await expect(left).resolves.toEqual({ left: [2] });
  expect(await shown(job)).toEqual({ names: named(0, 1, 3, 4, 5), unpublished: 0 });
});

it('a name that the collection has with other bytes is a conflict of that file alone', async () => {
  const before = await jobOf([['1.txt', Buffer.from('Something else was here before.')]]);
  await indexFiles(before);
  const job = await jobOf(texts(3));
  await stack.mongo.db
    .collection<{ _id: string }>('jobs')
    .updateOne({ _id: job.jobId }, { $set: { collectionId: before.collection._id } });
  await expect(indexFiles(job)).resolves.toEqual({ left: [] });
  const rows = await rowsOf(job);
  expect(rows.map(({ state, error }) => error ?? state)).toEqual(['completed', 'name_conflict', 'completed']);
});

it('files that an unreachable embedder delays continue in steps, and are stored once', async () => {
  const job = await jobOf(texts(4));
  const away: ActivityDeps['embedder'] = {
    ...embedder,
    embed: () => Promise.reject(new ModelError('status 503', true)),
  };
  await expect(indexFiles(job, { embedder: away })).resolves.toEqual({ left: [0, 1, 2, 3] });
  expect(await statesOf(job)).toEqual(Array(4).fill('processing'));
  expect((await shown(job)).names).toEqual([]);
  for (const file of job.numbers) {
    const ref = { jobId: job.jobId, file };
    await stack.run('parseFile', ref);
    await stack.run('storeFile', ref, { deps: { embedder } });
  }
  expect(await shown(job)).toEqual({ names: named(...job.numbers), unpublished: 0 });
  expect(await statesOf(job)).toEqual(Array(4).fill('completed'));
});

describe('a group', () => {
  /** An attempt after so many that died with their worker. */
  async function attempt(deaths: number, { jobId, numbers }: FileJob, deps: Partial<ActivityDeps> = {}) {
    const env = newAttempt(100);
    for (let death = 0; death < deaths; death++) {
      const dying = { writer: `killed ${death}`, step: stepOf(env) };
      await stack.stores.jobFiles.enterAll(jobId, numbers, 'extracting', dying);
    }
    return stack.run('indexFiles', { jobId, files: numbers }, { env, deps: { embedder, ...deps } });
  }

  it('is done by the attempt after one that died, and left untouched by the one after the last', async () => {
    const job = await jobOf(texts(2));
    await expect(attempt(groupTriesMax, job)).resolves.toEqual({ left: [0, 1] });
    expect((await shown(job)).names).toEqual([]);
    expect((await rowsOf(job)).map(({ attempts }) => attempts)).toEqual([3, 3]);
    await expect(attempt(groupTriesMax - 1, job)).resolves.toEqual({ left: [] });
    expect((await shown(job)).names).toEqual(named(0, 1));
  });

  it('that breaks off is tried again, and left when the last try breaks off', async () => {
    const job = await jobOf(texts(2));
    const broken = { scratchFolder: '/nowhere' };
    await expect(attempt(0, job, broken)).rejects.toThrow();
    await expect(attempt(groupTriesMax - 1, job, broken)).resolves.toEqual({ left: [0, 1] });
  });
});

it.each([
  ['parseFile', parseTriesMax],
  ['storeFile', storeTriesMax],
] as const)('%s of a file that kills its worker each time ends with try %d', async (step, triesMax) => {
  const { jobId } = await jobOf(texts(1));
  const ref = { jobId, file: 0 };
  if (step === 'storeFile') await stack.run('parseFile', ref);
  const env = newAttempt(100);
  for (let tries = 1; tries <= triesMax; tries++)
    await stack.stores.jobFiles.enter(jobId, 0, 'extracting', {
      writer: `killed ${tries}`,
      step: stepOf(env),
    });
  await expect(stack.run(step, ref, { env })).rejects.toMatchObject({
    type: 'internal_error',
    nonRetryable: true,
  });
  const [row] = await stack.stores.jobFiles.page(jobId, -1, 1);
  expect(row).toMatchObject({ state: 'processing', attempts: triesMax + 1 });
});

it('files that a full search engine delays continue in steps, which say why they fail', async () => {
  // Collections of the other environment share an index that is there already.
  const job = await jobOf(texts(2), { environment: 'staging' });
  let isFull = true;
  const search = createSearchIndex(fullSearchEngine(stack.elasticsearch, () => isFull));
  const documentWrites = createDocumentWrites({ db: stack.mongo.db, search });
  await expect(indexFiles(job, { documentWrites })).resolves.toEqual({ left: [0, 1] });
  const [first, second] = job.numbers.map((file) => ({ jobId: job.jobId, file }));
  for (const ref of [first!, second!]) await stack.run('parseFile', ref);
  const storeFile = (ref: typeof first) =>
    stack.run('storeFile', ref!, { deps: { embedder, documentWrites } });
  await expect(storeFile(first)).rejects.toMatchObject({ type: searchEngineAway, nonRetryable: false });
  isFull = false;
  await storeFile(second);
  const end = { jobId: job.jobId, ending: 'execution_failed', message: 'no room' } as const;
  await stack.run('finishIndexJob', end, { deps: { documentWrites } });
  expect(await shown(job)).toEqual({ names: named(1), unpublished: 0 });
  expect(await statesOf(job)).toEqual(['failed', 'completed']);
});

it.each([
  ['opened', 'open'],
  ['written', 'addChunks'],
  ['published', 'publish'],
] as const)(
  'an attempt that dies while documents are %s is followed by one that leaves each there once',
  async (_, step) => {
    const { documentWrites } = stack.deps;
    const job = await jobOf(texts(12));
    let calls = 0;
    // Half of them reach the store, and every answer is lost.
    const dying = { ...documentWrites } as Record<string, unknown>;
    dying[step] = async (...given: unknown[]) => {
      if (calls++ % 2 === 0) await (documentWrites[step] as (...a: unknown[]) => Promise<unknown>)(...given);
      throw new Error('killed');
    };
    const first = indexFiles(job, { documentWrites: dying as unknown as ActivityDeps['documentWrites'] });
    expect((await first).left).toHaveLength(12);
    await expect(indexFiles(job, {}, 2)).resolves.toEqual({ left: [] });
    expect(await shown(job)).toEqual({ names: named(...job.numbers), unpublished: 0 });
    expect(new Set(await statesOf(job))).toEqual(new Set(['completed']));
  },
);

it('cancelled, it stops, and the end of the job leaves what was not done without a trace', async () => {
  const job = await jobOf(texts(10));
  const env = newAttempt();
  const slow: ActivityDeps['embedder'] = {
    ...embedder,
    embed: (_texts, _kind, signal) =>
      new Promise((_resolve, reject) => {
        const stop = () => {
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', stop);
        // Texts that were read late are asked for when all is over.
        if (signal.aborted) stop();
        env.cancel();
      }),
  };
  const { jobId, numbers } = job;
  const run = stack.run('indexFiles', { jobId, files: numbers }, { env, deps: { embedder: slow } });
  await expect(run).rejects.toMatchObject({ name: 'CancelledFailure' });
  await stack.run('finishIndexJob', { jobId, ending: 'cancelled', message: null });
  expect(await shown(job)).toEqual({ names: [], unpublished: 0 });
  expect(new Set(await statesOf(job))).toEqual(new Set(['cancelled']));
});

it('stops when the job has ended elsewhere', async () => {
  const job = await jobOf(texts(2));
  await stack.run('finishIndexJob', { jobId: job.jobId, ending: 'cancelled', message: null });
  await expect(indexFiles(job)).rejects.toMatchObject({ type: 'job_not_running', nonRetryable: true });
});

it('passes over files that have ended', async () => {
  const job = await jobOf(texts(3));
  await indexFiles(job);
  const before = await rowsOf(job);
  await expect(indexFiles(job, {}, 2)).resolves.toEqual({ left: [] });
  expect(await rowsOf(job)).toEqual(before);
});

it('an attempt that comes too late with its copy of a file takes the copy away again', async () => {
  const { stores, deps } = stack;
  const job = await jobOf([]);
  const origin = { kind: 'link' as const, url: 'https://files.example/late.txt' };
  const listed = { uri: origin.url, filename: 'late.txt', identity: 'late', origin, skipReason: null };
  await stores.jobFiles.replaceFrom(job.jobId, 0, [listed]);
  const download = () =>
    Promise.resolve({ body: Readable.from([text(1)]), contentType: null, filename: null, byteSize: null });
  const keys: string[] = [];
  const put: typeof deps.blobs.put = async (key, ...rest) => {
    const stored = await deps.blobs.put(key, ...rest);
    keys.push(key);
    await stores.jobFiles.enter(job.jobId, 0, 'extracting', { writer: 'the next attempt', step: 'b' });
    return stored;
  };
  const late = { outbound: { ...deps.outbound, download }, blobs: { ...deps.blobs, put } };
  const fetched = stack.run('fetchFile', { jobId: job.jobId, file: 0 }, { deps: late });
  await expect(fetched).rejects.toThrow('another attempt has taken the file');
  expect(keys).toHaveLength(1);
  await expect(deps.blobs.read(keys[0]!)).rejects.toThrow();
  expect((await rowsOf(job))[0]!.input).toBeNull();
});

it('files are held for as they are read, and those that the credits do not cover fail by themselves', async () => {
  const { credits } = stack.stores;
  const { organizationId } = stack;
  await credits.setBalance(organizationId, 2);
  const job = await jobOf(texts(6));
  await expect(indexFiles(job)).resolves.toEqual({ left: [] });
  const ends = (await rowsOf(job)).map(({ state, error }) => error ?? state).sort();
  expect(ends).toEqual([
    ...Array<string>(4).fill('completed'),
    ...Array<string>(2).fill('insufficient_credits'),
  ]);
  expect(await credits.account(organizationId)).toEqual({ balance: 2, held: 2, remaining: 0 });
  await stack.run('finishIndexJob', { jobId: job.jobId, ending: 'done', message: null });
  expect(await credits.account(organizationId)).toEqual({ balance: 0, held: 0, remaining: 0 });
  expect(await stack.stores.indexJobs.get(job.jobId)).toMatchObject({
    state: 'completed_with_errors',
    billing: { pages: 4, credits: 2, remaining: 0 },
  });
  await credits.setBalance(organizationId, null);
});

it('a hold that outlives its job is released, one of a running job is not', async () => {
  const { credits, indexJobs } = stack.stores;
  const { organizationId } = stack;
  await credits.setBalance(organizationId, 10);
  const [ended, running] = [await jobOf(texts(1)), await jobOf(texts(1))];
  await stack.run('finishIndexJob', { jobId: ended.jobId, ending: 'cancelled', message: null });
  expect((await indexJobs.get(ended.jobId))!.checkAt).toBeUndefined();
  for (const { jobId } of [ended, running])
    await credits.raiseBy(organizationId, { id: jobId, kind: 'index' }, 1);
  const longAgo = { $set: { 'holds.$[].at': new Date(0) } };
  await stack.mongo.db
    .collection<{ _id: string }>('organizations')
    .updateOne({ _id: organizationId }, longAgo);
  await stack.run('releaseOrphanHolds', undefined);
  expect((await credits.account(organizationId)).held).toBe(1);
  await credits.release(organizationId, running.jobId);
  await credits.setBalance(organizationId, null);
});
