import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type RouteReply } from '../../../api/http/route';
import { startApi, type TestApi } from '../../setup/api';
import { sampleRoute } from './sample-routes';

const long = { text: 'renewal obligations '.repeat(200) };
const json = JSON.stringify(long);
const jsonType = { 'Content-Type': 'application/json; charset=utf-8' };

const replies: Record<string, RouteReply> = {
  long: { status: 200, body: long },
  written: { status: 200, body: Buffer.from(json), headers: jsonType },
  short: { status: 200, body: { text: 'x'.repeat(900) } },
  page: { status: 200, body: Buffer.from(json), headers: { 'Content-Type': 'text/html' } },
  secret: { status: 200, body: long },
};
const file = { ...jsonType, ETag: '"1"', 'Content-Length': String(json.length) };

const routes = () => [
  ...Object.entries(replies).map(([name, reply]) =>
    sampleRoute({
      path: `/v3/${name}`,
      operationId: name,
      access: 'public',
      ...(name === 'secret' && { answersSecret: true as const }),
      handle: () => Promise.resolve(reply),
    }),
  ),
  sampleRoute({
    path: '/v3/file',
    operationId: 'file',
    access: 'public',
    handle: () => Promise.resolve({ status: 200, body: Readable.from([json]), headers: file }),
  }),
];

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ routes });
});
afterAll(() => api.close());

/** An answer as it comes over the wire; clients of `fetch` see it decompressed. */
async function ask(name: string, acceptEncoding: string | undefined, method = 'GET') {
  const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  const sent = request(`${api.baseUrl}/v3/${name}`, { method, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

it.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.5', '*'])(
  'long JSON is compressed for a client that accepts %p',
  async (accepted) => {
    const { headers, bytes } = await ask('long', accepted);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(headers['content-length']).toBeUndefined();
    expect(bytes.length).toBeLessThan(json.length / 10);
    expect(gunzipSync(bytes).toString()).toBe(json);
  },
);

it('JSON that was written beforehand is compressed too', async () => {
  const { headers, bytes } = await ask('written', 'gzip');
  expect(headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(bytes).toString()).toBe(json);
});

it.each([
  ['a short answer', 'short', 'gzip'],
  ['what is no JSON', 'page', 'gzip'],
  ['an answer that shows a secret', 'secret', 'gzip'],
  ['an answer to a client that names no encoding', 'long', undefined],
  ['an answer to a client that wants none', 'long', 'identity'],
  ['an answer to a client that knows other encodings', 'long', 'br, deflate'],
  ['an answer to a client that refuses every encoding', 'long', 'identity;q=0, *;q=0'],
])('%s is sent as it is, with its length', async (_, name, accepted) => {
  const { status, headers, bytes } = await ask(name, accepted);
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers).toMatchObject({ 'content-length': String(bytes.length), vary: 'Accept-Encoding' });
});

it('a file keeps its length and its ETag, also a file of JSON', async () => {
  const { headers, bytes } = await ask('file', 'gzip');
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers).toMatchObject({ etag: '"1"', 'content-length': String(json.length) });
  expect(bytes.toString()).toBe(json);
});

it('HEAD tells the length of the plain answer', async () => {
  const { status, headers, bytes } = await ask('long', 'gzip', 'HEAD');
  expect([status, headers['content-length'], bytes.length]).toEqual([200, String(json.length), 0]);
});
