import { createRerankers, ModelError, type Rerankers } from '../../../src/models';
import { embeddingModelFolder, obtainTimeoutMs } from '../../setup/embedding-model';
import { candidate, localConfig } from './candidates';

const never = new AbortController().signal;
const query = { text: 'How do I cancel my subscription?', vector: null };
const texts = [
  'The weather in the mountains changes quickly.',
  'To end your plan, open the account page and choose to stop renewing.',
  'Our office is open from Monday to Friday.',
];
let rerankers: Rerankers;

beforeAll(async () => {
  rerankers = createRerankers({ ...localConfig, EMBEDDING_MODEL_DIR: await embeddingModelFolder() });
}, obtainTimeoutMs);
afterAll(() => rerankers.close());

const rerank = (candidates: ReturnType<typeof candidate>[], signal = never) =>
  rerankers.get('local-interaction-1')!.rerank(query, candidates, signal);

test('puts first what means the same in other words, the same each time', async () => {
  const candidates = texts.map((text) => candidate({ text }));
  const scores = await rerank(candidates);
  expect(scores.indexOf(Math.max(...scores))).toBe(1);
  for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
  expect(await rerank(candidates)).toEqual(scores);
});

test('answers for an empty text, a monstrous one, and for no candidates', async () => {
  const odd = ['', 'x'.repeat(1_000_000), '\ud800'].map((text) => candidate({ text }));
  const scores = await rerank(odd);
  expect(scores.map((score) => Number.isFinite(score))).toEqual([true, true, true]);
  expect(await rerank([])).toEqual([]);
});

test('stops when it is told to, and works on for those who wait', async () => {
  const candidates = Array.from({ length: 50 }, () => candidate({ text: texts[0]! }));
  const controller = new AbortController();
  const given = rerank(candidates, controller.signal);
  const next = rerank([candidate({ text: texts[1]! })]);
  controller.abort(new Error('the client has gone'));
  await expect(given).rejects.toThrow('the client has gone');
  await expect(next).resolves.toHaveLength(1);
});

test('refuses with a typed error where there is no model', async () => {
  const without = createRerankers({ ...localConfig, EMBEDDING_MODEL_DIR: __dirname });
  const failure = without.get('local-interaction-1')!.rerank(query, [candidate({})], never);
  await expect(failure).rejects.toBeInstanceOf(ModelError);
});
