import { createHmac, randomUUID } from 'node:crypto';
import {
  createdKey,
  type CreatedKey,
  keyList,
  keyResource,
  type KeyResource,
} from '../../../api/products/keys/schema';
import { type Environment } from '../../../src/domain/platform/tenancy';
import { unbounded } from '../../../src/domain/products/key-scope';
import { PRODUCT_PERMISSIONS } from '../../../src/domain/products/permissions';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { newId } from '../../../src/stores/mongo/new-id';
import { newProductKeyText } from '../../../src/stores/products/product-keys';
import { startApi, type TestApi } from '../../setup/api';

interface ErrorBody {
  error: string;
  message: string;
  details?: { path: string; message: string }[];
}
interface Admin {
  id: string;
  text: string;
}

let api: TestApi;
let nowMs = 0;
let admin: Admin;
beforeAll(async () => {
  api = await startApi({ deps: () => ({ monotonicMs: () => nowMs }) });
});
beforeEach(async () => {
  admin = await serviceKey(`org-${randomUUID()}`);
});
afterAll(() => api.close());

/** An admin key as the operator's command makes it. */
async function serviceKey(organization: string, environment: Environment = 'production'): Promise<Admin> {
  const organizationId = await api.stores.organizations.ensure(organization);
  const text = newProductKeyText();
  const id = newId(ID_PREFIX.apiKey);
  await api.stores.productKeys.create({
    _id: id,
    organizationId,
    environment,
    name: 'admin',
    type: 'admin',
    permissions: [...PRODUCT_PERMISSIONS],
    bounds: unbounded,
    ancestors: [],
    lineage: [],
    createdBy: null,
    issuedByService: true,
    text,
  });
  return { id, text };
}

interface Options {
  method?: string;
  json?: unknown;
  key?: string;
  headers?: Record<string, string>;
}
const call = <T = ErrorBody>(path: string, { key = admin.text, ...options }: Options = {}) =>
  api.request<T>(`/v1${path}`, { key, ...options });

async function made(members: object, key = admin.text): Promise<CreatedKey> {
  const { status, body, text } = await call<CreatedKey>('/keys', { json: { name: 'one', ...members }, key });
  if (status !== 201) throw new Error(`${status}: ${text}`);
  return createdKey.parse(body);
}

async function refused(members: object): Promise<string[]> {
  const { status, body } = await call('/keys', { json: { name: 'one', ...members } });
  expect(status).toBe(400);
  return body.details!.map(({ path, message }) => `${path.replace('body.', '')}: ${message}`);
}

/** Status of a search: 404 or 409 where the key gets as far as the index, which is unknown or not built. */
const reach = async (key: string, index = 'shop-1'): Promise<number> =>
  (await call(`/indexes/${index}/search`, { key, json: { query: 'a' } })).status;

/** Makes remembered callers old, so that the next request reads them again. */
const later = () => (nowMs += 5_000);

function token(signer: CreatedKey, members: object, exp = Date.now() + 60_000): string {
  const payload = Buffer.from(JSON.stringify({ parent: signer.id, exp, ...members })).toString('base64url');
  const secret = createHmac('sha256', signer.key).update('sheaf search token').digest('hex');
  return `tok_${payload}.${createHmac('sha256', secret).update(payload).digest('hex')}`;
}

describe('POST /v1/keys', () => {
  it('shows the key once, and keeps its hash only', async () => {
    const key = await made({ type: 'search', indexes: ['shop*'], rate_limit_per_second: 7 });
    expect(key).toMatchObject({
      type: 'search',
      parent: null,
      permissions: ['search', 'browse', 'records.read'],
      indexes: ['shop*'],
      principals: null,
      created_by: admin.id,
      issued_by_service: false,
      last_used_at: null,
    });
    const { key: text, ...rest } = key;
    expect(text).toMatch(/^sk_[\w-]{32}$/);
    const one = await call<KeyResource>(`/keys/${key.id}`);
    expect(one.body).toEqual(rest);
    const row = await api.mongo.db.collection('product_keys').findOne({ _id: key.id as never });
    expect(JSON.stringify(row)).not.toContain(text);
  });

  it('answers a repeated request with the same key, which the store does not hold', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const json = { name: 'one', type: 'search' };
    const [first, second] = [
      await call<CreatedKey>('/keys', { json, headers }),
      await call<CreatedKey>('/keys', { json, headers }),
    ];
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    const stored = await api.mongo.db.collection('idempotency').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(first.body.key);
  });

  it.each([
    ['a permission beyond the type', { type: 'write', permissions: ['keys.manage'] }, 'permissions: a write key cannot have keys.manage'],
    ['bounds on an admin key', { type: 'admin', indexes: ['a'] }, 'indexes: an admin key may do everything and sees all records'],
    ['a parent of a root key', { type: 'search', parent: 'key_1' }, 'parent: only a scoped key has a parent'],
    ['a scoped key without a parent', { type: 'scoped' }, 'parent: a scoped key needs a parent'],
    ['an unknown parent', { type: 'scoped', parent: newId('key_') }, 'parent: no key has this id'],
  ])('refuses %s', async (_, members, issue) => {
    expect(await refused(members)).toEqual([issue]);
  }); // prettier-ignore

  it('refuses a parent that manages, and that of another organization', async () => {
    const write = await made({ type: 'write' });
    expect(await refused({ type: 'scoped', parent: write.id })).toEqual([
      'parent: the parent must be a search key or a scoped key',
    ]);
    const foreign = await serviceKey(`org-${randomUUID()}`);
    const theirs = await made({ type: 'search' }, foreign.text);
    expect(await refused({ type: 'scoped', parent: theirs.id })).toEqual(['parent: no key has this id']);
  });

  it('refuses a filter that cannot be read, with the place', async () => {
    const wrong = { filter: 'visible = ' };
    const expected = { error: 'FILTER_INVALID', param: 'filter', position: 9 };
    const created = await call('/keys', { json: { name: 'one', type: 'search', ...wrong } });
    expect([created.status, created.body]).toEqual([400, expect.objectContaining(expected)]);
    const { id } = await made({ type: 'search' });
    const changed = await call(`/keys/${id}`, { method: 'PATCH', json: wrong });
    expect([changed.status, changed.body]).toEqual([400, expect.objectContaining(expected)]);
  });

  it('refuses a scoped key that is wider than its parent, member by member', async () => {
    const parent = await made({ type: 'search', indexes: ['shop*'], facets: ['brand'] });
    expect(
      await refused({ type: 'scoped', parent: parent.id, indexes: ['shop', 'x'], facets: ['color'] }),
    ).toEqual(['indexes: the key above does not reach "x"', 'facets: the key above does not reach "color"']);
    const child = await made({ type: 'scoped', parent: parent.id, permissions: ['search'] });
    expect(child).toMatchObject({ parent: parent.id, permissions: ['search'], indexes: null });
  });
});

describe('a key', () => {
  it('does what its permissions say, and nothing on other routes', async () => {
    const search = await made({ type: 'search' });
    expect(await reach(search.key)).toBe(404);
    for (const [path, json] of [['/indexes', { name: 'a' }], ['/keys', { name: 'a', type: 'admin' }]] as const) {
      const { status, body } = await call(path, { key: search.key, json });
      expect([status, body.error]).toEqual([403, 'FORBIDDEN']);
    }
    const documents = await api.request('/v2/collections', { key: search.key });
    expect(documents.status).toBe(403);
  }); // prettier-ignore

  it('of documents does not open product search unless an operator made it for both', async () => {
    const plain = await api.createKey({ permissions: ['query', 'index'] });
    expect(await reach(plain.text)).toBe(403);
    const both = await api.createKey({ permissions: ['query', 'products-search'] });
    expect(await reach(both.text)).toBe(404);
    expect((await call('/keys', { key: both.text })).status).toBe(403);
  });

  it('reaches the indexes of its patterns only, in routes and lists', async () => {
    for (const name of ['shop-1', 'blog']) await call('/indexes', { json: { name } });
    const { key } = await made({ type: 'write', indexes: ['shop*'] });
    const list = await call<{ indexes: { name: string }[] }>('/indexes', { key });
    expect(list.body.indexes.map(({ name }) => name)).toEqual(['shop-1']);
    for (const path of ['/indexes/blog', '/indexes/blog/settings', '/indexes/unknown']) {
      const { status, body } = await call(path, { key });
      expect([path, status, body.error]).toEqual([path, 403, 'FORBIDDEN']);
    }
    expect((await call('/indexes', { key, json: { name: 'news' } })).status).toBe(403);
    expect((await call('/indexes/shop-1', { key })).status).toBe(200);
  });

  it('works from its origins only, and tells browsers so', async () => {
    const { key } = await made({ type: 'search', allowed_origins: ['https://shop.example'] });
    const from = (origin?: string) =>
      call('/indexes/none/search', {
        key,
        json: { query: 'a' },
        ...(origin === undefined ? {} : { headers: { origin } }),
      });
    const allowed = await from('https://shop.example');
    expect(allowed.status).toBe(404);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    for (const origin of ['https://evil.example', undefined]) {
      const { status, body, headers } = await from(origin);
      expect([status, body.error]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    const preflight = await api.request('/v1/indexes/a/search', {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
  });

  it('is refused above its own rate, which the keys below share', async () => {
    const parent = await made({ type: 'search', rate_limit_per_second: 1 });
    const child = await made({ type: 'scoped', parent: parent.id });
    const keys = [parent.key, ...Array.from({ length: 11 }, () => child.key)];
    expect(await Promise.all(keys.map((key) => reach(key)))).toContain(429);
  });

  it('shows its own rate on answers, refusals too, and lets pages read it', async () => {
    const allowed_origins = ['https://shop.example'];
    const { key } = await made({ type: 'search', rate_limit_per_second: 7, allowed_origins });
    const origin = { origin: 'https://shop.example' };
    const { headers } = await call('/indexes/nowhere/search', { key, json: { query: '' }, headers: origin });
    expect(headers.get('ratelimit')).toBe('"key-rate";r=6;t=1');
    expect(headers.get('ratelimit-policy')).toBe('"key-rate";q=7;w=1');
    expect(headers.get('access-control-expose-headers')).toContain('RateLimit, RateLimit-Policy');
  });

  it('ends at its time', async () => {
    const { key } = await made({ type: 'search', expires_at: Date.now() - 1 });
    expect((await call('/indexes', { key })).status).toBe(401);
  });
});

describe('a signed token', () => {
  it('may do what its parent may, narrowed by what it says', async () => {
    for (const name of ['shop-1', 'shop-2']) await call('/indexes', { json: { name } });
    const parent = await made({ type: 'search', indexes: ['shop*'] });
    const key = token(parent, { indexes: ['shop-1', 'blog'], permissions: ['search', 'build'] });
    for (const [index, status] of [
      ['shop-1', 409],
      ['shop-2', 403],
      ['blog', 403],
    ] as const)
      expect([index, await reach(key, index)]).toEqual([index, status]);
    expect((await call('/indexes/shop-1/build', { key, method: 'POST' })).status).toBe(403);
  });

  it('is refused when it was changed, is over, or was signed by another key or one that manages', async () => {
    const [parent, other, write] = [
      await made({ type: 'search' }),
      await made({ type: 'search' }),
      await made({ type: 'write' }),
    ];
    const good = token(parent, {});
    const [, signature] = good.split('.');
    const forged = Buffer.from(JSON.stringify({ parent: other.id, exp: Date.now() + 60_000 })).toString(
      'base64url',
    );
    const tokens = [
      `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
      `tok_${forged}.${signature!}`,
      token(parent, {}, Date.now() - 1),
      token({ ...other, id: parent.id }, {}),
      token(write, {}),
      token(parent, { indexes: 'not a list' }),
      'tok_',
      'tok_e30.00',
    ];
    expect(await reach(good)).toBe(404);
    for (const key of tokens) expect((await call('/indexes', { key })).status).toBe(401);
  });

  it('ends with its parent', async () => {
    const parent = await made({ type: 'search' });
    const key = token(parent, {});
    expect(await reach(key)).toBe(404);
    expect((await call(`/keys/${parent.id}`, { method: 'DELETE' })).status).toBe(204);
    later();
    expect((await call('/indexes', { key })).status).toBe(401);
  });
});

describe('PATCH /v1/keys/{id}', () => {
  it('narrows the keys and tokens below, too', async () => {
    for (const name of ['shop-1', 'shop-2']) await call('/indexes', { json: { name } });
    const parent = await made({ type: 'search' });
    const child = await made({ type: 'scoped', parent: parent.id, indexes: ['shop-1', 'shop-2'] });
    const { status, body } = await call<KeyResource>(`/keys/${parent.id}`, {
      method: 'PATCH',
      json: { name: 'less', indexes: ['shop-2'] },
    });
    expect([status, keyResource.parse(body).indexes, body.name]).toEqual([200, ['shop-2'], 'less']);
    later();
    expect(await reach(child.key, 'shop-1')).toBe(403);
    expect(await reach(child.key, 'shop-2')).toBe(409);
  });

  it.each([
    ['wider indexes', { indexes: ['shop*', 'blog'] }],
    ['no indexes', { indexes: null }],
    ['a further permission', { permissions: ['search', 'browse'] }],
    ['another filter', { filter: 'price > 1' }],
    ['a higher rate', { rate_limit_per_second: 9 }],
  ])('refuses %s', async (_, change) => {
    const { id } = await made({
      type: 'search',
      permissions: ['search'],
      indexes: ['shop*'],
      filter: 'price > 5',
      rate_limit_per_second: 5,
    });
    const { status, body } = await call(`/keys/${id}`, { method: 'PATCH', json: change });
    expect([status, body.details?.[0]?.path]).toEqual([400, `body.${Object.keys(change)[0]!}`]);
  });

  it('changes the end and the origins freely, within the keys above', async () => {
    const parent = await made({ type: 'search', expires_at: Date.now() + 100_000 });
    const child = await made({ type: 'scoped', parent: parent.id, expires_at: Date.now() + 1_000 });
    const change = (json: object) => call(`/keys/${child.id}`, { method: 'PATCH', json });
    expect((await change({ expires_at: Date.now() + 50_000 })).status).toBe(200);
    expect((await change({ expires_at: null, allowed_origins: ['https://a.example'] })).status).toBe(200);
    expect((await change({ expires_at: Date.now() + 200_000 })).status).toBe(400);
  });

  it('refuses the calling key, and the one that the service issued', async () => {
    const other = await made({ type: 'admin' });
    const self = await call(`/keys/${other.id}`, {
      method: 'PATCH',
      json: { expires_at: 1 },
      key: other.key,
    });
    expect([self.status, self.body.error]).toEqual([409, 'KEY_IS_CALLER']);
    const service = await call(`/keys/${admin.id}`, { method: 'PATCH', json: { name: 'x' }, key: other.key });
    expect([service.status, service.body.error]).toEqual([403, 'KEY_ISSUED_BY_SERVICE']);
  });
});

describe('DELETE /v1/keys/{id}', () => {
  const remove = (id: string, query = '', key = admin.text) =>
    call(`/keys/${id}${query}`, { method: 'DELETE', key });

  it('refuses keys with others below unless these go too', async () => {
    const parent = await made({ type: 'search' });
    const child = await made({ type: 'scoped', parent: parent.id });
    const grandchild = await made({ type: 'scoped', parent: child.id });
    const kept = await remove(parent.id);
    expect([kept.status, kept.body.error]).toEqual([409, 'KEY_HAS_CHILDREN']);
    expect((await remove(parent.id, '?cascade=true')).status).toBe(204);
    for (const { id } of [parent, child, grandchild]) expect((await call(`/keys/${id}`)).status).toBe(404);
    later();
    expect((await call('/indexes', { key: grandchild.key })).status).toBe(401);
  });

  it('refuses the calling key, the one that made it, and the one that the service issued', async () => {
    const maker = await made({ type: 'admin' });
    const caller = await made({ type: 'admin' }, maker.key);
    const answers = [
      await remove(caller.id, '', caller.key),
      await remove(maker.id, '?cascade=true', caller.key),
      await remove(admin.id, '?cascade=true', caller.key),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [409, 'KEY_IS_CALLER'],
      [409, 'CASCADE_INCLUDES_CALLER'],
      [403, 'KEY_ISSUED_BY_SERVICE'],
    ]);
  });

  it('does not know keys of others', async () => {
    const foreign = await serviceKey(`org-${randomUUID()}`);
    const theirs = await made({ type: 'search' }, foreign.text);
    for (const id of [theirs.id, newId('key_'), 'x'])
      expect((await remove(id)).body.error).toBe('KEY_NOT_FOUND');
  });
});

it('lists the keys of the environment in pages, without their texts', async () => {
  const ids = [admin.id];
  for (let i = 0; i < 3; i++) ids.push((await made({ type: 'search', name: `n${i}` })).id);
  const first = await call<unknown>('/keys?limit=3');
  const page = keyList.parse(first.body);
  const rest = keyList.parse((await call<unknown>(`/keys?limit=3&cursor=${page.next_cursor!}`)).body);
  expect([...page.keys, ...rest.keys].map(({ id }) => id)).toEqual(ids);
  expect(rest.next_cursor).toBeNull();
  expect(first.text).not.toContain('sk_');
});
