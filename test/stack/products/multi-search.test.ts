import { type CreatedKey } from '../../../api/products/keys/schema';
import { type TestResponse } from '../../setup/api';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

interface Result {
  status: number;
  result?: Record<string, unknown>;
  error?: { error: string; status_code: number; param?: string; details?: { path: string }[] };
  retry_after_seconds?: number;
}

const records = [
  { id: 'a', title: 'Wireless keyboard' },
  { id: 'b', title: 'Wireless mouse' },
];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  for (const name of ['shop', 'other']) {
    await stack.createIndex(name);
    await stack.stage(name, records);
    expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
  }
});
afterAll(() => stack.close());

const send = <T = { results: Result[] }>(searches: unknown, key?: string): Promise<TestResponse<T>> =>
  stack.v1<T>('/multi_search', { json: { searches }, ...(key === undefined ? {} : { key }) });

async function results(searches: object[], key?: string): Promise<Result[]> {
  const { status, text, body } = await send(searches, key);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body.results;
}

async function newKey(members: object): Promise<string> {
  const json = { name: 'k', type: 'search', ...members };
  const { status, text, body } = await stack.v1<CreatedKey>('/keys', { json });
  if (status !== 201) throw new Error(text);
  return body.key;
}

/** An answer without what differs from request to request. */
const steady = (body: Record<string, unknown>) => ({ ...body, query_id: null, timing: null });

it('every search gets what its route answers alone, in the order of the request', async () => {
  const searches = [
    { index: 'shop', query: 'wireles', explain: true },
    { index: 'other', route: 'search', query: 'mouse', per_page: 1 },
    { index: 'shop', route: 'browse', per_page: 1 },
    { index: 'other', route: 'typeahead', query: 'wirel' },
    { index: 'shop', route: 'suggestions', query: 'key' },
  ];
  const answers = await results(searches);
  for (const [place, { index, route = 'search', ...json }] of searches.entries()) {
    const alone = await stack.v1<Record<string, unknown>>(`/indexes/${index}/${route}`, { json });
    expect(answers[place]!.status).toBe(alone.status);
    expect(steady(answers[place]!.result!)).toEqual(steady(alone.body));
  }
});

it('a search that is refused does not touch the others, and says why as it would alone', async () => {
  const answers = await results([
    { index: 'shop', query: 'mouse' },
    { index: 'nowhere', query: 'mouse' },
    { index: '../shop', query: 'mouse' },
    { index: 'shop', query: 'x'.repeat(513) },
    { index: 'shop', filter: 'price <' },
    { index: 'shop', facet_keys: ['colour'] },
    { index: 'shop', route: 'browse', query: 'mouse' },
    { index: 'shop', page: 1_000 },
    { index: 'shop', route: 'typeahead', query: 'mou' },
  ]);
  expect(answers.map(({ status, error }) => [status, error?.error])).toEqual([
    [200, undefined],
    [404, 'INDEX_NOT_FOUND'],
    [404, 'INDEX_NOT_FOUND'],
    [400, 'VALIDATION_ERROR'],
    [400, 'FILTER_INVALID'],
    [400, 'FACET_UNKNOWN'],
    [400, 'VALIDATION_ERROR'],
    [400, 'PAGE_TOO_DEEP'],
    [200, undefined],
  ]);
  expect(answers[3]!.error!.details).toEqual([expect.objectContaining({ path: 'body.query' })]);
  expect(answers[4]!.error).toMatchObject({ param: 'filter', status_code: 400 });
  for (const { result, error } of answers) expect((result === undefined) !== (error === undefined)).toBe(true);
}); // prettier-ignore

it.each<[string, unknown]>([
  ['no searches', []],
  ['more than ten', Array.from({ length: 11 }, () => ({ index: 'shop' }))],
  ['a hundred thousand', Array.from({ length: 100_000 }, () => 0)],
  ['something else', { index: 'shop' }],
  ['a search that is none', ['mouse']],
  ['a search without an index', [{ query: 'mouse' }]],
  ['an unknown route', [{ index: 'shop', route: 'records' }]],
])('%s: the whole request is refused', async (_, searches) => {
  const { status, body } = await send<{ error: string }>(searches);
  expect([status, body.error]).toEqual([400, 'VALIDATION_ERROR']);
});

describe('keys', () => {
  it('reach the indexes and routes of theirs, search by search', async () => {
    const key = await newKey({ permissions: ['search'], indexes: ['shop'] });
    const answers = await results(
      [
        { index: 'shop', query: 'mouse' },
        { index: 'shop', route: 'browse' },
        { index: 'other', query: 'mouse' },
        { index: 'nowhere', query: 'mouse' },
      ],
      key,
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 403]);
  });

  it('of another organization find nothing', async () => {
    const { text: key } = await stack.api.createKey({ organization: 'elsewhere' });
    const answers = await results([{ index: 'shop', query: 'mouse' }], key);
    expect(answers).toMatchObject([{ status: 404, error: { error: 'INDEX_NOT_FOUND' } }]);
  });

  it('with a rate spend it search by search', async () => {
    const key = await newKey({ rate_limit_per_second: 1 });
    const searches = Array.from({ length: 10 }, () => ({ index: 'shop', query: 'mouse' }));
    const answers = await results(searches, key);
    expect(answers[0]!.status).toBe(200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { error, retry_after_seconds: seconds } of refused)
      expect([error!.error, seconds! >= 1]).toEqual(['RATE_LIMITED', true]);
  });
});
