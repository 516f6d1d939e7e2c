import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { documentsDetail, documentsError } from '../../../api/documents/family';
import { spreadsheetSniffer } from '../../../src/services/documents/uploads/spreadsheet-sniffer';
import { keepCheck } from '../../../api/platform/health/kept-check';
import { healthRoutes } from '../../../api/platform/health/routes';
import { uploadRoutes } from '../../../api/platform/uploads/routes';
import { type AnnouncedUpload, type UploadedFile } from '../../../api/platform/uploads/schema';
import { createBlobStore } from '../../../src/blobs';
import { fileBytesMax } from '../../../src/domain/platform/limits';
import { SearchWritesRefused } from '../../../src/stores/elastic/search-unavailable';
import { startApi, type TestApi } from '../../setup/api';
import { canMount, mountSmall, unmount } from '../../setup/small-disk';
import { csv, type ErrorBody, form, largeCsv } from './upload-client';

(canMount ? describe : describe.skip)('a disk of the blob store that fills up', () => {
  const diskBytes = fileBytesMax + 16 * 1024 * 1024;
  let folder: string;
  let api: TestApi;
  let key: string;
  let organizationId: string;
  let nowMs = 0;
  beforeAll(async () => {
    folder = await mountSmall(diskBytes);
    api = await startApi({
      env: { BLOB_FOLDER: join(folder, 'blobs'), PUBLIC_URL: 'https://sheaf.example' },
      deps: (config) => {
        const blobs = createBlobStore(config);
        const check = keepCheck(() => blobs.check(), { monotonicMs: () => nowMs });
        return { blobs, parts: [{ name: 'blobs', check }] };
      },
      routes: (deps) => [
        ...healthRoutes(deps, documentsError),
        ...uploadRoutes({ ...deps, spreadsheetSniffer }, { family: documentsDetail, access: 'index' }),
      ],
    });
    ({ text: key, organizationId } = await api.createKey());
  });
  afterAll(async () => {
    try {
      await api.close();
    } finally {
      // Also where the API could not begin: a mount outlives its process.
      await unmount(folder);
    }
  });

  /** Takes so much of the disk that this is left. */
  async function leave(bytes: number): Promise<void> {
    const file = await open(join(folder, 'other'), 'w');
    try {
      const block = Buffer.alloc(1024 * 1024);
      for (let left = diskBytes - bytes; left > 0; left -= block.length)
        await file.write(block, 0, Math.min(left, block.length));
    } finally {
      await file.close();
    }
    nowMs += 6_000;
  }
  const readiness = async () => (await api.request('/health/ready')).body;
  const send = <T = ErrorBody>(content: Buffer) =>
    api.request<T>('/v3/parse/uploads', { key, body: form({ filename: 'a.csv', content }) });
  const rows = () => api.mongo.db.collection('uploads').countDocuments({ organizationId });

  it('answers uploads with 503 while it is full, leaves no row, says so, and takes them again with room', async () => {
    expect(await readiness()).toEqual({ status: 'ready', parts: { blobs: 'ok' } });
    await leave(1024 * 1024);

    const refused = await send(largeCsv);
    expect([refused.status, refused.body.error]).toEqual([503, 'service_unavailable']);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await rows()).toBe(0);

    const json = { filename: 'big.csv', byte_size: largeCsv.length, content_type: 'text/csv' };
    const { body: announced } = await api.request<AnnouncedUpload>('/v3/uploads', { key, json });
    const path = announced.upload_url.replace('https://sheaf.example', '');
    const put = await api.request(path, { method: 'PUT', body: largeCsv as never });
    expect([put.status, put.headers.get('retry-after')]).toEqual([503, '30']);

    expect(await readiness()).toEqual({ status: 'degraded', parts: { blobs: 'no room' } });
    expect((await send<UploadedFile>(csv)).status).toBe(200);

    await leave(diskBytes - 1024 * 1024);
    expect(await readiness()).toEqual({ status: 'ready', parts: { blobs: 'ok' } });
    expect((await api.request(path, { method: 'PUT', body: largeCsv as never })).status).toBe(200);
    expect((await send<UploadedFile>(largeCsv)).status).toBe(200);
  });
});

it('readiness asks a part that costs something once in five seconds, whoever asks, and again after that', async () => {
  let nowMs = 0;
  let asked = 0;
  let isBlocked = false;
  const check = keepCheck(
    () => {
      asked++;
      return isBlocked ? Promise.reject(new SearchWritesRefused('a block')) : Promise.resolve();
    },
    { monotonicMs: () => nowMs },
  );
  const api = await startApi({ deps: () => ({ parts: [{ name: 'elasticsearch', check }] }) });
  const state = async () => (await api.request<{ parts: object }>('/health/ready')).body.parts;
  expect(await Promise.all([state(), state(), state()])).toEqual(Array(3).fill({ elasticsearch: 'ok' }));
  isBlocked = true;
  nowMs += 4_999;
  expect([await state(), asked]).toEqual([{ elasticsearch: 'ok' }, 1]);
  nowMs += 1;
  expect([await state(), asked]).toEqual([{ elasticsearch: 'takes no writes' }, 2]);
  await api.close();
});
