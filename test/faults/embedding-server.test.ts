import { type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type AcceptedIndexJob } from '../../api/documents/indexing/schema';
import {
  type AskedEmbeddings,
  type EmbeddingServer,
  embeddingsBody,
  startEmbeddingServer,
} from '../setup/embedding-server';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { collect, compareStores } from './both-stores';
import { fileForm } from './file-form';

type Misbehave = (response: ServerResponse, asked: AskedEmbeddings) => unknown;

const filesPerJob = 4;
const timesEach = 3;

async function drip(response: ServerResponse, text: string): Promise<void> {
  for (const from of Array.from({ length: 10 }, (_, n) => n)) {
    response.write(text.slice((from * text.length) / 10, ((from + 1) * text.length) / 10));
    await pause(100);
  }
  response.end();
}

/** Faults that the server shows to the first requests of a job, by the text that asks for them. */
const passing: Record<string, Misbehave> = {
  'is too busy, with Retry-After': (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  'is too busy, without a word': (response) => response.writeHead(429).end(),
  'fails with 500': (response) => response.writeHead(500).end('<html>secret-of-the-server</html>'),
  'fails with 503 and a date': (response) =>
    response.writeHead(503, { 'retry-after': new Date(Date.now() + 1_000).toUTCString() }).end(),
  'is overloaded until a moment that has passed': (response) =>
    response.writeHead(503, { 'retry-after': new Date(Date.now() - 5_000).toUTCString() }).end(),
  'is too busy, with a Retry-After of nothing': (response) =>
    response.writeHead(429, { 'retry-after': '0' }).end(),
  'hangs up': (response) => response.destroy(),
  'breaks off in the middle': (response, { vectors }) => {
    response.writeHead(200, { 'content-length': '9999' });
    response.write(embeddingsBody(vectors).slice(0, 20), () => response.destroy());
  },
  'answers with a vector too few': (response, { vectors }) => response.end(embeddingsBody(vectors.slice(1))),
  'answers with a vector too many': (response, { vectors }) =>
    response.end(embeddingsBody([...vectors, vectors[0]])),
  'answers with NaN': (response, { vectors }) =>
    response.end(embeddingsBody(vectors).replaceAll(/\[\d+,/g, '[NaN,')),
  'answers with null for a number': (response, { vectors }) =>
    response.end(embeddingsBody(vectors.map(([, ...rest]) => [null, ...rest]))),
  'answers with numbers past all bounds': (response, { vectors }) =>
    response.end(embeddingsBody(vectors).replaceAll(/\[\d+,/g, '[1e999,')),
};

/** Slow answers that are right in the end. */
const late: Record<string, Misbehave> = {
  'answers slowly': async (response, { vectors }) => {
    await pause(1_000);
    response.end(embeddingsBody(vectors));
  },
  'answers drop by drop': (response, { vectors }) => drip(response, embeddingsBody(vectors)),
};

/** Faults that the server never stops to show, and how the files of such a job end. */
const lasting: Record<string, Misbehave> = {
  'answers with too few dimensions': (response, { vectors }) =>
    response.end(embeddingsBody(vectors.map((vector) => vector.slice(1)))),
  'answers with too many dimensions': (response, { vectors }) =>
    response.end(embeddingsBody(vectors.map((vector) => [...vector, 1]))),
  'refuses the key': (response) => response.writeHead(401).end('{"error":"secret-of-the-server"}'),
};
const all = { ...passing, ...late, ...lasting };
const mixed = 'refuses one text';
const refusedText = 'refused text';

let server: EmbeddingServer;
let stack: OwnStack;
const times = new Map<string, number>();

function answer(asked: AskedEmbeddings, response: ServerResponse): void {
  const { texts, vectors } = asked;
  const what = Object.keys(all).find((name) => texts[0]!.includes(name)) ?? mixed;
  const count = times.get(what) ?? 0;
  times.set(what, count + 1);
  const misbehave = late[what] ?? lasting[what] ?? (count < timesEach ? passing[what] : undefined);
  if (misbehave !== undefined) void misbehave(response, asked);
  else if (texts.some((text) => text.includes(refusedText))) response.writeHead(400).end();
  else response.end(embeddingsBody(vectors));
}

const jobs = new Map<string, Promise<string>>();
const collectionOf = (name: string) => `c-${name.replaceAll(/[^a-z0-9]/gi, '-').toLowerCase()}`;

async function start(name: string, texts: readonly string[]): Promise<string> {
  const collection = collectionOf(name);
  await stack.createCollection(collection);
  const { headers, body } = await fileForm(
    texts.map((text, n) => ({ name: `${n}.txt`, content: Buffer.from(`${text} ${n}`) })),
  );
  const path = `/v2/collections/${collection}/index/file`;
  const sent = { method: 'POST', key: stack.key.text, headers, body: new Uint8Array(body) };
  return stack.accepted(stack.api.request<AcceptedIndexJob>(path, sent));
}

beforeAll(async () => {
  server = await startEmbeddingServer(answer);
  stack = await startOwnStack({ env: server.env });
  await stack.startWorker();
  // All at once, since waiting is most of it.
  for (const name of Object.keys(all))
    jobs.set(name, start(name, Array<string>(filesPerJob).fill(`A server that ${name}, file`)));
  jobs.set(mixed, start(mixed, ['Fine', 'Fine as well', refusedText, 'Fine too']));
  await Promise.all(jobs.values());
});
afterAll(async () => {
  await stack.close();
  await server.close();
});

const namesIn = async (name: string) =>
  (await stack.documents(collectionOf(name))).map(({ filename }) => filename).sort();
const namesOf = (numbers: readonly number[]) => numbers.map((n) => `${n}.txt`);

describe('an embedding server', () => {
  it.each(Object.keys(passing))(
    'that %s for a while holds a job up: every file is there once',
    async (name) => {
      const job = await stack.indexed(await jobs.get(name)!);
      expect(job).toMatchObject({
        status: 'completed',
        result: { files_indexed: filesPerJob, files_failed: 0 },
      });
      expect(times.get(name)).toBeGreaterThan(timesEach);
      expect(await namesIn(name)).toEqual(namesOf([0, 1, 2, 3]));
    },
  );

  it.each(Object.keys(late))('that %s is waited for: every file is there once', async (name) => {
    const job = await stack.indexed(await jobs.get(name)!);
    expect(job).toMatchObject({ status: 'completed', result: { files_indexed: filesPerJob } });
    expect(await namesIn(name)).toEqual(namesOf([0, 1, 2, 3]));
  });

  it.each(Object.keys(lasting))(
    'that %s fails each file as embedding_failed, and nothing of them stays',
    async (name) => {
      const job = await stack.indexed(await jobs.get(name)!);
      expect(job).toMatchObject({ status: 'failed', error_code: 'all_files_failed' });
      expect(job.files.map(({ error_code }) => error_code)).toEqual(
        Array(filesPerJob).fill('embedding_failed'),
      );
      expect(JSON.stringify(job)).not.toContain('secret-of-the-server');
      expect(await namesIn(name)).toEqual([]);
    },
  );

  it('that refuses the text of one file fails that one alone', async () => {
    const job = await stack.indexed(await jobs.get(mixed)!);
    expect(job).toMatchObject({
      status: 'completed_with_errors',
      result: { files_indexed: 3, files_failed: 1 },
    });
    expect(job.files.map(({ error_code }) => error_code)).toEqual([null, null, 'embedding_failed', null]);
    expect(await namesIn(mixed)).toEqual(namesOf([0, 1, 3]));
  });

  it('leaves both stores with the same chunks and nothing invisible', async () => {
    await Promise.all([...jobs.values()].map(async (jobId) => stack.indexed(await jobId)));
    const indexedJobs = Object.keys({ ...passing, ...late }).length;
    await collect(stack.api, 2);
    expect(await compareStores(stack.api)).toBe(indexedJobs * filesPerJob + 3);
    expect(await stack.api.mongo.db.collection('documents').countDocuments({ added: null })).toBe(0);
  });
});
