import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type DeliveryPage, type EndpointResource } from '../../api/platform/webhooks/schema';
import { freePort } from '../../embedded/processes/free-port';
import { METRICS } from '../../src/metrics/metric-table';
import { embeddingModelFolder } from '../setup/embedding-model';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess, startProgram } from '../setup/program-process';
import { type Sample, samplesOf, scrape, sumOf } from '../setup/scrape';

const pollMs = 50;
/** Names that a customer chooses; no metric may tell them. */
const names = {
  collection: 'secret-collection',
  index: 'secret-index',
  file: 'secret-file.txt',
  hook: '/secret-hook',
};

let stack: OwnStack;
let programs: ProgramProcess[];
let ports: { http: number; api: number; worker: number; temporal: number };
beforeAll(async () => {
  stack = await startOwnStack({ env: { EMBEDDING_MODEL_DIR: await embeddingModelFolder() } });
  const [http, temporal] = [await freePort(), await freePort()];
  const env = {
    ...stack.env,
    PORT: String(http),
    METRICS_PORT: '0',
    TEMPORAL_METRICS_PORT: String(temporal),
  };
  programs = await Promise.all([startProgram('worker', env), startProgram('api', env)]);
  const [worker, api] = programs.map((program) => Number(/"metricsPort":(\d+)/.exec(program.log())?.[1]));
  ports = { http, temporal, worker: worker!, api: api! };
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.sigkill()));
  await stack.close();
});

interface Answer<T> {
  status: number;
  body: T;
}

/** Asks the API program. */
async function ask<T>(method: string, path: string, json?: unknown): Promise<Answer<T>> {
  const response = await fetch(`http://127.0.0.1:${ports.http}${path}`, {
    method,
    headers: { authorization: `Bearer ${stack.key.text}`, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
}

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Samples of a port once they hold what the test waits for. */
const samplesWhen = (port: keyof typeof ports, holds: (samples: Sample[]) => boolean) =>
  until(() => scrape(ports[port]), holds);

/** Expects no label to tell a name that a customer has chosen, or an id. */
function expectNoSecrets(samples: readonly Sample[]): void {
  const values = samples.flatMap(({ labels }) => Object.values(labels));
  expect(values.filter((value) => /secret|org_|job_[0-9A-Za-z]|prs_|https?:/.test(value))).toEqual([]);
}

it('the request of the page about metrics reads those of a program', async () => {
  const script = readFileSync(path.join(__dirname, '../../examples/operations/read-metrics.sh'), 'utf8');
  const { stdout } = await promisify(execFile)('bash', ['-c', script.replace('9464', String(ports.api))]);
  expect(samplesOf(stdout).map(({ name }) => name)).toContain('process_cpu_seconds_total');
});

it('jobs, queries and deliveries show in the metrics of the program that has done them', async () => {
  const { collection, index, file, hook } = names;
  await ask('PUT', `/v2/collections/${collection}`);
  const receiver = `${stack.links.origin}${hook}`;
  stack.links.files.set(hook, (request, response) => {
    response.writeHead(request.url === hook ? 204 : 500).end();
  });
  const { body: endpoint } = await ask<EndpointResource>('POST', '/v2/webhooks/endpoints', { url: receiver });
  const text = { content: 'The alpha valve opens at nine bar.', filename: file };
  await ask('POST', `/v2/collections/${collection}/index/text`, text);
  await stack.ended(await stack.submit(Buffer.from('a,b\n1,2\n')));
  await stack.createIndex(index);
  await stack.stage(index, [{ id: 'a', title: 'Wireless keyboard' }]);
  expect(await stack.built(index)).toMatchObject({ status: 'succeeded' });
  await until(
    () => ask<DeliveryPage>('GET', `/v2/webhooks/endpoints/${endpoint.endpoint_id}/deliveries`),
    ({ body }) => body.deliveries.some(({ status }) => status === 'succeeded'),
  );

  const done = (samples: Sample[], type: string, state: string) =>
    sumOf(samples, 'sheaf_jobs_total', { type, state });
  const worker = await samplesWhen('worker', (samples) => done(samples, 'indexing', 'completed') === 1);
  expect(done(worker, 'parse', 'completed')).toBe(1);
  expect(done(worker, 'index.build', 'succeeded')).toBe(1);
  for (const type of ['parse', 'indexing', 'index.build']) {
    expect(sumOf(worker, 'sheaf_job_seconds_count', { type })).toBe(1);
    expect(sumOf(worker, 'sheaf_job_wait_seconds_count', { type })).toBe(1);
  }
  for (const stage of ['schema', 'upload', 'publish'])
    expect(sumOf(worker, 'sheaf_job_stage_seconds_count', { type: 'index.build', stage })).toBe(1);
  for (const activity of ['claimParseJob', 'finishIndexJob', 'sendWebhook'])
    expect(sumOf(worker, 'sheaf_activity_seconds_count', { activity, outcome: 'completed' })).toBeGreaterThan(
      0,
    );
  for (const queue of ['sheaf', 'parse-quick', 'webhook'])
    expect(sumOf(worker, 'sheaf_queue_wait_seconds_count', { queue })).toBeGreaterThan(0);
  expect(sumOf(worker, 'sheaf_webhook_attempts_total', { class: 'success' })).toBeGreaterThan(0);
  expectNoSecrets(worker);

  for (const semantic_ratio of [0, 0.5]) {
    const query = { query: 'alpha valve', semantic_ratio };
    expect(await ask('POST', `/v3/collections/${collection}/query`, query)).toMatchObject({ status: 200 });
  }
  await ask('POST', `/v3/collections/secret-unknown/query`, { query: 'alpha' });
  await ask('POST', `/v1/indexes/${index}/search`, { query: 'keyboard' });
  await ask('POST', `/v1/indexes/${index}/typeahead`, { query: 'key' });
  await ask('POST', `/v1/multi_search`, { searches: [{ index, query: 'keyboard' }] });
  const route = '/v1/multi_search';
  const api = await samplesWhen('api', (found) => sumOf(found, 'sheaf_http_requests_total', { route }) === 1);
  const queries = (labels: Record<string, string>) => sumOf(api, 'sheaf_queries_total', labels);
  expect(queries({ product: 'documents', mode: 'keyword', outcome: 'answered' })).toBe(1);
  expect(queries({ product: 'documents', mode: 'hybrid', outcome: 'answered' })).toBe(1);
  expect(queries({ product: 'documents', outcome: 'refused' })).toBe(1);
  expect(queries({ product: 'products', mode: 'search', outcome: 'answered' })).toBe(2);
  expect(queries({ product: 'products', mode: 'typeahead', outcome: 'answered' })).toBe(1);
  const stages = api.filter(({ name }) => name === 'sheaf_query_stage_seconds_count');
  expect(new Set(stages.map(({ labels }) => labels.stage))).toEqual(
    new Set(['preparation', 'embedding', 'retrieval', 'enrichment', 'engine']),
  );
  expectNoSecrets(api);
});

it('a worker answers probes on the port of its metrics, while it polls its queues as ready', async () => {
  const statusOf = async (port: number, path: string) =>
    (await fetch(`http://127.0.0.1:${port}/health/${path}`)).status;
  await until(
    () => statusOf(ports.worker, 'ready'),
    (status) => status === 200,
  );
  expect(await statusOf(ports.worker, 'live')).toBe(200);
  expect(await statusOf(ports.api, 'ready')).toBe(404);
});

it.each(['api', 'worker'] as const)('the pools and the process of the %s show', async (program) => {
  const samples = await scrape(ports[program]);
  expect(sumOf(samples, 'sheaf_mongodb_connections', { state: 'open' })).toBeGreaterThan(0);
  const inUse = sumOf(samples, 'sheaf_mongodb_connections', { state: 'in_use' });
  expect(inUse).toBeGreaterThanOrEqual(0);
  expect(inUse).toBeLessThanOrEqual(sumOf(samples, 'sheaf_mongodb_connections', { state: 'open' }));
  expect(sumOf(samples, 'sheaf_mongodb_waiting_operations')).toBeGreaterThanOrEqual(0);
  expect(sumOf(samples, 'sheaf_mongodb_checkout_seconds_count')).toBeGreaterThan(0);
  expect(
    sumOf(samples, 'sheaf_elasticsearch_request_seconds_count', { outcome: 'answered' }),
  ).toBeGreaterThan(0);
  expect(sumOf(samples, 'sheaf_elasticsearch_requests_in_flight')).toBeGreaterThanOrEqual(0);
  expect(sumOf(samples, 'nodejs_heap_size_used_bytes')).toBeGreaterThan(0);
  const declared = new Set<string>(Object.values(METRICS).map(({ name }) => name));
  const shown = samples
    .map(({ name }) => name)
    .filter((name) => name.startsWith('sheaf_'))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect(shown.filter((name) => !declared.has(name))).toEqual([]);
});

it("the metrics of Temporal's SDK have a port of their own", async () => {
  const samples = await scrape(ports.temporal);
  const shown = new Set(samples.map(({ name }) => name));
  for (const name of ['temporal_worker_task_slots_available', 'temporal_sticky_cache_size'])
    expect(shown).toContain(name);
  expect(shown).toContain('temporal_activity_execution_latency_seconds_bucket');
  const queues = new Set(samples.flatMap(({ labels }) => labels.task_queue ?? []));
  expect([...queues]).toEqual(expect.arrayContaining(['sheaf', 'parse', 'webhook']));
  const slots = samples.filter(({ name }) => name === 'temporal_worker_task_slots_available');
  expect(slots.map(({ labels }) => labels.worker_type)).toContain('ActivityWorker');
  expectNoSecrets(samples.filter(({ name }) => !name.startsWith('temporal_') || name.includes('activity')));
});
