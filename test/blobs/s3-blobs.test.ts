import { createServer as createHttpServer } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Readable } from 'node:stream';
import { BlobsFull, BlobsUnavailable, createBlobStore } from '../../src/blobs';
import { createS3Blobs } from '../../src/blobs/s3-blobs';
import { createS3Client } from '../../src/blobs/s3-client';
import { readConfig } from '../../src/config';
import { type BlobDriver, startS3Driver } from './drivers';

let driver: BlobDriver;
beforeAll(async () => {
  driver = await startS3Driver();
  await driver.blobs.put('link/one', Readable.from([Buffer.from('a,b')]), { contentType: 'text/csv' });
});
afterAll(() => driver.close());

test.each([
  [undefined, 'attachment'],
  [
    'Übersicht "1".csv',
    `attachment; filename="_bersicht \\"1\\".csv"; filename*=UTF-8''%C3%9Cbersicht%20%221%22.csv`,
  ],
])('a presigned link offers the blob as a download named %j', async (filename, disposition) => {
  const link = await driver.blobs.signedUrl(
    'link/one',
    Date.now() + 60_000,
    filename === undefined ? {} : { filename },
  );
  const response = await fetch(link);
  expect([response.status, await response.text()]).toEqual([200, 'a,b']);
  expect(response.headers.get('content-type')).toBe('text/csv');
  expect(response.headers.get('content-disposition')).toBe(disposition);
});

test('a changed presigned link does not work', async () => {
  const link = await driver.blobs.signedUrl('link/one', Date.now() + 60_000);
  const response = await fetch(link.replace('link/one', 'link/two'));
  expect(response.status).toBe(403);
});

test.each([
  ['in a minute', 60_000, 60],
  ['in a month, as long as S3 allows', 30 * 86_400_000, 604_800],
  ['in the past, as short as S3 allows', -60_000, 1],
])('a link that is to expire %s says so', async (_name, inMs, seconds) => {
  const beforeMs = Date.now();
  const link = new URL(await driver.blobs.signedUrl('link/one', beforeMs + inMs));
  const secondsMin = seconds - 1 - (Date.now() - beforeMs) / 1_000;
  expect(Number(link.searchParams.get('X-Amz-Expires'))).toBeGreaterThanOrEqual(secondsMin);
  expect(Number(link.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(seconds);
});

test('links begin with the public endpoint where there is one', async () => {
  const blobs = createBlobStore({
    ...readConfig({ SIGNING_KEY: Buffer.alloc(32).toString('base64') }),
    BLOB_DRIVER: 's3',
    S3_BUCKET: 'files',
    S3_FORCE_PATH_STYLE: true,
    S3_ENDPOINT: 'http://10.0.0.1:9000',
    S3_PUBLIC_ENDPOINT: 'https://files.example',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
  });
  const link = await blobs.signedUrl('link/one', Date.now() + 60_000);
  expect(link).toMatch(/^https:\/\/files\.example\/files\/link\/one\?.*X-Amz-Signature=/);
});

test('a server that does not answer is told apart from a blob that is not there', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  const access = { accessKeyId: 'x', secretAccessKey: 'x', forcePathStyle: true };
  const client = createS3Client({ region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, ...access });
  const blobs = createS3Blobs({ client, bucket: 'any' });
  const uses = [
    () => blobs.check(),
    () => blobs.stat('a/b'),
    () => blobs.read('a/b'),
    () => blobs.copy('a/b', 'a/c'),
    () => blobs.delete(['a/b']),
    () => blobs.deletePrefix('a/'),
    () => blobs.put('a/b', Readable.from([Buffer.from('x')]), { contentType: 'text/csv' }),
  ];
  for (const use of uses) await expect(use()).rejects.toThrow(BlobsUnavailable);
});

test.each([
  [507, 'InsufficientStorage'],
  [507, 'XMinioStorageFull'],
  [400, 'XMinioAdminBucketQuotaExceeded'],
])('a server that answers %i %s has no room', async (status, code) => {
  const full = createHttpServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(status, { 'Content-Type': 'application/xml' });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no room</Message></Error>`);
    });
  });
  await new Promise<void>((resolve) => full.listen(0, '127.0.0.1', resolve));
  const { port } = full.address() as AddressInfo;
  const access = { accessKeyId: 'x', secretAccessKey: 'x', forcePathStyle: true };
  const client = createS3Client({ region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, ...access });
  const blobs = createS3Blobs({ client, bucket: 'any' });
  const put = blobs.put('a/b', Readable.from([Buffer.from('x')]), { contentType: 'text/csv' });
  await expect(put).rejects.toThrow(BlobsFull);
  full.close();
  full.closeAllConnections();
});

test('a missing bucket is no missing blob', async () => {
  const failure = await driver.broken
    .put('a/b', Readable.from([Buffer.from('x')]), { contentType: 'text/csv' })
    .catch((error: unknown) => (error as Error).name);
  expect(failure).toBe('NoSuchBucket');
});
