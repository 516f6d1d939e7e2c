import { startApi, type TestApi } from '../../setup/api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('liveness answers without looking at any part', async () => {
  const { status, body } = await api.request('/health/live');
  expect([status, body]).toEqual([200, { status: 'ok' }]);
});

test('readiness names every part', async () => {
  const { status, body } = await api.request('/health/ready');
  expect([status, body]).toEqual([200, { status: 'ready', parts: { mongodb: 'ok' } }]);
});

test('an unknown path is 404 in the shape of its family', async () => {
  const { status, body, headers } = await api.request('/v3/nothing?x=1');
  expect(status).toBe(404);
  expect(headers.get('x-request-id')).toMatch(/^req_\d{10}_[0-9a-f]{8}$/);
  expect(body).toEqual({
    error: 'route_not_found',
    message: 'No such route.',
    details: null,
    path: '/v3/nothing',
    success: false,
  });
});

test.each([
  ['without Temporal and Elasticsearch is degraded, and is 200', {}, 200, 'degraded', 'ok'],
  ['without MongoDB is 503', { check: () => Promise.reject(new Error()) }, 503, 'not_ready', 'not available'],
])('readiness names the parts that do not answer, and %s', async (_, mongo, code, readiness, mongodb) => {
  const broken = await startApi({
    deps: () => ({
      parts: [
        { name: 'mongodb', isVital: true, check: () => Promise.resolve(), ...mongo },
        { name: 'temporal', check: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1')) },
        { name: 'elasticsearch', check: () => new Promise<void>(() => undefined) },
      ],
    }),
  });
  const { status, body, text } = await broken.request('/health/ready');
  expect([status, body]).toEqual([
    code,
    {
      status: readiness,
      parts: { mongodb, temporal: 'not available', elasticsearch: 'not available' },
    },
  ]);
  expect(text).not.toContain('10.0.0.1');
  await broken.close();
});

test('readiness is 503 while the process drains, liveness is not', async () => {
  const draining = await startApi({ deps: () => ({ lifecycle: { draining: true } }) });
  const ready = await draining.request('/health/ready');
  expect([ready.status, ready.body]).toMatchObject([503, { status: 'draining' }]);
  expect((await draining.request('/health/live')).status).toBe(200);
  await draining.close();
});
