import {
  createEmbedderChoice,
  createQueryEmbedders,
  createEmbedder,
  type QueryEmbedders,
} from '../../../src/models';
import { type ActivityDeps } from '../../../activities';
import { embeddingModelFolder, obtainTimeoutMs } from '../../setup/embedding-model';
import { type ActivityStack, startActivityStack } from '../activity-stack';
import { type FileJob, startFileJob } from './file-job';

const [english, multilingual] = ['all-minilm-l6-v2-int8', 'multilingual-e5-small-int8'];
const german = (n: number) =>
  `Die Pumpe der Station ${n} wurde in der Frühschicht repariert und danach von der Werkstatt geprüft.`;
const englishText = 'The pump of the station was repaired in the morning shift and checked by the workshop.';

let stack: ActivityStack;
let embedder: ActivityDeps['embedder'];
let queryEmbedders: QueryEmbedders;
let deps: Partial<ActivityDeps>;
beforeAll(async () => {
  stack = await startActivityStack();
  const config = { ...stack.deps, EMBEDDING_MODEL_DIR: await embeddingModelFolder(), EMBEDDING_THREADS: 1 };
  embedder = createEmbedder(config);
  queryEmbedders = createQueryEmbedders(config, embedder);
  const chooseEmbedder = createEmbedderChoice(config.EMBEDDING_MODEL_DIR, embedder, queryEmbedders);
  deps = { embedder, queryEmbedders, chooseEmbedder };
}, obtainTimeoutMs);
afterAll(async () => {
  await queryEmbedders.close();
  await embedder.close();
  await stack.close();
});

const jobOf = (...texts: string[]) =>
  startFileJob(
    stack,
    texts.map((text, n) => [`${n}.txt`, Buffer.from(text)]),
  );
const index = ({ jobId, numbers }: FileJob) => stack.run('indexFiles', { jobId, files: numbers }, { deps });
const modelOf = async ({ collection }: FileJob) =>
  (await stack.stores.collections.findById(collection._id))!.embedding?.model;
const statesOf = async ({ jobId }: FileJob) =>
  (await stack.stores.jobFiles.page(jobId, -1, 100)).map(({ state }) => state);

test.each([
  ['German', [german(1)], multilingual],
  ['English', [englishText], english],
  ['no known language', ['4711 0815 2024-01-01'], english],
])('the first document in %s chooses the model', async (_, texts, expected) => {
  const job = await jobOf(...texts);
  await expect(index(job)).resolves.toEqual({ left: [] });
  expect([await statesOf(job), await modelOf(job)]).toEqual([['completed'], expected]);
});

test('of files in two languages at once one chooses, and all of them are indexed', async () => {
  const job = await jobOf(
    ...Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? german(n) : `${englishText} ${n}`)),
  );
  await expect(index(job)).resolves.toEqual({ left: [] });
  expect(await statesOf(job)).toEqual(Array(10).fill('completed'));
  expect([english, multilingual]).toContain(await modelOf(job));
});

test('a choice by name is followed, and later documents get vectors of the same model', async () => {
  const job = await jobOf(german(1));
  await stack.stores.collections.chooseModel(job.collection._id, 'all-minilm-l6-v2');
  await index(job);
  expect(await modelOf(job)).toBe(english);
});
