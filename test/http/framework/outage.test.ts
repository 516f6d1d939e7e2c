import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { z } from 'zod';
import { documentsError } from '../../../api/documents/family';
import { healthRoutes } from '../../../api/platform/health/routes';
import { newApiKeyText } from '../../../src/stores/platform/api-keys';
import { createStores } from '../../../src/stores';
import { connectMongo, type Mongo } from '../../../src/stores/mongo/mongo';
import { startApi, type TestApi } from '../../setup/api';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { sampleRoute } from './sample-routes';

/** Stands between the API and the real MongoDB, so that a test can take the network away. */
async function startProxy(target: URL): Promise<{ server: Server; port: number; cut(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    server,
    port,
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const key = newApiKeyText('production');
let api: TestApi;
let database: TestDatabase;
let proxied: Mongo;
let nowMs = 0;
beforeAll(async () => {
  database = await startDatabase();
  const proxy = await startProxy(new URL(database.url));
  const through = new URL(database.url);
  through.host = `127.0.0.1:${proxy.port}`;
  through.search = '?directConnection=true';
  proxied = await connectMongo(through.href, 'test');
  const stores = createStores(proxied.db);
  api = await startApi({
    deps: () => ({
      stores,
      monotonicMs: () => nowMs,
      parts: [{ name: 'mongodb', isVital: true, check: () => stores.check() }],
    }),
    routes: (deps) => [
      ...healthRoutes(deps, documentsError),
      sampleRoute({ path: '/v3/things', operationId: 'things' }),
      sampleRoute({
        method: 'post',
        path: '/v3/jobs',
        operationId: 'jobs',
        body: z.strictObject({}),
        idempotent: { idPrefix: 'thg_' },
        errors: ['parse_unavailable'],
      }),
      sampleRoute({
        path: '/v3/public',
        operationId: 'publicThings',
        access: 'public',
        handle: () => deps.stores.apiKeys.list().then(() => ({ status: 200 })),
      }),
    ],
  });
  expect((await api.request('/health/ready')).status).toBe(200);
  proxy.cut();
});
afterAll(async () => {
  await proxied.close();
  await api.close();
  await database.close();
});

describe('while MongoDB cannot be reached', () => {
  it.each([
    ['a route', '/v3/things', {}, 'service_unavailable'],
    [
      'a route with a word of its own for it',
      '/v3/jobs',
      { json: {}, headers: { 'idempotency-key': 'a' } },
      'parse_unavailable',
    ],
    ['a public route that needs it', '/v3/public', {}, 'service_unavailable'],
  ])('%s answers 503 with Retry-After', async (_, path, options, code) => {
    nowMs += 60_000;
    const { status, headers, body } = await api.request(path, { key, ...options });
    expect([status, body]).toMatchObject([503, { error: code, path, success: false }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });
  it('the process is not ready, and says which part', async () => {
    const { status, body } = await api.request('/health/ready');
    expect([status, body]).toEqual([503, { status: 'not_ready', parts: { mongodb: 'not available' } }]);
  });
});
