import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../embedded/processes/free-port';
import { startTcpProxy } from '../faults/tcp-proxy';
import { startDatabase, type TestDatabase } from '../setup/database';
import { startProgram } from '../setup/program-process';
import { servers } from '../setup/servers';
import { createNamespace, type TestNamespace } from '../setup/temporal';

const devKey = 'the-key-of-this-development-machine';

let database: TestDatabase;
let namespace: TestNamespace;
let folder: string;
beforeAll(async () => {
  [database, namespace] = await Promise.all([startDatabase({ isNew: true }), createNamespace()]);
  folder = await mkdtemp(path.join(os.tmpdir(), 'sheaf-away-'));
});
afterAll(async () => {
  await database.close();
  await namespace.close();
  await rm(folder, { recursive: true });
});

/** An API program, and requests to it. */
async function startApiProgram(env: Record<string, string>) {
  const port = await freePort();
  const program = await startProgram('api', {
    PORT: String(port),
    DATA_DIR: folder,
    MONGODB_URL: database.url,
    TEMPORAL_NAMESPACE: namespace.namespace,
    ELASTICSEARCH_URL: servers().elasticsearchUrl,
    SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
    DEV_API_KEY: devKey,
    ...env,
  });
  const ask = async (method: string, route: string, json?: object) => {
    const headers = { authorization: `Bearer ${devKey}`, 'content-type': 'application/json' };
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const response = await fetch(`http://127.0.0.1:${port}${route}`, { method, headers, ...body });
    const answer = (await response.json()) as { status: string; parts: Record<string, string> };
    return { status: response.status, headers: response.headers, body: answer };
  };
  return { program, ask };
}

/** Lines of the log from a level on; 40 warns, 50 is an error. */
const linesFrom = (log: string, level: number) =>
  log
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter((line) => line.level >= level);

it.each(['closed', 'hung'] as const)(
  'the API starts while Temporal is away (%s), serves what needs no job, and starts jobs once it is there',
  async (mode) => {
    const proxy = await startTcpProxy(namespace.address);
    proxy.set(mode);
    const { program, ask } = await startApiProgram({ TEMPORAL_ADDRESS: proxy.address });
    try {
      expect(linesFrom(program.log(), 40).map(({ msg }) => msg)).toEqual([
        'Temporal is away: no job is started until it is there',
      ]);
      expect(await ask('GET', '/health/ready')).toMatchObject({
        status: 200,
        body: { status: 'degraded', parts: { mongodb: 'ok', temporal: 'not available' } },
      });
      const collection = `manuals-${mode}`;
      expect(await ask('PUT', `/v2/collections/${collection}`, {})).toMatchObject({ status: 201 });
      const query = { query: 'pump', semantic_ratio: 0 };
      expect(await ask('POST', `/v3/collections/${collection}/query`, query)).toMatchObject({ status: 200 });
      const index = () => ask('POST', `/v2/collections/${collection}/index/text`, { content: 'a pump' });
      const refused = await index();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)]);

      proxy.set('open');
      while ((await ask('GET', '/health/ready')).body.parts.temporal !== 'ok');
      // A machine that is busy may not let Temporal answer in time at first.
      while ((await index()).status !== 202);
      expect(await program.sigterm()).toBe(0);
      expect(program.log()).toContain('Temporal is there');
    } finally {
      await program.sigkill();
      await proxy.close();
    }
  },
);

it.each([
  ['has no name yet', () => Promise.resolve('temporal.invalid:7233')],
  ['refuses connections', async () => `127.0.0.1:${await freePort()}`],
])('the API starts while Temporal %s, and ends on SIGTERM', async (_, address) => {
  const { program, ask } = await startApiProgram({ TEMPORAL_ADDRESS: await address() });
  try {
    expect(linesFrom(program.log(), 40)).toHaveLength(1);
    expect(await ask('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { parts: { temporal: 'not available' } },
    });
    expect(await program.sigterm()).toBe(0);
  } finally {
    await program.sigkill();
  }
});

it('an address of another server ends the program, in a line that names the variable', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    const starting = startApiProgram({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
    await expect(starting).rejects.toThrow('TEMPORAL_ADDRESS: the server cannot be used: ');
  } finally {
    other.close();
    other.closeAllConnections();
  }
});

it('a namespace that does not exist ends the program, in a line that names the variable', async () => {
  const starting = startApiProgram({
    TEMPORAL_ADDRESS: namespace.address,
    TEMPORAL_NAMESPACE: 'no-such-namespace',
  });
  await expect(starting).rejects.toThrow('TEMPORAL_NAMESPACE: the server cannot be used: ');
});
