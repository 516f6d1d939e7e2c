import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { documentsDetail } from '../../../api/documents/family';
import { blobRoutes } from '../../../api/platform/blobs/routes';
import { createBlobStore } from '../../../src/blobs';
import { createS3Client } from '../../../src/blobs/s3-client';
import { signBlobPath } from '../../../src/signing/blob-url';
import { type RequestOptions, startApi, type TestApi } from '../../setup/api';
import { servers } from '../../setup/servers';
import { type ErrorBody } from './upload-client';

const key = 'parse/prs_1/result.json';
const digits = '0123456789';
let api: TestApi;
let folder: string;

const signingKey = () => Buffer.from(api.deps.config.SIGNING_KEY, 'base64');
const link = (name = key, filename?: string, expiresInMs = 60_000) =>
  signBlobPath(signingKey(), name, Date.now() + expiresInMs, filename);
const get = (path: string, headers: Record<string, string> = {}, options: RequestOptions = {}) =>
  api.request<ErrorBody>(path, { headers, ...options });
const put = (name: string, content: Buffer | string, contentType = 'text/csv') =>
  api.deps.blobs.put(name, Readable.from([Buffer.from(content)]), { contentType });

describe('with the folder driver', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sheaf-files-'));
    api = await startApi({
      env: { BLOB_FOLDER: folder },
      routes: (deps) => blobRoutes(deps, documentsDetail),
      deps: (config) => ({ blobs: createBlobStore(config) }),
    });
    await put(key, digits);
    await put('empty/file', '', 'text/csv');
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  test('a signed link gives the file, to be saved and never to be shown', async () => {
    const answer = await get(link(key, 'Übersicht "1".json'));
    expect([answer.status, answer.text]).toEqual([200, digits]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="_bersicht \\"1\\".json"; filename*=UTF-8''%C3%9Cbersicht%20%221%22.json`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      etag: expect.stringMatching(/^"[^"]+"$/) as string,
    });
  });

  test('a link made by the store itself works', async () => {
    const url = new URL(await api.deps.blobs.signedUrl(key, Date.now() + 60_000));
    expect((await get(url.pathname + url.search)).text).toBe(digits);
  });

  test('HEAD gives the headers of the file without its bytes', async () => {
    const answer = await get(link(), {}, { method: 'HEAD' });
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([200, '', '10']);
  });

  test('an empty file is a file', async () => {
    const answer = await get(link('empty/file'));
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([200, '', '0']);
  });

  test('a large file arrives whole', async () => {
    const large = randomBytes(5_000_000);
    await put('large/file', large);
    const response = await fetch(api.baseUrl + link('large/file'));
    expect(Buffer.from(await response.arrayBuffer()).equals(large)).toBe(true);
  });

  test.each([
    ['bytes=0-0', '0', '0-0'],
    ['bytes=3-6', '3456', '3-6'],
    ['bytes=7-', '789', '7-9'],
    ['bytes=7-99', '789', '7-9'],
    ['bytes=-3', '789', '7-9'],
    ['bytes=-99', digits, '0-9'],
    ['BYTES=1-1', '1', '1-1'],
  ])('Range: %s gives %s', async (range, expected, contentRange) => {
    const answer = await get(link(), { range });
    expect([answer.status, answer.text]).toEqual([206, expected]);
    expect(answer.headers.get('content-range')).toBe(`bytes ${contentRange}/10`);
    expect(answer.headers.get('content-length')).toBe(String(expected.length));
    const head = await get(link(), { range }, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-range')]).toEqual([206, `bytes ${contentRange}/10`]);
  });

  test.each([
    ['bytes=5-3'],
    ['bytes=-'],
    ['bytes=a-b'],
    ['bytes=0-1,3-4'],
    ['lines=0-1'],
    ['bytes=0x1-2'],
    ['nonsense'],
  ])('Range: %s is passed over', async (range) => {
    const answer = await get(link(), { range });
    expect([answer.status, answer.text]).toEqual([200, digits]);
  });

  test.each([
    [key, 'bytes=10-', 'bytes */10'],
    [key, 'bytes=99999999999999999999-', 'bytes */10'],
    [key, 'bytes=-0', 'bytes */10'],
    ['empty/file', 'bytes=0-', 'bytes */0'],
    ['empty/file', 'bytes=-1', 'bytes */0'],
  ])('of %s Range: %s cannot be satisfied', async (name, range, contentRange) => {
    const answer = await get(link(name), { range });
    expect([answer.status, answer.body.error]).toEqual([416, 'range_not_satisfiable']);
    expect(answer.headers.get('content-range')).toBe(contentRange);
  });

  test('a range of a file that was replaced meanwhile is the whole new file', async () => {
    await put('changing/file', 'first');
    const etag = (await get(link('changing/file'))).headers.get('etag')!;
    const range = { range: 'bytes=1-2', 'if-range': etag };
    expect((await get(link('changing/file'), range)).text).toBe('ir');
    await put('changing/file', 'second');
    const answer = await get(link('changing/file'), range);
    expect([answer.status, answer.text]).toEqual([200, 'second']);
  });

  test.each([
    ['without a query', (path: string) => path.replace(/\?.*/, '')],
    ['without a signature', (path: string) => path.replace(/&?sig=[^&]*/, '')],
    ['with another signature', (path: string) => path.replace(/sig=..../, 'sig=AAAA')],
    ['with another expiry', (path: string) => path.replace(/expires=\d+/, 'expires=9999999999')],
    ['with an expiry that is no number', (path: string) => path.replace(/expires=\d+/, 'expires=1e99')],
    ['with another file name', (path: string) => path.replace(/filename=[^&]*/, 'filename=evil.exe')],
    ['without its file name', (path: string) => path.replace(/filename=[^&]*&/, '')],
    ['to another file', (path: string) => path.replace('result.json', 'input')],
    ['to a file above', (path: string) => path.replace(key, '..%2F..%2Fetc%2Fpasswd')],
    ['to nothing', (path: string) => path.replace(key, '%00')],
  ])('a link %s is refused', async (_name, change) => {
    const answer = await get(change(link(key, 'a.json')));
    expect([answer.status, answer.body.error]).toEqual([403, 'invalid_signature']);
  });

  test('a link signed by another key is refused', async () => {
    const answer = await get(signBlobPath(randomBytes(32), key, Date.now() + 60_000));
    expect([answer.status, answer.body.error]).toEqual([403, 'invalid_signature']);
  });

  test('an expired link is gone', async () => {
    const answer = await get(link(key, undefined, -1_000));
    expect([answer.status, answer.body.error]).toEqual([410, 'link_expired']);
  });

  test('a link to a deleted file finds nothing', async () => {
    await put('deleted/file', 'x');
    await api.deps.blobs.delete(['deleted/file']);
    const answer = await get(link('deleted/file'));
    expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
  });

  test('a link gives no way to write', async () => {
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH'])
      expect((await get(link(), {}, { method })).status).toBe(405);
  });
});

describe('with the S3 driver', () => {
  beforeAll(async () => {
    const { endpoint, accessKey, secretKey } = servers().s3;
    const bucket = `test-${randomBytes(6).toString('hex')}`;
    const access = { accessKeyId: accessKey, secretAccessKey: secretKey };
    const client = createS3Client({ region: 'us-east-1', endpoint, ...access, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
    api = await startApi({
      env: {
        BLOB_DRIVER: 's3',
        S3_BUCKET: bucket,
        S3_ENDPOINT: endpoint,
        S3_ACCESS_KEY_ID: accessKey,
        S3_SECRET_ACCESS_KEY: secretKey,
        S3_FORCE_PATH_STYLE: 'true',
      },
      routes: (deps) => blobRoutes(deps, documentsDetail),
      deps: (config) => ({ blobs: createBlobStore(config) }),
    });
    await put(key, digits);
  });
  afterAll(() => api.close());

  test('a signed link leads to a short-lived link of the server', async () => {
    const answer = await get(link(key, 'r.json', 3_600_000));
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.get('location')!);
    expect(Number(location.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300);
    const file = await fetch(location, { headers: { range: 'bytes=1-2' } });
    expect([file.status, await file.text()]).toEqual([206, '12']);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="r.json"');
  });

  test.each([
    ['changed', () => link().replace(/sig=..../, 'sig=AAAA'), 403, 'invalid_signature'],
    ['expired', () => link(key, undefined, -1_000), 410, 'link_expired'],
    ['for a missing file', () => link('missing/file'), 404, 'not_found'],
  ])(
    'a link that is %s is refused before the server is asked for the file',
    async (_name, path, status, code) => {
      const answer = await get(path());
      expect([answer.status, answer.body.error]).toEqual([status, code]);
    },
  );
});
