import { readFileSync } from 'node:fs';
import { rebuildMissing, type RebuiltMissing } from '../../src/admin/rebuild-missing';
import { createMissingWatch } from '../../src/stores/elastic/missing-watch';
import { findMissingIndexes, rebuildIndex } from '../../src/stores/documents/document-writes';
import { namespaceAlias } from '../../src/stores/documents/search-index/namespace-alias';
import { findMissingBuilds } from '../../src/stores/products/missing-builds';
import { type OwnStack, startOwnStack } from '../setup/own-stack';

const questionCount = 250;
const searchCount = 250;
/** Real texts with many words: the pages about this service. */
const pages = [
  'operations',
  'metrics',
  'files',
  'masking',
  'webhooks',
  'scale',
  'products',
  'console',
  'syncs',
];

let stack: OwnStack;
beforeAll(async () => {
  stack = await startOwnStack();
  await stack.startWorker();
});
afterAll(() => stack.close());

interface Answer {
  results: { chunk_id: string; text: string }[];
}

const post = <T>(path: string, json: object) =>
  stack.api.request<T>(path, { method: 'POST', key: stack.key.text, json });

const ask = (query: string) => post<Answer>('/v3/collections/manuals/query', { query });

/** Questions and searches that are under way at once. */
const atOnce = 10;

async function answers(questions: readonly string[], words: readonly string[]): Promise<unknown[]> {
  const asked = [
    ...questions.map((question) => async () => {
      const { status, body } = await ask(question);
      expect(status).toBe(200);
      return body.results.map(({ chunk_id: id }) => id);
    }),
    ...words.map((word) => async () => (await stack.search('shop', word, 10)).hits.map(({ id }) => id)),
  ];
  const found: unknown[] = [];
  for (let from = 0; from < asked.length; from += atOnce)
    found.push(...(await Promise.all(asked.slice(from, from + atOnce).map((run) => run()))));
  return found;
}

/** Takes all indexes of this test from the search engine, as its loss would. */
async function loseEverything(): Promise<void> {
  const { api } = stack;
  const namespaces = await api.mongo.db.collection<{ _id: string }>('namespaces').distinct('_id');
  await api.search.removeNamespaces(namespaces.filter((id) => !id.includes('#')));
  const shared = await api.mongo.db.collection<{ _id: string }>('shared_indexes').distinct('_id');
  for (const id of shared) await api.search.removeSharedIndex(id);
  const { served } = await stack.indexRow('shop');
  await api.physicalIndexes.drop(served!.physical);
  expect(await api.elasticsearch.indices.existsAlias({ name: shared.map(namespaceAlias) })).toBe(false);
}

const found = () => ({
  findIndexes: () => findMissingIndexes(stack.api.mongo.db, stack.api.elasticsearch),
  findBuilds: () => findMissingBuilds(stack.api.mongo.db, stack.api.elasticsearch),
});

function rebuild(isStopped: () => boolean = () => false): Promise<RebuiltMissing> {
  const { api } = stack;
  const { mongo, search, stores } = api;
  return rebuildMissing({
    stores,
    embedderOf: (space) => api.deps.queryEmbedders.of(space),
    ...found(),
    rebuildIndex: (index, vectorsOf) =>
      rebuildIndex({ db: mongo.db, search }, index, (of, texts) => {
        if (isStopped()) throw new Error('killed');
        return vectorsOf(of, texts);
      }),
  });
}

test(`after the loss of Elasticsearch ${questionCount + searchCount} questions and searches answer as before`, async () => {
  const words: string[] = [];
  for (const page of pages) {
    const text = readFileSync(`docs/${page}.md`, 'utf8');
    words.push(...text.split(/[^a-zA-Z]+/).filter((word) => word.length > 6));
    const json = { filename: `${page}.txt`, content: text };
    const job = await stack.indexed(await stack.accepted(stack.index('text', json)));
    expect(job.status).toBe('completed');
  }
  const known = [...new Set(words)];
  const step = Math.floor(known.length / (questionCount + 1));
  const questions = Array.from(
    { length: questionCount },
    (_, n) => `How do ${known[n * step]} and ${known[n]} work?`,
  );
  const titles = Array.from({ length: searchCount }, (_, n) => `${known[n * step]} ${known[n]}`);
  await stack.createIndex('shop');
  await stack.stage(
    'shop',
    titles.map((title, n) => ({ id: `p${n}`, title, price: n })),
  );
  expect(await stack.built('shop')).toMatchObject({ status: 'succeeded' });
  const before = await answers(questions, titles);

  await loseEverything();
  const refused = await ask(questions[0]!);
  expect(refused).toMatchObject({ status: 503 });
  expect(refused.text).toContain('search_index_missing');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const again = await stack.index('text', { filename: 'operations.txt', content: 'operations' });
  expect(again).toMatchObject({ status: 503 });
  const { findIndexes, findBuilds } = found();
  const watch = createMissingWatch(
    async () => ({ documents: (await findIndexes()).length, products: (await findBuilds()).length }),
    { monotonicMs: () => performance.now() },
  );
  expect(await watch.counts()).toEqual({ documents: 1, products: 1 });
  await expect(watch.check()).rejects.toThrow('indexes rebuild-missing');

  let calls = 0;
  await expect(rebuild(() => ++calls > 2)).rejects.toThrow('killed');
  expect((await ask(questions[0]!)).status).toBe(503);
  const { chunks_written: written, chunks } = await rebuild();
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(chunks);
  const { holder } = await stack.indexRow('shop');
  await stack.endedJob(holder!.jobId);

  expect(await answers(questions, titles)).toEqual(before);
  expect(await found().findIndexes()).toEqual([]);
  expect(await found().findBuilds()).toEqual([]);

  // The worker has known the index that went away.
  const more = await stack.accepted(
    stack.index('text', { filename: 'new.txt', content: 'A xylophone in the attic.' }),
  );
  expect((await stack.indexed(more)).status).toBe('completed');
  const { body } = await ask('xylophone');
  expect(body.results[0]).toMatchObject({ text: expect.stringContaining('xylophone') as string });
});
