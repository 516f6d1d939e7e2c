import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../../api/app';
import { type ApiDeps } from '../../api/deps';
import { createAuditLog } from '../../src/services/products/audit/log';
import { type AuditCheckResource } from '../../api/products/audit/schema';
import { type IndexResource } from '../../api/products/indexes/schema';
import { createStores } from '../../src/stores';
import { connectMongo, type Mongo } from '../../src/stores/mongo/mongo';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

const word = 'quixotic';
const pollMs = 20;

let stack: OwnStack;
let toAudit: TcpProxy;
let auditMongo: Mongo;
let deps: ApiDeps;
/** An API whose audit log is behind a proxy; the rest goes straight to the servers. */
let server: Server;

beforeAll(async () => {
  stack = await startOwnStack();
  await stack.startWorker();
  const mongo = new URL(stack.env.MONGODB_URL!);
  toAudit = await startTcpProxy(mongo.host);
  mongo.host = toAudit.address;
  mongo.search = '?directConnection=true';
  auditMongo = await connectMongo(mongo.href, 'test');
  const { auditEntries, auditChains } = createStores(auditMongo.db);
  const stores = { ...stack.api.deps.stores, auditEntries, auditChains };
  deps = { ...stack.api.deps, stores, audit: createAuditLog({ ...stack.api.deps, stores }) };
  const handle = createApp(deps).callback();
  server = createServer((request, response) => void handle(request, response)).listen(0);
  for (const onFailure of ['serve', 'refuse'] as const) {
    await stack.createIndex(onFailure, { settings: { audit: { on_failure: onFailure } } });
    await stack.stage(onFailure, [{ id: 'a', title: `lamp ${word}` }]);
    expect(await stack.built(onFailure)).toMatchObject({ status: 'succeeded' });
  }
});
afterAll(async () => {
  toAudit.set('open');
  await deps.audit.drain();
  server.close();
  await auditMongo.close();
  await stack.close();
  await toAudit.close();
});

async function ask(path: string, json?: unknown) {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${stack.key.text}`, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown };
}

const search = (index: string) => ask(`/indexes/${index}/search`, { query: 'lamp' });

/** Waits until an index has so many answers without an entry. */
async function untilFailures(index: string, count: number): Promise<void> {
  const now = async () => ((await ask(`/indexes/${index}`)).body as IndexResource).serving.audit_failures;
  while ((await now()) < count) await pause(pollMs);
  expect(await now()).toBe(count);
}

async function failuresOf(index: string): Promise<number> {
  return (await stack.getIndex(index)).serving.audit_failures;
}

it.each(['closed', 'hung'] as const)(
  'while the store of the log is away (%s), `refuse` answers without results, and `serve` answers and counts',
  async (mode) => {
    expect((await search('serve')).text).toContain(word);
    expect((await search('refuse')).text).toContain(word);
    const before = await failuresOf('serve');
    toAudit.set(mode);
    const refused = await search('refuse');
    expect(refused).toMatchObject({ status: 503, body: { error: 'AUDIT_UNAVAILABLE' } });
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(refused.text).not.toContain(word);
    const served = await search('serve');
    expect(served.status).toBe(200);
    expect(served.text).toContain(word);
    const searches = ['refuse', 'serve'].map((index) => ({ index, query: 'lamp' }));
    interface Joined {
      results: { status: number; error?: { error: string } }[];
    }
    const joined = ((await ask('/multi_search', { searches })).body as Joined).results;
    expect(joined[0]).toMatchObject({ status: 503, error: { error: 'AUDIT_UNAVAILABLE' } });
    expect(JSON.stringify(joined[0])).not.toContain(word);
    expect(joined[1]!.status).toBe(200);
    await untilFailures('serve', before + 2);
    expect(await failuresOf('refuse')).toBe(0);

    toAudit.set('open');
    while ((await search('refuse')).status !== 200) await pause(pollMs);
    const check = (await stack.v1<AuditCheckResource>('/audit/verify')).body;
    expect(check).toMatchObject({ valid: true, next_seq: null });
  },
);
