import { Readable } from 'node:stream';
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
  const link = new URL(await driver.blobs.signedUrl('link/one', Date.now() + inMs));
  expect(Number(link.searchParams.get('X-Amz-Expires'))).toBeGreaterThanOrEqual(seconds - 1);
  expect(Number(link.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(seconds);
});
