import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { type UploadResource } from '../../../api/products/records/schema';

interface Found {
  hits: { id: string }[];
  facets: Record<string, { value: unknown; count: number }[]>;
}

const tweets = [
  ['t0', '1610521604143693811', '41187534'],
  ['t1', '1610521604143693812', '41187535'],
  ['t2', '1610521604143693813', '41187536'],
  ['t3', '1610521604143693814', '41187537'],
  ['t4', '1610521604143693824', '41187538'],
];
const lines = tweets
  .map(([id, tweet, n]) => `{"id":"${id}","tweet_id":${tweet},"enrollment":${n},"title":"Post ${id}"}`)
  .join('\n');

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.createIndex('tweets', { settings: { facets: ['tweet_id'] } });
  await upload('tweets', lines);
  expect(await stack.built('tweets')).toMatchObject({ status: 'succeeded', warnings: [] });
});
afterAll(() => stack.close());

async function upload(index: string, body: string, query = '') {
  return stack.api.request<UploadResource>(`/v1/indexes/${index}/records${query}`, {
    method: 'POST',
    key: stack.key.text,
    body: body as never,
    headers: { 'content-type': 'application/x-ndjson' },
  });
}

/** A search whose body is this JSON text. */
const search = (index: string, body: string) =>
  stack.api.request<Found>(`/v1/indexes/${index}/search`, {
    method: 'POST',
    key: stack.key.text,
    body: body as never,
    headers: { 'content-type': 'application/json' },
  });
const idsOf = ({ body }: { body: Found }) => body.hits.map(({ id }) => id);

test.each([
  ['a filter', '{"filter":"tweet_id = 1610521604143693812"}', ['t1']],
  ['a filter with a text', '{"filters":{"tweet_id":"1610521604143693812"}}', ['t1']],
  ['a filter with a number', '{"filters":{"tweet_id":[1610521604143693812]}}', ['t1']],
  ['what is left out', '{"filters":{"tweet_id":{"not":1610521604143693812}}}', ['t0', 't2', 't3', 't4']],
  ['a filter of smaller numbers', '{"filter":"enrollment = 41187538"}', ['t4']],
  ['a query', '{"query":"1610521604143693813"}', ['t2']],
])('%s tells integers of 19 digits apart', async (_, body, ids) => {
  const found = await search('tweets', body);
  expect(idsOf(found).sort()).toEqual(ids);
});

test('facets, hits and records have all digits', async () => {
  const facets = await search('tweets', '{"facet_keys":["tweet_id"]}');
  const values = facets.body.facets.tweet_id!;
  expect(values.map(({ value, count }) => [value, count]).sort()).toEqual(
    tweets.map(([, tweet]) => [tweet, 1]),
  );
  expect(facets.text).toContain('"tweet_id":1610521604143693824');
  const { text } = await stack.v1('/indexes/tweets/records/t1');
  expect(text).toContain('"tweet_id":1610521604143693812');
});

test('a number field leaves numbers empty that it cannot hold, and says so', async () => {
  await stack.createIndex('declared', { settings: { fields: { n: { type: 'number' } } } });
  const numbers = ['1', '2', '9007199254740992', '9007199254740993', '1e400'];
  await upload('declared', numbers.map((n, id) => `{"id":"n${id}","n":${n}}`).join('\n'));
  const job = await stack.built('declared');
  expect(job.status).toBe('succeeded');
  expect(job.bad_values).toMatchObject([
    { field: 'n', type: 'number', bad: 2, of: 5, examples: ["'9007199254740993'", "'1e400'"] },
  ]);
  expect(idsOf(await search('declared', '{"filter":"n = 9007199254740992"}'))).toEqual(['n2']);
  const facets = await search('declared', '{"facet_keys":["n"]}');
  expect(facets.body.facets.n!.map(({ value }) => value).sort()).toEqual([1, 2, 9007199254740992]);
  for (const body of ['{"filter":"n = 9007199254740993"}', '{"filters":{"n":9007199254740993}}'])
    expect(await search('declared', body)).toMatchObject({
      status: 400,
      body: { error: 'FILTER_INVALID', message: expect.stringContaining('more digits') as string },
    });
});

test('records with such numbers as ids are told apart, and a strict type refuses them', async () => {
  await stack.createIndex('numbered', {
    settings: { fields: { n: { type: 'number' } }, strict_types: true },
  });
  const ids = ['9007199254740992', '9007199254740993', '9007199254740994'];
  const staged = await upload('numbered', ids.map((id) => `{"id":${id}}`).join('\n'));
  expect(staged.body.staged_total).toBe(3);
  const refused = await upload('numbered', '{"id":1,"n":9007199254740993}');
  expect(refused).toMatchObject({ status: 422, body: { details: [{ code: 'BAD_VALUE', field: 'n' }] } });
  await stack.built('numbered');
  expect(idsOf(await search('numbered', '{}')).sort()).toEqual(ids);
  for (const id of ids)
    expect((await stack.v1(`/indexes/numbered/records/${id}`)).text).toContain(`"id":${id}`);
  const { body } = await stack.v1<{ effective: object }>('/indexes/numbered/settings');
  expect(JSON.stringify(body.effective)).toContain('9007199254740993');
});

test('a preview reads such numbers as an upload does', async () => {
  const { status, body } = await stack.api.request<{ fields: Record<string, { type: string }> }>(
    '/v1/schema/preview',
    {
      method: 'POST',
      key: stack.key.text,
      body: `{"records":[${lines.replaceAll('\n', ',')}]}` as never,
      headers: { 'content-type': 'application/json' },
    },
  );
  expect(status).toBe(200);
  expect(body.fields.tweet_id!.type).toBe('identifier');
});
