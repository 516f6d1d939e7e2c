import { randomInt } from 'node:crypto';
import { type Jobs } from '../../../src/jobs';
import { type Environment } from '../../../src/domain/platform/tenancy';
import { addDocument } from '../../stores/documents/collections/collection-stack';
import { startApi, type TestApi, type TestResponse } from '../../setup/api';

interface ErrorBody {
  error: string;
  message: string;
  path: string;
  success: boolean;
}
interface Issues {
  detail: { loc: (string | number)[]; type: string }[];
}
interface CollectionBody {
  collection_id: string;
  collection_name: string;
  created_at: string;
}

const cancelledRuns: string[] = [];
let api: TestApi;
let key: string;
let organizationId: string;
beforeAll(async () => {
  api = await startApi({
    deps: () => ({ jobs: { indexing: { cancel: noteCancel } } as unknown as Jobs }),
  });
  ({ text: key, organizationId } = await api.createKey());
});
afterAll(() => api.close());

function noteCancel(jobId: string): Promise<void> {
  cancelledRuns.push(jobId);
  return Promise.resolve();
}

const fresh = () => `books-${randomInt(1e12)}`;
const send = <T>(method: string, path: string, json?: unknown, as = key): Promise<TestResponse<T>> =>
  api.request<T>(path, { method, key: as, ...(json !== undefined && { json }) });
const put = (name: string, json?: unknown, as = key) =>
  send<CollectionBody & { created: boolean }>('PUT', `/v2/collections/${name}`, json, as);
const copy = <T>(name: string, json: unknown, as = key) =>
  send<T>('POST', `/v2/collections/${name}/copy`, json, as);
const move = <T>(name: string, to: string, as = key) =>
  send<T>('PATCH', `/v2/collections/${name}/environment`, { new_environment: to }, as);
const keyFor = async (environment: Environment, organization = 'acme') =>
  (await api.createKey({ environment, organization })).text;

async function filled(name: string, texts: string[] = ['one', 'two']): Promise<string> {
  const { body } = await put(name);
  return addDocument(api.documentWrites, { _id: body.collection_id }, { name: 'a.txt', texts });
}

describe('PUT', () => {
  test('makes a collection, and answers the same one unchanged the second time', async () => {
    const name = fresh();
    const first = await put(name, { description: 'first', metadata: { owner: 'me' } });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      collection_id: expect.stringMatching(/^col_[0-9A-Z]{26}$/) as string,
      collection_name: name,
      organization_id: organizationId,
      environment: 'production',
      description: 'first',
      metadata: { owner: 'me' },
      document_count: 0,
      is_active: true,
      masking_bounds: {},
      embedding_model: 'auto',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      created: true,
    });
    const second = await put(name, { description: 'second' });
    expect([second.status, second.body]).toEqual([201, { ...first.body, created: false }]);
  });

  test.each([
    ['no body', undefined],
    ['null', null],
    ['an empty object', {}],
    ['null fields', { description: null, metadata: null }],
  ])('takes %s', async (_name, body) => {
    expect((await put(fresh(), body)).body).toMatchObject({
      created: true,
      description: null,
      metadata: null,
    });
  });

  test('of fifty at once makes exactly one', async () => {
    const name = fresh();
    const answers = await Promise.all(Array.from({ length: 50 }, () => put(name, {})));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(201));
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.collection_id)).size).toBe(1);
  });

  test.each([
    ['two characters', 'ab'],
    ['64 characters', 'a'.repeat(64)],
    ['a hyphen first', '-ab'],
    ['an underscore last', 'ab_'],
    ['a dot', 'a.b'],
    ['a letter that is not ASCII', encodeURIComponent('büch')],
  ])('refuses a name of %s', async (_what, name) => {
    const answer = await send<ErrorBody>('PUT', `/v2/collections/${name}`, {});
    expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
  });

  test.each([['abc'], ['a'.repeat(63)], ['A-b_9']])('takes the name %s', async (name) => {
    expect((await put(name)).status).toBe(201);
  });

  const deep = (levels: number): unknown => (levels === 1 ? {} : { a: deep(levels - 1) });
  const wide = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i]));
  test.each([
    ['5 levels', deep(5), 201],
    ['6 levels', deep(6), 400],
    ['5 levels with lists', { a: [[[[]]]] }, 201],
    ['100 keys', wide(100), 201],
    ['101 keys', wide(101), 400],
    ['16 KB', { a: 'x'.repeat(16 * 1024 - 8) }, 201],
    ['a byte more', { a: 'x'.repeat(16 * 1024 - 7) }, 400],
    ['16 KB in fewer characters', { a: 'é'.repeat(8 * 1024 - 3) }, 400],
    ['keys that a database would trip over', { $set: { 'a.b': 1 }, 'nul\u0000key': 2 }, 201],
    ['a list', [1], 400],
  ])('metadata of %s', async (_what, metadata, status) => {
    const answer = await send<{ metadata: unknown; error?: string }>('PUT', `/v2/collections/${fresh()}`, {
      metadata,
    });
    expect(answer.status).toBe(status);
    if (status === 201) expect(answer.body.metadata).toEqual(metadata);
    else expect(answer.body.error).toBe('validation_error');
  });

  test.each([
    ['metadata of 100,000 levels', `{"metadata":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`],
    ['a number that cannot be given back', '{"metadata":{"a":{"b":[1e999]}}}'],
    ['a number that would be rounded', '{"metadata":{"filter":{"n":9007199254740993}}}'],
    ['a description with half a character', String.raw`{"description":"\ud800"}`],
  ])('refuses %s', async (_what, body) => {
    const answer = await api.request<ErrorBody>(`/v2/collections/${fresh()}`, {
      method: 'PUT',
      key,
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(400);
  });

  test('refuses fields that it does not know', async () => {
    const answer = await send<ErrorBody>('PUT', `/v2/collections/${fresh()}`, { descripton: 'x' });
    expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
  });
});

describe('GET', () => {
  test('lists the newest first, page by page, with exact counts', async () => {
    const tenant = await keyFor('staging', 'list-org');
    const names = ['first', 'second', 'third'];
    for (const name of names) await put(name, {}, tenant);
    const second = '/v2/collections?limit=2&offset=1';
    const page = await send<{ collections: CollectionBody[] }>('GET', second, undefined, tenant);
    expect(page.body).toMatchObject({ total_count: 3, limit: 2, offset: 1 });
    expect(page.body.collections.map((row) => row.collection_name)).toEqual(['second', 'first']);
    const all = await send('GET', '/v2/collections', undefined, tenant);
    expect(all.body).toMatchObject({ total_count: 3, limit: 100, offset: 0 });
    const one = await send('GET', '/v2/collections/second', undefined, tenant);
    expect([one.status, one.body]).toEqual([200, page.body.collections[0]]);
  });

  test('of a name that no collection has here is refused', async () => {
    const name = fresh();
    await put(name);
    for (const key of [await keyFor('production', 'other'), await keyFor('staging')]) {
      const answer = await send<ErrorBody>('GET', `/v2/collections/${name}`, undefined, key);
      expect([answer.status, answer.body.error]).toEqual([404, 'collection_not_found']);
    }
  });

  test.each([
    ...['limit=0', 'limit=1001', 'limit=x', 'offset=-1', 'sort=name', 'limit=1&limit=2'],
    ...[
      'limit=',
      'offset=',
      'limit=1e2',
      'limit=0x10',
      'limit=5.0',
      'limit=%2010',
      'offset=9007199254740992',
    ],
  ])('refuses ?%s', async (query) => {
    const answer = await send<ErrorBody>('GET', `/v2/collections?${query}`);
    expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
  });

  test('a page far behind the last is empty', async () => {
    const answer = await send('GET', `/v2/collections?offset=${Number.MAX_SAFE_INTEGER}`);
    expect([answer.status, answer.body]).toMatchObject([200, { collections: [] }]);
  });
});

describe('copy', () => {
  test('holds what the source held, whatever happens to the source', async () => {
    const [name, target] = [fresh(), fresh()];
    const documentId = await filled(name);
    const answer = await copy<CollectionBody>(name, { target_name: target });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        message: `Copied ${name} to ${target}.`,
        source_collection: name,
        collection_name: target,
        collection_id: expect.stringMatching(/^col_/) as string,
        documents_copied: 1,
        namespaces_copied: 1,
        files_copied: 1,
        relations_copied: 0,
        chunk_metadata_copied: 0,
        relations_unresolved: 0,
      },
    ]);
    expect((await send('DELETE', `/v2/collections/${name}`)).status).toBe(200);
    const row = (await api.stores.collections.findById(answer.body.collection_id))!;
    const document = (await api.stores.documents.get(row, documentId))!;
    const chunks = await api.stores.chunks.list(row, document, { from: 0, limit: 10, regions: false });
    expect(chunks.map(({ text }) => text)).toEqual(['one', 'two']);
  });

  test.each([
    ['without a target', {}, 'missing'],
    ['with a bad target', { target_name: 'x' }, 'string_pattern_mismatch'],
    ['with an unknown field', { target_name: 'abc', graph: true }, 'extra_forbidden'],
    ['with a wrong type', { target_name: 'abc', include_graph: 'yes' }, 'bool_type'],
  ])('%s is 422 in the shape of v3', async (_what, json, type) => {
    const name = fresh();
    await put(name);
    const answer = await copy<Issues>(name, json);
    expect(answer.status).toBe(422);
    expect(answer.body.detail.map((issue) => issue.type)).toEqual([type]);
  });

  test('to a name in use is 409, to its own name too', async () => {
    const [name, target] = [fresh(), fresh()];
    await Promise.all([put(name), put(target)]);
    for (const taken of [target, name]) {
      const answer = await copy<ErrorBody>(name, { target_name: taken });
      expect([answer.status, answer.body.error]).toEqual([409, 'target_name_in_use']);
    }
  });

  test('of many to one name at once exactly one is made', async () => {
    const [name, target] = [fresh(), fresh()];
    await filled(name);
    const answers = await Promise.all(Array.from({ length: 20 }, () => copy(name, { target_name: target })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
  });
});

describe('change of environment', () => {
  test('takes the collection with all that it holds, and there is none where it was', async () => {
    const name = fresh();
    await filled(name);
    const staging = await keyFor('staging');
    const answer = await move(name, 'staging');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        message: `Moved ${name} from production to staging.`,
        collection_name: name,
        files_moved: 1,
        previous_environment: 'production',
        new_environment: 'staging',
      },
    ]);
    expect((await put(name, undefined, staging)).body).toMatchObject({ created: false, document_count: 1 });
    expect((await move<ErrorBody>(name, 'staging')).status).toBe(404);
  });

  test('to where it is is 400', async () => {
    const name = fresh();
    await put(name);
    const answer = await move<ErrorBody>(name, 'production');
    expect([answer.status, answer.body.error]).toEqual([400, 'already_in_environment']);
  });

  test('to where its name is taken is 409', async () => {
    const name = fresh();
    await put(name);
    await put(name, undefined, await keyFor('staging'));
    const answer = await move<ErrorBody>(name, 'staging');
    expect([answer.status, answer.body.error]).toEqual([409, 'collection_name_taken']);
  });

  test('with a running job is 409', async () => {
    const name = fresh();
    const { body } = await put(name);
    await startJob(body.collection_id, name);
    const answer = await move<ErrorBody>(name, 'staging');
    expect([answer.status, answer.body.error]).toEqual([409, 'job_running']);
  });

  test('to an environment that does not exist is 400', async () => {
    const name = fresh();
    await put(name);
    const answer = await move<ErrorBody>(name, 'moon');
    expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
  });
});

describe('DELETE', () => {
  test('frees the name at once and cancels the jobs that run', async () => {
    const name = fresh();
    const { body } = await put(name);
    const jobId = await startJob(body.collection_id, name);
    const answer = await send('DELETE', `/v2/collections/${name}`);
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: `Deleted ${name}.` }]);
    expect(await api.stores.indexJobs.unfinishedIn(body.collection_id)).toEqual([]);
    expect(cancelledRuns).toContain(jobId);
    const again = await put(name);
    expect(again.body.created).toBe(true);
    expect(again.body.collection_id).not.toBe(body.collection_id);
  });

  test('of many at once exactly one finds it', async () => {
    const name = fresh();
    await put(name);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send('DELETE', `/v2/collections/${name}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
  });
});

const others: [string, () => Promise<string>][] = [
  ['another organization', () => keyFor('production', 'others')],
  ['another environment', () => keyFor('development')],
];
describe.each(others)('a key of %s', (_who, makeKey) => {
  test.each([
    ['DELETE', (name: string) => `/v2/collections/${name}`, undefined],
    ['POST', (name: string) => `/v2/collections/${name}/copy`, { target_name: 'stolen' }],
    ['PATCH', (name: string) => `/v2/collections/${name}/environment`, { new_environment: 'staging' }],
  ])('finds nothing to %s', async (method, path, json) => {
    const name = fresh();
    await put(name);
    const answer = await send<ErrorBody>(method, path(name), json, await makeKey());
    expect([answer.status, answer.body.error]).toEqual([404, 'collection_not_found']);
    expect((await put(name)).body.created).toBe(false);
  });

  test('does not see it in lists and may use its name', async () => {
    const name = fresh();
    await put(name);
    const other = await makeKey();
    expect((await send('GET', '/v2/collections?limit=1000', undefined, other)).text).not.toContain(name);
    expect((await put(name, undefined, other)).body.created).toBe(true);
  });
});

test.each([
  ['GET', '/v2/collections', ['query'], 200],
  ['GET', '/v2/collections', ['index'], 200],
  ['GET', '/v2/collections', ['webhooks'], 403],
  ['GET', '/v2/collections/some-name', ['query'], 404],
  ['GET', '/v2/collections/some-name', ['webhooks'], 403],
  ['PUT', '/v2/collections/some-name', ['query'], 403],
  ['DELETE', '/v2/collections/some-name', ['query'], 403],
  ['POST', '/v2/collections/some-name/copy', ['query'], 403],
  ['PATCH', '/v2/collections/some-name/environment', ['query'], 403],
] as const)('%s %s with the permissions %j is %i', async (method, path, permissions, status) => {
  const { text } = await api.createKey({ permissions: [...permissions] });
  const answer = await send(method, path, undefined, text);
  expect(answer.status).toBe(status);
});

test.each([['constructor'], ['__proto__'], ['%00%00%00'], ['..%2F..%2Fx']])(
  'no collection is called %s',
  async (name) => {
    const answer = await send<ErrorBody>('DELETE', `/v2/collections/${name}`);
    expect([answer.status, answer.body.error]).toEqual([404, 'collection_not_found']);
  },
);

async function startJob(collectionId: string, collectionName: string): Promise<string> {
  const jobId = `job_${randomInt(1e12)}`;
  await api.mongo.db.collection<{ _id: string; [field: string]: unknown }>('jobs').insertOne({
    _id: jobId,
    organizationId,
    environment: 'production',
    collectionId,
    collectionName,
    state: 'pending',
  });
  return jobId;
}
