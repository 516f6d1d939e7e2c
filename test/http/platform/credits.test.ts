import { startApi, type TestApi } from '../../setup/api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const get = (key: string) => api.request('/v2/credits', { key });

it('tells what is left, and what running jobs have set aside, of the own organization alone', async () => {
  const [poor, rich] = [
    await api.createKey({ organization: 'poor' }),
    await api.createKey({ organization: 'rich' }),
  ];
  const { credits } = api.stores;
  await credits.setBalance(poor.organizationId, 10);
  await credits.reserve(poor.organizationId, 'job', 2.5, { kind: 'parse', holdsMax: 1 });
  expect(await get(poor.text)).toMatchObject({
    status: 200,
    body: { organization_id: poor.organizationId, balance: 10, held: 2.5, remaining: 7.5 },
  });
  expect((await get(rich.text)).body).toEqual({
    organization_id: rich.organizationId,
    balance: null,
    held: 0,
    remaining: null,
  });
});

it('is the same in every environment of an organization', async () => {
  const keys = await Promise.all(
    (['development', 'production'] as const).map((environment) =>
      api.createKey({ organization: 'both', environment }),
    ),
  );
  await api.stores.credits.setBalance(keys[0]!.organizationId, 1);
  const answers = await Promise.all(keys.map(({ text }) => get(text)));
  expect(answers.map(({ body }) => body)).toEqual(Array(2).fill(expect.objectContaining({ remaining: 1 })));
});

it.each([
  [['query'], 200],
  [['index'], 200],
  [['webhooks'], 403],
] as const)('a key that may %p is answered with %d', async (permissions, status) => {
  const { text } = await api.createKey({ organization: 'rights', permissions: [...permissions] });
  expect((await get(text)).status).toBe(status);
});

it('a request without a key is 401', async () => {
  expect((await api.request('/v2/credits')).status).toBe(401);
});
