import { allRoutes } from '../../api/routes';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ApiProgram, startApiProgram } from './api-program';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

const collection = 'manuals';
const index = 'shop';

let stack: OwnStack;
let toElasticsearch: TcpProxy;
let toTemporal: TcpProxy;
/** Reaches Elasticsearch and Temporal through the proxies, and MongoDB straight. */
let api: ApiProgram;

beforeAll(async () => {
  stack = await startOwnStack();
  const worker = await stack.startWorker();
  await stack.indexed(await stack.accepted(stack.index('text', { content: 'a pump', filename: 'a.txt' })));
  const made = await stack.api.request('/v1/indexes', {
    key: stack.key.text,
    json: { name: index, id_field: 'id' },
  });
  expect(made.status).toBe(201);
  await stack.api.request(`/v1/indexes/${index}/records`, { key: stack.key.text, json: [{ id: 'a' }] });
  const build = () => stack.api.request(`/v1/indexes/${index}/build`, { key: stack.key.text, json: {} });
  expect((await build()).status).toBe(202);
  const search = () => stack.api.request(`/v1/indexes/${index}/search`, { key: stack.key.text, json: {} });
  while ((await search()).status !== 200);
  await worker.sigterm();
  toElasticsearch = await startTcpProxy(new URL(stack.env.ELASTICSEARCH_URL!).host);
  toTemporal = await startTcpProxy(stack.env.TEMPORAL_ADDRESS!);
  api = await startApiProgram({
    ...stack.env,
    ELASTICSEARCH_URL: `http://${toElasticsearch.address}`,
    TEMPORAL_ADDRESS: toTemporal.address,
    SILENT_SERVER_MS: '1000',
  });
});
afterAll(async () => {
  await api.sigkill();
  await toElasticsearch.close();
  await toTemporal.close();
  await stack.close();
});

/** Refusals that the API has logged with this cause, which no deadline of a request gives. */
const silences = (server: string) => api.log().split(`${server} does not answer.`).length - 1;

const ask = (path: string, json?: object) =>
  fetch(api.origin + path, {
    headers: { authorization: `Bearer ${stack.key.text}`, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
  });

/** Paths of all routes that read, in the collection and the index, as far as they need no other id. */
const readable = () =>
  allRoutes(stack.api.deps)
    .filter(({ method, access }) => method === 'get' && access !== 'public')
    .map(({ path }) =>
      path.replace(':collection_name', collection).replace(/^(\/v1\/indexes\/):\w+/, `$1${index}`),
    )
    .filter((path) => !path.includes(':'));

it.each(['closed', 'hung'] as const)(
  'every list is served while Elasticsearch and Temporal are %s',
  async (mode) => {
    toElasticsearch.set(mode);
    toTemporal.set(mode);
    const paths = readable();
    expect(paths.length).toBeGreaterThan(20);
    const answers = await Promise.all(paths.map(async (path) => [path, (await ask(path)).status] as const));
    expect(answers.filter(([, status]) => status >= 500)).toEqual([]);
    const ready = await ask('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'degraded',
        parts: {
          mongodb: 'ok',
          blobs: 'ok',
          search_indexes: 'ok',
          elasticsearch: 'not available',
          temporal: 'not available',
        },
      },
    ]);
  },
);

it.each(['closed', 'hung'] as const)(
  'what needs Elasticsearch is 503 while it is %s, and works after it',
  async (mode) => {
    toElasticsearch.set(mode);
    const query = () => ask(`/v3/collections/${collection}/query`, { query: 'pump' });
    expect((await query()).status).toBe(503);
    toElasticsearch.set('open');
    let answer = await query();
    while (answer.status === 503) answer = await query();
    expect(answer.status).toBe(200);
  },
);

describe('a server that hangs is told from one that is slow', () => {
  beforeEach(async () => {
    toElasticsearch.set('open');
    toTemporal.set('open');
    while (((await (await ask('/health/ready')).json()) as { status: string }).status !== 'ready');
    toElasticsearch.set('hung');
    toTemporal.set('hung');
  });

  it.each([
    ['a query', 'Elasticsearch', `/v3/collections/${collection}/query`, { query: 'pump' }],
    ['a query of version 2', 'Elasticsearch', `/v2/collections/${collection}/query`, { query: 'pump' }],
    ['a product search', 'Elasticsearch', `/v1/indexes/${index}/search`, { query: 'pump' }],
    ['a job', 'Temporal', `/v2/collections/${collection}/index/text`, { content: 'a', filename: 'b.txt' }],
  ])('%s is refused because %s does not answer', async (_, server, path, body) => {
    const before = silences(server);
    expect((await ask(path, body)).status).toBe(503);
    // The line comes by another way than the answer.
    while (silences(server) === before) await ask('/health/live');
  });
});
