import { startApi, type TestApi } from '../../setup/api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const get = (key?: string, headers: Record<string, string> = {}) =>
  api.request('/v2/key', { ...(key !== undefined && { key }), headers });

it('tells a key of documents its owner and permissions', async () => {
  const key = await api.createKey({ environment: 'staging', permissions: ['query', 'products-search'] });
  expect(await get(key.text)).toMatchObject({
    status: 200,
    body: {
      key_id: key.keyId,
      organization_id: key.organizationId,
      environment: 'staging',
      permissions: ['query', 'products-search'],
      requests_per_second: null,
      expires_at: null,
    },
  });
});

it('tells a key of product search its permissions, rate and end', async () => {
  const { text } = await api.createKey();
  const expires = Date.now() + 3_600_000;
  const made = await api.request<{ key: string; id: string }>('/v1/keys', {
    key: text,
    json: { type: 'search', name: 'shop', rate_limit_per_second: 5, expires_at: expires },
  });
  expect(made.status).toBe(201);
  expect(await get(made.body.key)).toMatchObject({
    status: 200,
    body: {
      key_id: made.body.id,
      environment: 'production',
      permissions: expect.arrayContaining(['search']) as unknown,
      requests_per_second: 5,
      expires_at: new Date(expires).toISOString(),
    },
  });
});

it('refuses a key that is bound to origins from any other place', async () => {
  const { text } = await api.createKey();
  const json = { type: 'search', name: 'page', allowed_origins: ['https://shop.example'] };
  const { body } = await api.request<{ key: string }>('/v1/keys', { key: text, json });
  expect(await get(body.key)).toMatchObject({ status: 403, body: { error: 'permission_denied' } });
  const { status, headers } = await get(body.key, { Origin: 'https://shop.example' });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'https://shop.example']);
});

it('needs a key', async () => {
  expect((await get()).status).toBe(401);
});
