import { freePort } from '../../embedded/processes/free-port';
import { openMetrics } from '../../src/metrics';
import { METRICS } from '../../src/metrics/metric-table';
import { scrape, sumOf } from '../setup/scrape';

const host = '127.0.0.1';

test('without a port nothing listens, and nothing is measured', async () => {
  const opened = await openMetrics({ port: undefined, host });
  expect(opened.port).toBeNull();
  expect(opened.metrics.isOn).toBe(false);
  opened.metrics.count('lostRecords', {});
  await opened.close();
});

describe('with a port', () => {
  let opened: Awaited<ReturnType<typeof openMetrics>>;
  beforeEach(async () => {
    opened = await openMetrics({ port: 0, host });
  });
  afterEach(() => opened.close());

  const get = (path: string, method = 'GET') => fetch(`http://${host}:${opened.port}${path}`, { method });

  it('answers every declared metric with its help and type, and those of the process', async () => {
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    for (const { name, type, help } of Object.values(METRICS)) {
      expect(text).toContain(`# HELP ${name} ${help}\n`);
      expect(text).toContain(`# TYPE ${name} ${type}\n`);
    }
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
    expect(text).toMatch(/^nodejs_heap_size_used_bytes \d+$/m);
    expect(text).toMatch(/^process_cpu_seconds_total \S+$/m);
  });

  it('counts, observes seconds, never less than none, and reads gauges at each scrape', async () => {
    const { metrics } = opened;
    metrics.count('refusals', { limit: 'key' });
    metrics.count('refusals', { limit: 'key' }, 2);
    metrics.observeMs('queueWaitSeconds', { queue: 'sheaf' }, 1_500);
    metrics.observeMs('queueWaitSeconds', { queue: 'sheaf' }, -20);
    let waiting = 3;
    metrics.gauge('mongoWaiting', () => [{ labels: {}, value: waiting }]);
    const first = await scrape(opened.port!);
    expect(sumOf(first, 'sheaf_refusals_total', { limit: 'key' })).toBe(3);
    expect(sumOf(first, 'sheaf_queue_wait_seconds_sum')).toBe(1.5);
    expect(sumOf(first, 'sheaf_queue_wait_seconds_count', { queue: 'sheaf' })).toBe(2);
    expect(sumOf(first, 'sheaf_mongodb_waiting_operations')).toBe(3);
    waiting = 0;
    expect(sumOf(await scrape(opened.port!), 'sheaf_mongodb_waiting_operations')).toBe(0);
  });

  it.each([
    ['/', 'GET', 404],
    ['/metrics/', 'GET', 404],
    ['/v2/collections', 'GET', 404],
    ['/health/live', 'GET', 404],
    ['/health/ready', 'GET', 404],
    ['/metrics', 'POST', 405],
    ['/metrics', 'DELETE', 405],
    ['/metrics?name[]=x', 'GET', 200],
    ['/metrics', 'HEAD', 200],
  ])('answers %s by %s with %i', async (path, method, status) => {
    expect((await get(path, method)).status).toBe(status);
  });

  it('closes with connections that clients keep open', async () => {
    await (await get('/metrics')).text();
    await opened.close();
    await expect(get('/metrics')).rejects.toThrow();
  });
});

test('a program that says whether it is ready answers probes beside its metrics', async () => {
  let isReady = false;
  const opened = await openMetrics({ port: 0, host, isReady: () => isReady });
  const statusOf = async (path: string, method = 'GET') =>
    (await fetch(`http://${host}:${opened.port}${path}`, { method })).status;
  expect([await statusOf('/health/live'), await statusOf('/health/ready')]).toEqual([200, 503]);
  isReady = true;
  expect([await statusOf('/health/live'), await statusOf('/health/ready?from=kubelet')]).toEqual([200, 200]);
  expect([await statusOf('/health/ready', 'POST'), await statusOf('/health')]).toEqual([405, 404]);
  expect(await statusOf('/metrics')).toBe(200);
  await opened.close();
});

test('a port that is taken is an error', async () => {
  const port = await freePort();
  const first = await openMetrics({ port, host });
  await expect(openMetrics({ port, host })).rejects.toThrow(
    /^METRICS_PORT: .* another program listens there$/,
  );
  await first.close();
});
