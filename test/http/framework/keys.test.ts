import { randomBytes } from 'node:crypto';
import { type Permission } from '../../../src/domain/documents/permissions';
import { type ApiKeyRow, newApiKeyText } from '../../../src/stores/platform/api-keys';
import { startApi, type TestApi } from '../../setup/api';
import { echoRoutes } from './sample-routes';

let api: TestApi;
let nowMs = 1_000;
beforeAll(async () => {
  api = await startApi({ routes: echoRoutes, deps: () => ({ monotonicMs: () => nowMs }) });
});
afterAll(() => api.close());

const status = async (path: string, key?: string) =>
  (await api.request(path, key === undefined ? {} : { key })).status;

describe('who is let in', () => {
  it.each<[Permission[], number, number, number]>([
    [['query'], 200, 403, 200],
    [['index'], 403, 200, 200],
    [['webhooks'], 403, 403, 200],
    [['query', 'index'], 200, 200, 200],
  ])(
    'a key with %p gets %i, %i, %i where query, index, webhooks is needed',
    async (permissions, query, index, webhooks) => {
      const { text } = await api.createKey({ permissions });
      const paths = ['/v3/needs-query', '/v3/needs-index', '/v3/needs-webhooks'];
      expect(await Promise.all(paths.map((path) => status(path, text)))).toEqual([query, index, webhooks]);
    },
  );

  it('403 names the permission that is missing', async () => {
    const { text } = await api.createKey({ permissions: ['query'] });
    const { body } = await api.request('/v3/needs-index', { key: text });
    expect(body).toMatchObject({ error: 'permission_denied', details: { required: 'index' } });
  });

  it('a public route needs no key, and does not mind a wrong one', async () => {
    expect([await status('/v3/open'), await status('/v3/open', 'nonsense')]).toEqual([200, 200]);
  });

  it.each([
    ['none', undefined],
    ['empty', ''],
    ['no scheme', newApiKeyText('production')],
    ['another scheme', `Basic ${Buffer.from('a:b').toString('base64')}`],
    ['an unknown key', `Bearer ${newApiKeyText('production')}`],
    ['two keys', `Bearer ${newApiKeyText('production')} ${newApiKeyText('production')}`],
    ['too short', 'Bearer x'],
    ['too long', `Bearer ${'a'.repeat(10_000)}`],
    ['foreign characters', 'Bearer svc_prod_\u00e4\u00f6\u00fc\u00df0123456789abcdef'],
    ['an operator in place of a text', 'Bearer {"$ne":null}000000000000'],
  ])('401 with a challenge for a header with %s', async (_, authorization) => {
    const response = await api.request(
      '/v3/needs-query',
      authorization === undefined ? {} : { headers: { authorization } },
    );
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(response.body).toMatchObject({ error: 'invalid_api_key' });
  });

  it('the scheme may be written in any case', async () => {
    const { text } = await api.createKey();
    const { status: lower } = await api.request('/v3/needs-query', {
      headers: { authorization: `bearer ${text}` },
    });
    expect(lower).toBe(200);
  });
});

describe('revocation', () => {
  it('holds within five seconds, however busy the key is', async () => {
    const { text, keyId } = await api.createKey();
    expect(await status('/v3/needs-query', text)).toBe(200);
    await api.stores.apiKeys.revoke(keyId);
    nowMs += 5_000;
    expect(await status('/v3/needs-query', text)).toBe(401);
  });

  it('a key works at the latest two seconds after it was tried too early', async () => {
    const organizationId = await api.stores.organizations.ensure('early');
    const text = newApiKeyText('production');
    expect(await status('/v3/needs-query', text)).toBe(401);
    await api.stores.apiKeys.ensure(text, { organizationId, environment: 'production' }, ['query']);
    nowMs += 2_000;
    expect(await status('/v3/needs-query', text)).toBe(200);
  });

  it('a flood of made-up keys pushes no real one out', async () => {
    const { text } = await api.createKey();
    expect(await status('/v3/needs-query', text)).toBe(200);
    const flood = Array.from({ length: 200 }, () =>
      status('/v3/needs-query', `svc_prod_${randomBytes(24).toString('base64url')}`),
    );
    expect(new Set(await Promise.all(flood))).toEqual(new Set([401]));
    expect(await status('/v3/needs-query', text)).toBe(200);
  });
});

describe('what is stored', () => {
  const rows = () => api.mongo.db.collection<ApiKeyRow>('api_keys');

  it('the text of a key is nowhere in its row', async () => {
    const { text, keyId } = await api.createKey();
    const row = await rows().findOne({ _id: keyId });
    expect(row!.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(text.slice(-32));
  });

  it.each([
    ['development', /^svc_dev_[\w-]{32}$/],
    ['staging', /^svc_stage_[\w-]{32}$/],
    ['production', /^svc_prod_[\w-]{32}$/],
  ] as const)('a %s key has its form', (environment, form) => {
    expect(newApiKeyText(environment)).toMatch(form);
  });

  it('the last use is noted', async () => {
    const { text, keyId } = await api.createKey();
    expect((await rows().findOne({ _id: keyId }))!.lastUsedAt).toBeNull();
    await status('/v3/needs-query', text);
    expect((await rows().findOne({ _id: keyId }))!.lastUsedAt).toBeInstanceOf(Date);
  });

  it('programs that start at the same time make one development key, and again none', async () => {
    const text = 'a-development-key-of-my-own';
    const ensure = async () => {
      const organizationId = await api.stores.organizations.ensure('dev');
      await api.stores.apiKeys.ensure(text, { organizationId, environment: 'development' }, ['query']);
    };
    await Promise.all(Array.from({ length: 10 }, ensure));
    await ensure();
    const organizationId = (await api.stores.organizations.findByName('dev'))!;
    expect(await api.stores.apiKeys.list(organizationId)).toHaveLength(1);
    expect(await status('/v3/needs-query', text)).toBe(200);
  });

  it("a development key cannot take over another organization's key", async () => {
    const { text } = await api.createKey({ organization: 'owner' });
    const organizationId = await api.stores.organizations.ensure('dev');
    await expect(
      api.stores.apiKeys.ensure(text, { organizationId, environment: 'development' }, ['query']),
    ).rejects.toThrow(/E11000/);
  });
});
