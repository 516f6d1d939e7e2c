import { type CreatedKey } from '../../../api/products/keys/schema';
import { type SearchAnswer } from '../../setup/product-calls';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

const hidden = 'quixotic';
const records = [
  { id: 'open', title: 'lamp', tenant: 'acme' },
  { id: 'staff', title: `lamp ${hidden}`, acl: ['group:staff'], tenant: 'acme' },
  { id: 'ann', title: `lamp ${hidden}`, acl: ['user:ann'], deny: ['user:bob'], tenant: 'acme' },
  { id: 'bob-denied', title: `lamp ${hidden}`, acl: ['group:staff'], deny: 'user:bob', tenant: 'bolt' },
  { id: 'nobody', title: `lamp ${hidden}`, acl: [], tenant: 'bolt' },
];

let stack: Stack;
let keys = 0;
beforeAll(async () => {
  stack = await startStack();
  const acl = { field: 'acl', deny_field: 'deny', missing: 'public' };
  await stack.createIndex('listed', { settings: { acl } });
  await stack.createIndex('tenants', { settings: { tenant_field: 'tenant' } });
  await stack.createIndex('plain');
  for (const name of ['listed', 'tenants', 'plain']) {
    await stack.stage(name, records);
    expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
  }
});
afterAll(() => stack.close());

async function newKey(members: object, type = 'search'): Promise<string> {
  const json = { name: `k${keys++}`, type, ...members };
  const { status, text, body } = await stack.v1<CreatedKey>('/keys', { json });
  if (status !== 201) throw new Error(text);
  return body.key;
}

async function found(key: string, index: string, query = 'lamp'): Promise<string[]> {
  const answer = await stack.v1<SearchAnswer>(`/indexes/${index}/search`, { key, json: { query } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  expect(answer.body.total).toBe(answer.body.hits.length);
  return answer.body.hits.map(({ id }) => id).toSorted();
}

/** Status of the read of each record. */
const read = async (key: string, index: string) =>
  Promise.all(
    records.map(async ({ id }) => [id, (await stack.v1(`/indexes/${index}/records/${id}`, { key })).status]),
  );

const refusal = async (answer: ReturnType<Stack['v1']>) => {
  const { status, body } = await answer;
  return [status, (body as { error: string }).error];
};

describe.each([
  ['no principal of theirs', ['user:x'], ['open']],
  ['a group', ['group:staff'], ['bob-denied', 'open', 'staff']],
  ['a person who is denied', ['group:staff', 'user:bob'], ['open', 'staff']],
  ['a person', ['user:ann'], ['ann', 'open']],
  ['a pattern', ['user:*'], ['ann', 'open']],
  ['every principal', ['*'], ['ann', 'bob-denied', 'open', 'staff']],
])('a key with %s', (_, principals, visible) => {
  it('finds and reads the records of its access lists, and no others', async () => {
    const key = await newKey({ principals });
    expect(await found(key, 'listed')).toEqual(visible);
    const statuses = records.map(({ id }) => [id, visible.includes(id) ? 200 : 404]);
    expect(await read(key, 'listed')).toEqual(statuses);
  });
});

it('a key without principals or tenant is refused, an admin key sees all', async () => {
  const key = await newKey({});
  for (const index of ['listed', 'tenants']) {
    const searched = stack.v1(`/indexes/${index}/search`, { key, json: { query: 'lamp' } });
    expect(await refusal(searched)).toEqual([403, 'ACCESS_DENIED']);
    expect(await refusal(stack.v1(`/indexes/${index}/records/open`, { key }))).toEqual([
      403,
      'ACCESS_DENIED',
    ]);
    expect(await found(await newKey({}, 'admin'), index)).toHaveLength(records.length);
  }
});

it.each([
  ['acme', ['ann', 'open', 'staff']],
  ['a*', ['ann', 'open', 'staff']],
  ['other', []],
])('a key of tenant %s reaches the records of it only', async (tenant, visible) => {
  const key = await newKey({ tenant });
  expect(await found(key, 'tenants')).toEqual(visible);
  expect(await read(key, 'tenants')).toEqual(records.map(({ id }) => [id, visible.includes(id) ? 200 : 404]));
});

describe('a key of a tenant', () => {
  const path = '/indexes/shared/records';
  const record = (tenant: unknown, id = 'acme-1') => ({ id, title: 'chair', tenant });
  let key: string;
  let all: string;
  beforeAll(async () => {
    await stack.createIndex('shared', { settings: { tenant_field: 'tenant' } });
    await stack.stage('shared', [record('acme'), record('bolt', 'bolt-1')]);
    expect(await stack.built('shared')).toMatchObject({ status: 'succeeded' });
    await stack.stage('shared', [record('bolt', 'bolt-staged')]);
    key = await newKey({ tenant: 'acme' }, 'write');
    all = await newKey({}, 'admin');
  });

  const change = (method: string, id: string, json?: unknown) =>
    stack.v1(`${path}/${id}?wait=10s`, { key, method, json });
  const stored = async (id: string) => {
    const { status, body } = await stack.v1<{ record?: object }>(`${path}/${id}`, { key: all });
    return status === 200 ? body.record : status;
  };

  it('writes, patches and deletes the records of its tenant', async () => {
    expect((await change('PUT', 'acme-2', record('acme', 'acme-2'))).status).toBe(200);
    expect((await change('PATCH', 'acme-2', { title: 'desk' })).status).toBe(200);
    expect(await stored('acme-2')).toEqual({ ...record('acme', 'acme-2'), title: 'desk' });
    expect((await change('DELETE', 'acme-2')).status).toBe(200);
    expect(await stored('acme-2')).toBe(404);
    const { status, body } = await stack.v1<{ staged: number }>(path, {
      key,
      json: [record('acme', 'acme-3')],
    });
    expect([status, body.staged]).toEqual([200, 1]);
  });

  it.each([['bolt'], [['acme', 'bolt']], [null], [undefined], ['acme*']])(
    'writes no record whose tenant is %j',
    async (tenant) => {
      const wrong = record(tenant, 'acme-9');
      expect(await refusal(change('PUT', 'acme-9', wrong))).toEqual([403, 'ACCESS_DENIED']);
      if (tenant !== undefined)
        expect(await refusal(change('PATCH', 'acme-1', { tenant }))).toEqual([403, 'ACCESS_DENIED']);
      for (const [suffix, json] of [
        ['', [wrong]],
        ['/batch', { operations: [{ op: 'upsert', record: wrong }] }],
      ] as const) {
        const { status, body } = await stack.v1<{ details: object[] }>(`${path}${suffix}`, { key, json });
        expect([status, body.details]).toEqual([
          422,
          [expect.objectContaining({ code: 'ACCESS_DENIED', field: 'tenant', id: 'acme-9' })],
        ]);
      }
      expect([await stored('acme-9'), await stored('acme-1')]).toEqual([404, record('acme')]);
    },
  );

  it.each(['bolt-1', 'bolt-staged'])(
    'does not change %s of another tenant, which looks like an unknown record',
    async (id) => {
      const before = await stored(id);
      for (const name of [id, 'unknown']) {
        expect(await refusal(change('PATCH', name, { title: 'x' }))).toEqual([404, 'RECORD_NOT_FOUND']);
        expect(await refusal(change('DELETE', name))).toEqual([404, 'RECORD_NOT_FOUND']);
        expect(await refusal(stack.v1(`${path}/${name}`, { key }))).toEqual([404, 'RECORD_NOT_FOUND']);
      }
      expect(await refusal(change('PUT', id, record('acme', id)))).toEqual([409, 'ID_CONFLICT']);
      expect(await refusal(stack.v1(path, { key, json: [record('acme', id)] }))).toEqual([
        409,
        'ID_CONFLICT',
      ]);
      const operations = [
        { op: 'delete', id },
        { op: 'upsert', record: record('acme', id) },
        { op: 'upsert', record: record('acme') },
      ];
      const { status, body } = await stack.v1<{ accepted: number; errors: { code: string; id: string }[] }>(
        `${path}/batch?on_error=skip`,
        { key, json: { operations } },
      );
      expect([status, body.accepted]).toEqual([202, 1]);
      expect(body.errors.map(({ code, id: wrong }) => [code, wrong])).toEqual([
        ['RECORD_NOT_FOUND', id],
        ['ID_CONFLICT', id],
      ]);
      expect(await stored(id)).toEqual(before);
    },
  );

  it('replaces and clears nothing as a whole, and without a tenant writes nothing', async () => {
    const none = await newKey({}, 'write');
    for (const answer of [
      stack.v1(`${path}?mode=replace_all`, { key, json: [record('acme')] }),
      stack.v1(path, { key, method: 'DELETE' }),
      stack.v1(`${path}/delete`, { key, json: { filter: 'tenant = "acme"' } }),
      stack.v1(`${path}/acme-1`, { key: none, method: 'PUT', json: record('acme') }),
      stack.v1(path, { key: none, json: [record('acme')] }),
    ])
      expect(await refusal(answer)).toEqual([403, 'ACCESS_DENIED']);
  });

  it('loses against another tenant that takes an id at the same time, whatever the order', async () => {
    const bolt = await newKey({ tenant: 'bolt' }, 'write');
    const ids = Array.from({ length: 10 }, (_, n) => `race-${n}`);
    const put = async (as: string, tenant: string, id: string) =>
      (await stack.v1(`${path}/${id}`, { key: as, method: 'PUT', json: record(tenant, id) })).status;
    for (const id of ids) {
      const statuses = await Promise.all([put(key, 'acme', id), put(bolt, 'bolt', id)]);
      expect(statuses.toSorted()).toEqual([202, 409]);
      expect(await stored(id)).toMatchObject({ tenant: statuses[0] === 202 ? 'acme' : 'bolt' });
    }
  });
});

it('the filter of a key, and those of all keys above it, narrow every read', async () => {
  const key = await newKey({ filter: 'tenant = "acme"' });
  expect(await found(key, 'plain')).toEqual(['ann', 'open', 'staff']);
  expect(await read(key, 'plain')).toEqual(
    records.map(({ id, tenant }) => [id, tenant === 'acme' ? 200 : 404]),
  );
  const unreadable = await newKey({ filter: 'unknown_field = 1' });
  const searched = stack.v1('/indexes/plain/search', { key: unreadable, json: { query: 'lamp' } });
  expect(await refusal(searched)).toEqual([403, 'ACCESS_DENIED']);
});

it('no word of a hidden record shows in an answer', async () => {
  const key = await newKey({ principals: ['user:x'] });
  for (const query of [hidden, `${hidden.slice(0, -1)}k`, `lamp ${hidden}s`]) {
    const { text } = await stack.v1('/indexes/listed/search', { key, json: { query: 'lam', explain: true } });
    expect(text).not.toContain(hidden);
    expect(await found(key, 'listed', query)).not.toEqual(expect.arrayContaining(['staff']));
  }
});
