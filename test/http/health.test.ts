import { startApi, type TestApi } from '../setup/api';

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
