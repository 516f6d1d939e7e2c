import { similarAnswer, type SimilarAnswerBody } from '../../../api/documents/queries/similar-schema';
import { type ErrorBody, type IssueBody } from './document-client';
import { type QueryApi, refresh, startQueryApi } from './query-client';

let api: QueryApi;
let letter: string;
let order: string;
beforeAll(async () => {
  api = await startQueryApi();
  const custom = { year: 2024 };
  letter = await api.add('post', { custom, chunks: ['alpha', 'alpha again', 'alpha beta', 'gamma'] });
  order = await api.add('post', {
    filename: 'b.txt',
    custom: { year: 2023 },
    chunks: ['beta', 'alpha order'],
  });
  await api.add('post', { filename: 'c.txt', custom, chunks: ['alpha alpha beta', 'gamma gamma'] });
});
afterAll(() => api.close());

type Answer = SimilarAnswerBody & ErrorBody & IssueBody;

const send = (chunk: string, body: object = {}, key?: string, collection = 'post') =>
  api.call<Answer>('POST', `/v3/collections/${collection}/chunks/${chunk}/similar`, body, key);

async function similar(chunk: string, body: object = {}, collection = 'post'): Promise<SimilarAnswerBody> {
  const { status, text, body: answer } = await send(chunk, body, undefined, collection);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return similarAnswer.parse(answer);
}
const textsOf = ({ results }: SimilarAnswerBody) => results.map(({ text }) => text);

test('the nearest chunks of other documents come first, with their cosines, and no model is asked', async () => {
  api.embedded.length = 0;
  api.loseModel(true);
  const answer = await similar(`${letter}:0`);
  api.loseModel(false);
  expect(api.embedded).toEqual([]);
  expect(textsOf(answer).slice(0, 2)).toEqual(['alpha order', 'alpha alpha beta']);
  expect(answer).toMatchObject({ chunk_id: `${letter}:0`, total_results: 4, limit: 10 });
  const cosines = answer.results.map(({ metadata }) => metadata!.scores.dense!);
  expect(cosines).toEqual(cosines.toSorted((a, b) => b - a));
  expect(cosines[0]).toBeGreaterThan(0.99);
  expect(answer.results.map(({ match_sources }) => match_sources)).toEqual(
    answer.results.map(() => ['content_embedding']),
  );
});

test('chunks of the same document follow where they are wanted, but never the chunk itself', async () => {
  const { results } = await similar(`${letter}:0`, { other_documents: false });
  expect(results.map(({ chunk_id }) => chunk_id)).not.toContain(`${letter}:0`);
  expect(results.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['alpha again', 'alpha order', 'alpha beta', 'gamma']),
  );
  expect(results).toHaveLength(7);
});

test('limit, least cosine, filter, bounds and parts hold as in a query', async () => {
  expect(textsOf(await similar(`${letter}:0`, { limit: 1 }))).toEqual(['alpha order']);
  expect(textsOf(await similar(`${letter}:0`, { min_cosine: 0.8 }))).toEqual([
    'alpha order',
    'alpha alpha beta',
  ]);
  expect(textsOf(await similar(`${letter}:0`, { filter: { year: 2024 } }))).toEqual([
    'alpha alpha beta',
    'gamma gamma',
  ]);
  const one = await similar(`${letter}:0`, { max_chunks_per_document: 1, limit: 5 });
  expect(textsOf(one)).toEqual(['alpha order', 'alpha alpha beta']);
  const bare = await similar(`${letter}:0`, { include: { document: false, metadata: false } });
  expect(bare.results[0]).not.toHaveProperty('document');
  expect(bare.results[0]).not.toHaveProperty('metadata');
  const unknown = await similar(`${letter}:0`, { filter: { yaer: 2024 } });
  expect([unknown.total_results, unknown.warnings[0]!.code]).toEqual([0, 'FILTER_KEY_UNKNOWN']);
});

test('archived documents are left out unless they are wanted', async () => {
  const asked = await api.add('attic', { chunks: ['alpha'] });
  const old = await api.add('attic', { filename: 'old.txt', chunks: ['alpha old'] });
  const { _id } = await api.collection('attic');
  await api.deps.documentWrites.setArchived(_id, [old], true);
  await refresh(api, 'attic');
  expect(textsOf(await similar(`${asked}:0`, {}, 'attic'))).toEqual([]);
  expect(textsOf(await similar(`${asked}:0`, { include: { archived: true } }, 'attic'))).toEqual([
    'alpha old',
  ]);
});

test('a document that was deleted is neither asked nor answered', async () => {
  const kept = await api.add('fading', { chunks: ['alpha'] });
  const gone = await api.add('fading', { filename: 'b.txt', chunks: ['alpha gone'] });
  expect(textsOf(await similar(`${kept}:0`, {}, 'fading'))).toEqual(['alpha gone']);
  expect((await api.call('DELETE', `/v2/collections/fading/documents/${gone}`)).status).toBe(200);
  expect(textsOf(await similar(`${kept}:0`, {}, 'fading'))).toEqual([]);
  const { status, body } = await send(`${gone}:0`, {}, undefined, 'fading');
  expect([status, body.error]).toEqual([404, 'chunk_not_found']);
});

test('a chunk without a vector is refused', async () => {
  const plain = await api.add('signs', { chunks: [{ text: '***', vector: [0, 0, 0] }] });
  const { status, body } = await send(`${plain}:0`, {}, undefined, 'signs');
  expect([status, body.error]).toEqual([409, 'chunk_without_vector']);
});

test('chunks and collections that the caller does not have are not found', async () => {
  const { text: foreign } = await api.createKey({ organization: 'globex' });
  await api.add('elsewhere', { chunks: ['alpha'] });
  const refusal = async (...request: Parameters<typeof send>) => {
    const { status, body } = await send(...request);
    return [status, body.error];
  };
  expect(await refusal(`${order}:9`)).toEqual([404, 'chunk_not_found']);
  expect(await refusal('nonsense')).toEqual([404, 'chunk_not_found']);
  expect(await refusal(`${order}:0`, {}, undefined, 'elsewhere')).toEqual([404, 'chunk_not_found']);
  expect(await refusal(`${order}:0`, {}, undefined, 'nowhere')).toEqual([404, 'collection_not_found']);
  expect(await refusal(`${order}:0`, {}, foreign)).toEqual([404, 'collection_not_found']);
  expect((await send(`${order}:0`, {}, await api.keyWith(['index']))).status).toBe(403);
  const { _id } = await api.collection('elsewhere');
  const rows = api.mongo.db.collection<{ _id: string }>('collections');
  await rows.updateOne({ _id }, { $set: { active: false } });
  expect(await refusal(`${order}:0`, {}, undefined, 'elsewhere')).toEqual([403, 'collection_not_queryable']);
});

test.each([
  [{ limit: 0 }, ['limit']],
  [{ limit: 101 }, ['limit']],
  [{ min_cosine: 2 }, ['min_cosine']],
  [{ other_documents: 'yes' }, ['other_documents']],
  [{ query: 'alpha' }, []],
  [{ include: { highlights: true } }, ['include']],
])('422 to %j', async (body, loc) => {
  const { status, body: answer } = await send(`${letter}:0`, body);
  expect(status).toBe(422);
  expect(answer.detail[0]!.loc.slice(0, 1 + loc.length)).toEqual(['body', ...loc]);
});

test('a filter that cannot be read is refused as by a query', async () => {
  const { status, body } = await send(`${letter}:0`, { filter: { year: { $near: 2024 } } });
  expect([status, body.error]).toEqual([400, 'invalid_metadata_filter']);
});

test('the history does not have it', async () => {
  await similar(`${letter}:0`);
  const { body } = await api.call<{ queries: unknown[] }>('GET', '/v2/queries?collection=post');
  expect(body.queries).toEqual([]);
});
