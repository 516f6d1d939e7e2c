import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createGuardedClient, type GuardedClient } from '../../src/net';

const csv = Buffer.from('a,b\n'.repeat(100));
const damaged = gzipSync(csv);
damaged[damaged.length - 6]! ^= 1;

const limits = {
  schemes: ['http'] as const,
  byteMax: 1_000_000,
  headersTimeoutMs: 20_000,
  totalTimeoutMs: 20_000,
};

let server: Server;
let client: GuardedClient;
let answer: { coding: string | string[]; body: Buffer };

beforeAll(async () => {
  server = createServer((_request, response) => {
    const { coding, body } = answer;
    response.setHeader('content-encoding', coding).setHeader('content-length', body.length).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = createGuardedClient({ allowCidrs: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await client.close();
  server.close();
});

const download = (coding: string | string[], body: Buffer) => {
  answer = { coding, body };
  return client.download(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a.csv`, limits);
};

test.each([
  ['gzip', gzipSync(csv)],
  ['X-GZip', gzipSync(csv)],
  ['gzip', Buffer.concat([gzipSync(csv.subarray(0, 40)), gzipSync(csv.subarray(40))])],
  ['deflate', deflateSync(csv)],
  ['br', brotliCompressSync(csv)],
  ['gzip, br', brotliCompressSync(gzipSync(csv))],
  [['gzip', 'br'], brotliCompressSync(gzipSync(csv))],
  ['gzip, identity', gzipSync(csv)],
])('the file behind the encoding %s is read, and its size is not known before', async (coding, packed) => {
  const { body, byteSize } = await download(coding, packed);
  expect((await buffer(body)).equals(csv)).toBe(true);
  expect(byteSize).toBeNull();
});

test.each(['identity', 'UTF-8', 'none', 'aws-chunked'])('%s is no packing', async (coding) => {
  const { body, byteSize } = await download(coding, csv);
  expect((await buffer(body)).equals(csv)).toBe(true);
  expect(byteSize).toBe(csv.length);
});

test.each([
  ['gzip', csv],
  ['br', csv],
  ['deflate', gzipSync(csv)],
  ['gzip', damaged],
  ['gzip, gzip', gzipSync(csv)],
])('bytes that are not in the encoding %s are said to be damaged', async (coding, bytes) => {
  const { body } = await download(coding, bytes);
  await expect(buffer(body)).rejects.toMatchObject({
    code: 'content_encoding',
    message: 'The file is damaged: its bytes are not in the Content-Encoding that the server says.',
  });
});

test.each([
  ['zstd', 'in the encoding zstd'],
  ['gzip, compress', 'in the encoding compress'],
  ['constructor', 'in the encoding constructor'],
  ['<b>x</b>', 'in an encoding without a name'],
  ['gzip, gzip, gzip, gzip', 'packed more than 3 times'],
])('the encoding %s is refused before the body', async (coding, state) => {
  await expect(download(coding, csv)).rejects.toMatchObject({
    code: 'content_encoding',
    message: `The server sends the file ${state} (Content-Encoding), which is not undone.`,
  });
});

test.each([
  ['gzip', gzipSync(Buffer.alloc(50_000_000))],
  ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
  ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(200_000_000)))],
])('a bomb in %s ends at the limit of bytes', async (coding, bomb) => {
  const { body } = await download(coding, bomb);
  let bytes = 0;
  body.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await expect(buffer(body)).rejects.toMatchObject({ code: 'too_large' });
  expect(bytes).toBeLessThanOrEqual(limits.byteMax);
});
