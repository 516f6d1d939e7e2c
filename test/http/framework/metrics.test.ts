import { Registry } from 'prom-client';
import { z } from 'zod';
import { createMetrics } from '../../../src/metrics';
import { startApi, type TestApi } from '../../setup/api';
import { type Sample, samplesOf, sumOf } from '../../setup/scrape';
import { open } from './raw-request';
import { sampleRoute } from './sample-routes';

const registry = new Registry();
const metrics = createMetrics(registry);
let hold: () => Promise<void>;
let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    env: { RATE_LIMIT_KEY_PER_MINUTE: '5' },
    deps: () => ({ metrics }),
    routes: () => [
      sampleRoute({
        method: 'post',
        path: '/v3/things/:id',
        operationId: 'things',
        access: 'public',
        body: z.strictObject({ card: z.string() }),
        params: z.strictObject({ id: z.string() }),
        bodyBytesMax: 100,
      }),
      sampleRoute({ path: '/v3/limited', operationId: 'limited' }),
      sampleRoute({
        path: '/v3/held',
        operationId: 'held',
        access: 'public',
        handle: () => hold().then(() => ({ status: 200, body: {} })),
      }),
      sampleRoute({
        path: '/v3/broken',
        operationId: 'broken',
        access: 'public',
        handle: () => Promise.reject(new Error('the cause')),
      }),
    ],
  });
});
afterAll(() => api.close());
beforeEach(() => {
  registry.resetMetrics();
});

const requests = 'sheaf_http_requests_total';
const samples = async () => samplesOf(await registry.metrics());

/** The samples once so many requests have come to their end, which is a moment after the answer. */
async function samplesOnce(count: number): Promise<Sample[]> {
  for (;;) {
    const found = await samples();
    if (sumOf(found, requests) >= count) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('requests are counted and timed by template of the route and class of the status', async () => {
  for (const id of ['secret-one', 'secret-two'])
    await api.request(`/v3/things/${id}`, { json: { card: 'c' } });
  await api.request('/v3/things/secret-one', { json: { card: 1 } });
  await api.request('/v3/broken');
  const found = await samplesOnce(4);
  const things = { method: 'POST', route: '/v3/things/:id' };
  expect(sumOf(found, requests, { ...things, status: '2xx' })).toBe(2);
  expect(sumOf(found, requests, { ...things, status: '4xx' })).toBe(1);
  expect(sumOf(found, requests, { method: 'GET', route: '/v3/broken', status: '5xx' })).toBe(1);
  expect(sumOf(found, 'sheaf_http_request_seconds_count', things)).toBe(3);
  expect(sumOf(found, 'sheaf_http_request_seconds_bucket', { ...things, le: '+Inf' })).toBe(3);
});

it('whatever else is asked for is one series, however many paths and methods come', async () => {
  for (let n = 0; n < 20; n++) await api.request(`/secret-path-${n}?secret=${n}`);
  await api.request('/v3/limited', { method: 'PURGE' });
  await api.request('/v3/limited', { method: 'OPTIONS' });
  const found = await samplesOnce(22);
  const series = found.filter(({ name }) => name === requests).map(({ labels }) => labels);
  expect(series).toEqual(
    expect.arrayContaining([
      { method: 'none', route: 'none', status: '4xx' },
      { method: 'none', route: 'none', status: '2xx' },
    ]),
  );
  expect(series).toHaveLength(2);
  expect(await registry.metrics()).not.toContain('secret');
});

it('a client that goes away is counted as such', async () => {
  let release: () => void = () => undefined;
  const socket = open(api.baseUrl);
  hold = () => {
    socket.destroy();
    return new Promise((resolve) => (release = resolve));
  };
  socket.write('GET /v3/held HTTP/1.1\r\nHost: x\r\n\r\n');
  const found = await samplesOnce(1);
  release();
  expect(sumOf(found, requests, { status: 'aborted' })).toBe(1);
});

it('refusals are counted by the limit, and other refusals are none', async () => {
  const { text: key } = await api.createKey();
  await Promise.all(Array.from({ length: 7 }, () => api.request('/v3/limited', { key })));
  await api.request('/v3/things/a', { json: { card: 'x'.repeat(200) } });
  await api.request('/v3/things/a', { json: {} });
  await api.request('/v3/limited', { key: 'unknown' });
  const found = await samplesOnce(10);
  const refusals = found.filter(({ name }) => name === 'sheaf_refusals_total');
  expect(refusals.map(({ labels: { limit }, value }) => [limit, value])).toEqual([
    ['key', 2],
    ['payload_too_large', 1],
  ]);
});
