import { createServer } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { createGuardedClient, type GuardedClient } from '../../src/net';
import { probe } from './probe';
import { createTestAuthority } from './certificates';
import { type FileServer, startFileServer } from './file-server';

/** Asked hosts and paths, in order. */
let asked: string[] = [];
let server: FileServer;
let client: GuardedClient;
const location = new Map<string, string | string[]>();
const probing = { schemes: ['https'] as const, headBytes: 10, timeoutMs: 20_000 };

beforeAll(async () => {
  const authority = await createTestAuthority();
  server = await startFileServer(await authority.issue(), (request, response) => {
    asked.push(request.url!);
    const hop = /^\/(?<status>30\d)\/(?<left>\d+)$/.exec(request.url!)?.groups;
    const to = location.get(request.url!);
    if (hop !== undefined && hop.left !== '0')
      response.setHeader('location', `/${hop.status}/${Number(hop.left) - 1}`);
    if (to !== undefined) response.setHeader('location', to);
    response.statusCode = hop === undefined ? (to === undefined ? 200 : 302) : Number(hop.status);
    response.end('the file');
  });
  client = createGuardedClient({ allowCidrs: ['127.0.0.0/8'], ca: [authority.ca] });
});
afterAll(async () => {
  await client.close();
  await server.close();
});
beforeEach(() => {
  asked = [];
});

test.each([['301'], ['302'], ['303'], ['307'], ['308']])('status %s is followed', async (status) => {
  location.set(`/${status}/0`, '/book.csv');
  const { head, filename } = await probe(client, `${server.origin}/${status}/4`, probing);
  location.delete(`/${status}/0`);
  expect([head.toString(), filename]).toEqual(['the file', 'book.csv']);
  expect(asked).toHaveLength(6);
});

test('the sixth redirect is one too many', async () => {
  await expect(probe(client, `${server.origin}/302/9`, probing)).rejects.toMatchObject({
    code: 'too_many_redirects',
  });
  expect(asked).toHaveLength(6);
});

test('a loop ends', async () => {
  location.set('/loop', '/loop');
  await expect(probe(client, `${server.origin}/loop`, probing)).rejects.toMatchObject({
    code: 'too_many_redirects',
  });
});

test.each([
  ['https://10.0.0.1/', 'blocked_address'],
  ['https://169.254.169.254/latest/meta-data/', 'blocked_address'],
  ['https://[::1]/', 'blocked_address'],
  ['//192.168.0.1/', 'blocked_address'],
  ['https://2852039166/', 'blocked_address'],
  ['https://8.8.8.8:22/', 'invalid_url'],
  ['http://127.0.0.1/', 'invalid_url'],
  ['file:///etc/passwd', 'invalid_url'],
  ['data:text/csv,a', 'invalid_url'],
  ['https://user:secret@127.0.0.1/', 'invalid_url'],
  ['https://', 'invalid_url'],
])('a redirect to %s is refused', async (target, code) => {
  location.set('/away', target);
  await expect(probe(client, `${server.origin}/away`, probing)).rejects.toMatchObject({ code });
  expect(asked).toEqual(['/away']);
});

test.each([
  ['without a location', undefined],
  ['with two locations', ['/a', '/b']],
])('a redirect %s is a wrong status', async (_name, target) => {
  if (target === undefined) location.delete('/302/0');
  else location.set('/302/0', target);
  await expect(probe(client, `${server.origin}/302/0`, probing)).rejects.toMatchObject({
    code: 'http_status',
    extra: { status: 302 },
  });
  location.delete('/302/0');
});

test('a redirect from https to http is followed only where http is allowed', async () => {
  const plain = createServer((_request, response) => response.end('plain')).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  location.set('/down', `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`);
  await expect(probe(client, `${server.origin}/down`, probing)).rejects.toMatchObject({
    code: 'invalid_url',
  });
  const { head } = await probe(client, `${server.origin}/down`, { ...probing, schemes: ['https', 'http'] });
  expect(head.toString()).toBe('plain');
  plain.close();
});
