import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../embedded/processes/free-port';
import { startDatabase, type TestDatabase } from '../setup/database';
import { startProgram, type ProgramProcess } from '../setup/program-process';
import { servers } from '../setup/servers';
import { createNamespace, type TestNamespace } from '../setup/temporal';
import { open, readAll } from '../http/framework/raw-request';

const devKey = 'the-key-of-this-development-machine';
const limit = 40;

let database: TestDatabase;
let temporal: TestNamespace;
let folder: string;
let programs: ProgramProcess[];
let ports: number[];
beforeAll(async () => {
  [database, temporal] = await Promise.all([startDatabase({ isNew: true }), createNamespace()]);
  folder = await mkdtemp(path.join(os.tmpdir(), 'sheaf-api-'));
  ports = [await freePort(), await freePort()];
  const { elasticsearchUrl } = servers();
  const start = (port: number) =>
    startProgram('api', {
      PORT: String(port),
      DATA_DIR: folder,
      MONGODB_URL: database.url,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      ELASTICSEARCH_URL: elasticsearchUrl,
      SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
      DEV_API_KEY: devKey,
      RATE_LIMIT_KEY_PER_MINUTE: String(limit),
      NODE_OPTIONS: `--require ${path.join(__dirname, 'promise-probe.cjs')}`,
    });
  programs = await Promise.all(ports.map(start));
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.sigkill()));
  await database.close();
  await temporal.close();
  await rm(folder, { recursive: true });
});

const get = (port: number, route: string) =>
  fetch(`http://127.0.0.1:${port}${route}`, { headers: { authorization: `Bearer ${devKey}` } });

it('two that start at the same time are ready, and share one development key', async () => {
  for (const port of ports) {
    const readiness = async () => (await (await get(port, '/health/ready')).json()) as { status: string };
    let body = await readiness();
    // A part that is busy with the start of both may not answer in time at first.
    while (body.status !== 'ready') body = await readiness();
    expect([body]).toEqual([
      {
        status: 'ready',
        parts: { mongodb: 'ok', elasticsearch: 'ok', temporal: 'ok', blobs: 'ok', search_indexes: 'ok' },
      },
    ]);
  }
  expect(await database.stores.apiKeys.list()).toMatchObject([
    { environment: 'development', revokedAt: null },
  ]);
});

it('two count the requests of a key together', async () => {
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 2 * limit }, (_, n) => get(ports[n % 2]!, '/v3/parse/jobs/prs_unknown')),
  );
  const refilled = ((performance.now() - started) / 60_000) * limit;
  const passed = answers.filter(({ status }) => status === 404).length;
  expect(passed).toBeGreaterThanOrEqual(limit);
  expect(passed).toBeLessThanOrEqual(limit + refilled);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * limit - passed);
});

it('on SIGTERM answers the request that it has begun, accepts no other one, and ends with exit code 0', async () => {
  const [program, port] = [programs[0]!, ports[0]!];
  const organizationId = await database.stores.organizations.ensure('acme');
  const { text } = await database.stores.apiKeys.create({ organizationId, environment: 'production' }, [
    'index',
  ]);
  const body = '{"input": "svc://upl_none"}';
  const socket = open(`http://127.0.0.1:${port}`);
  const answer = readAll(socket);
  const head = [
    'POST /v3/parse/spreadsheets HTTP/1.1',
    'Host: test',
    `Authorization: Bearer ${text}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // The server asks for the body: it has the request in hand.
  await once(socket, 'data');

  const exitCode = program.sigterm();
  while (await accepts(port));
  socket.write(body);
  expect(await answer).toMatch(/\r\n\r\nHTTP\/1.1 400 [^]*Connection: close[^]*upload_not_found/);
  expect(await exitCode).toBe(0);
});

it('lets Node watch no promises, which would cost each request a tenth of its work, whatever it is asked', async () => {
  const [program, port] = [programs[1]!, ports[1]!];
  const organizationId = await database.stores.organizations.ensure('acme');
  const { text } = await database.stores.apiKeys.create({ organizationId, environment: 'production' }, [
    'index',
    'query',
  ]);
  const send = async (method: string, route: string, json: object) => {
    const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${port}${route}`;
    return (await fetch(url, { method, headers, body: JSON.stringify(json) })).status;
  };
  expect(await send('PUT', '/v2/collections/asked', {})).toBe(201);
  expect(await send('POST', '/v2/collections/asked/index/text', { content: 'hello' })).toBe(202);
  expect(await send('POST', '/v3/collections/asked/query', { query: 'hello', semantic_ratio: 0 })).toBe(200);
  await program.sigterm();
  expect(program.log()).toMatch(/^promises were not watched$/m);
});

/** Whether a new connection is let in. */
async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
