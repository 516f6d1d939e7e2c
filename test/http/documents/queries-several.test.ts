import { type QueryResource } from '../../../api/documents/query-history/schema';
import {
  severalQueryAnswer,
  type SeveralQueryAnswerBody,
} from '../../../api/documents/queries/several-schema';
import { type ErrorBody, type IssueBody } from './document-client';
import { type QueryApi, startQueryApi } from './query-client';

let api: QueryApi;
beforeAll(async () => {
  api = await startQueryApi();
  await api.add('letters', { custom: { year: 2024 }, chunks: ['alpha alpha', 'alpha beta', 'gamma'] });
  await api.add('orders', { custom: { year: 2023 }, chunks: ['alpha beta beta beta', 'lorem ipsum'] });
});
afterAll(() => api.close());

const send = (body: object, key?: string) =>
  api.call<SeveralQueryAnswerBody & ErrorBody & IssueBody>('POST', '/v3/query', body, key);

async function ask(body: object): Promise<SeveralQueryAnswerBody> {
  const { status, text, body: answer } = await send(body);
  if (status !== 200) throw new Error(`${status} ${text}`);
  severalQueryAnswer.parse(answer);
  return answer;
}

test('the results of all collections are merged, each with its collection, place and scores of the legs', async () => {
  api.embedded.length = 0;
  const collections = ['letters', 'orders'];
  const answer = await ask({ query: 'alpha sum', collections, semantic_ratio: 0.5 });
  expect(api.embedded).toEqual(['alpha sum']);
  expect(answer.collections.map((one) => one.collection_name)).toEqual(collections);
  expect(answer.collections.map((one) => one.total_results)).toEqual([3, 2]);
  expect(answer.total_results).toBe(5);
  expect(answer.results.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
  expect(answer.results[0]).toMatchObject({ text: 'alpha alpha', collection_name: 'letters' });
  const scores = answer.results.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  for (const name of collections) {
    const alone = await api.ask(name, { query: 'alpha sum', semantic_ratio: 0.5 });
    const own = answer.results.filter((hit) => hit.collection_name === name);
    expect(
      own.map(({ chunk_id, collection_rank: rank, metadata }) => ({ chunk_id, rank, metadata })),
    ).toEqual(alone.results.map(({ chunk_id, rank, metadata }) => ({ chunk_id, rank, metadata })));
  }
});

test('the limit is that of the page, filters and other settings hold in each collection', async () => {
  const collections = ['letters', 'orders'];
  const two = await ask({ query: 'alpha', collections, limit: 2 });
  expect([two.total_results, two.results.length, two.limit]).toEqual([2, 2, 2]);
  const filtered = await ask({ query: 'alpha', collections, filter: { year: 2023 } });
  expect(new Set(filtered.results.map((hit) => hit.collection_name))).toEqual(new Set(['orders']));
  const { results } = await ask({
    query: 'alpha',
    collections,
    include: { metadata: false, document: false },
  });
  expect(results[0]).not.toHaveProperty('metadata');
  expect(results[0]).not.toHaveProperty('document');
});

test('a boosted result stays before the others of its collection', async () => {
  const boost = [{ field: 'filename', eq: 'boosted.txt', weight: 5 }];
  const filename = 'boosted.txt';
  await api.add('letters', { filename, chunks: ['beta'] });
  const { results } = await ask({ query: 'beta alpha', collections: ['letters', 'orders'], boost });
  const own = results.filter((hit) => hit.collection_name === 'letters');
  const alone = await api.ask('letters', { query: 'beta alpha', boost });
  expect(own.map(({ chunk_id }) => chunk_id)).toEqual(alone.results.map(({ chunk_id }) => chunk_id));
});

test('the history has the query of each collection, under one request', async () => {
  const body = { query: 'alpha', collections: ['orders', 'letters'] };
  const answer = await ask(body);
  for (const { collection_name, query_id, total_results } of answer.collections) {
    const { body: stored } = await api.call<QueryResource>('GET', `/v2/queries/${query_id}`);
    expect(stored).toMatchObject({
      collection: collection_name,
      request_id: answer.request_id,
      result_count: total_results,
      request: body,
    });
  }
});

test.each([
  [{ collections: undefined }, ['collections']],
  [{ collections: [] }, ['collections']],
  [{ collections: 'letters' }, ['collections']],
  [{ collections: ['letters', 7] }, ['collections', 1]],
  [{ collections: ['letters', 'orders', 'letters'] }, ['collections', 2]],
  [{ collections: Array.from({ length: 11 }, (_, at) => `name-${at}`) }, ['collections']],
  [{ limit: 101 }, ['limit']],
  [{ rerank: { candidate_limit: 9 } }, ['rerank', 'candidate_limit']],
])('422 to %j', async (part, loc) => {
  const { status, body } = await send({ query: 'alpha', collections: ['letters'], ...part });
  expect(status).toBe(422);
  expect(body.detail[0]!.loc).toEqual(['body', ...loc]);
});

test('one collection that cannot be asked refuses the whole, by name, and nothing is recorded', async () => {
  await api.add('foreign-to-others', { chunks: ['alpha'] });
  const { text: foreign } = await api.createKey({ organization: 'globex' });
  const { _id } = await api.collection('resting');
  await api.mongo.db
    .collection<{ _id: string }>('collections')
    .updateOne({ _id }, { $set: { active: false } });
  const refusal = async (collections: string[], key?: string) => {
    const { status, body } = await send({ query: 'alpha', collections }, key);
    return [status, body.error, (body.details as { collection_name?: string }).collection_name];
  };
  expect(await refusal(['letters', 'nowhere'])).toEqual([404, 'collection_not_found', 'nowhere']);
  expect(await refusal(['letters', 'resting'])).toEqual([403, 'collection_not_queryable', 'resting']);
  expect(await refusal(['letters'], foreign)).toEqual([404, 'collection_not_found', 'letters']);
  expect(
    (await send({ query: 'alpha', collections: ['letters'] }, await api.keyWith(['index']))).status,
  ).toBe(403);
  expect(
    (await api.call<{ queries: unknown[] }>('GET', '/v2/queries?collection=nowhere')).body.queries,
  ).toEqual([]);
});
