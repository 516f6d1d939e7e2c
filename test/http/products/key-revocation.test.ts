import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createApp } from '../../../api/app';
import { type CreatedKey } from '../../../api/products/keys/schema';
import { startApi, type TestApi, type TestKey } from '../../setup/api';

let api: TestApi;
let admin: TestKey;
/** Another process over the same database, and its clock. */
let other: Server;
let otherMs = 0;
beforeAll(async () => {
  api = await startApi();
  admin = await api.createKey();
  const handle = createApp({ ...api.deps, monotonicMs: () => otherMs }).callback();
  other = createServer((request, response) => void handle(request, response)).listen(0);
});
afterAll(async () => {
  other.close();
  await api.close();
});

async function made(members: object): Promise<CreatedKey> {
  const json = { name: 'k', ...members };
  return (await api.request<CreatedKey>('/v1/keys', { key: admin.text, json })).body;
}

function token({ id: parent, key }: CreatedKey): string {
  const payload = Buffer.from(JSON.stringify({ parent, exp: Date.now() + 600_000 })).toString('base64url');
  const secret = createHmac('sha256', key).update('sheaf search token').digest('hex');
  return `tok_${payload}.${createHmac('sha256', secret).update(payload).digest('hex')}`;
}

/** Status of a search in the other process. */
async function reach(key: string, index: string): Promise<number> {
  const { port } = other.address() as AddressInfo;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${port}/v1/indexes/${index}/search`;
  const answer = await fetch(url, { method: 'POST', headers, body: '{}' });
  await answer.text();
  return answer.status;
}

it('every process follows a narrowing and a deletion within five seconds, for keys and tokens below', async () => {
  const parent = await made({ type: 'search' });
  const child = await made({ type: 'scoped', parent: parent.id });
  const keys = [parent.key, child.key, token(parent), token(child)];
  const all = (index: string) => Promise.all(keys.map((key) => reach(key, index)));
  expect(await all('shop-1')).toEqual([404, 404, 404, 404]);
  const narrowed = await api.request(`/v1/keys/${parent.id}`, {
    method: 'PATCH',
    key: admin.text,
    json: { indexes: ['shop-2'] },
  });
  expect(narrowed.status).toBe(200);
  otherMs += 5_000;
  expect(await all('shop-1')).toEqual([403, 403, 403, 403]);
  expect(await all('shop-2')).toEqual([404, 404, 404, 404]);
  const path = `/v1/keys/${parent.id}?cascade=true`;
  expect((await api.request(path, { method: 'DELETE', key: admin.text })).status).toBe(204);
  otherMs += 5_000;
  expect(await all('shop-2')).toEqual([401, 401, 401, 401]);
});
