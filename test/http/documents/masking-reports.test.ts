import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  deletedMaskingReport,
  fileMaskingReport,
  maskingReport,
  type MaskingReport,
} from '../../../api/documents/masking-reports/schema';
import { indexJobResource, type IndexJobResource } from '../../../api/documents/index-jobs/schema';
import { createBlobStore } from '../../../src/blobs';
import { maskingReportTtlMs } from '../../../src/domain/documents/masking';
import { newId } from '../../../src/stores/mongo/new-id';
import { startApi, type TestApi, type TestKey } from '../../setup/api';
import { endMaskedJob, type MaskedJob, startMaskedJob } from './masked-job';

let folder: string;
let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-masking-reports-'));
  api = await startApi({
    env: { BLOB_FOLDER: join(folder, 'blobs') },
    deps: (config) => ({ blobs: createBlobStore(config) }),
  });
  key = await api.createKey();
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const environment = 'production' as const;
const start = (options: Parameters<typeof startMaskedJob>[2] = {}): Promise<MaskedJob> =>
  startMaskedJob(api.deps, { organizationId: key.organizationId, environment }, options);

async function ended(options: Parameters<typeof startMaskedJob>[2] = {}): Promise<MaskedJob> {
  const job = await start(options);
  await endMaskedJob(api.deps, job.jobId);
  return job;
}

const report = <T = MaskingReport>(jobId: string, query = '', text = key.text) =>
  api.request<T>(`/v2/jobs/${jobId}/pii${query}`, { key: text });
const remove = (jobId: string, text = key.text) =>
  api.request(`/v2/jobs/${jobId}/pii`, { method: 'DELETE', key: text });
const jobOf = async (jobId: string) =>
  (await api.request<IndexJobResource>(`/v2/jobs/${jobId}`, { key: key.text })).body;
/** Follows a link of an answer without a key. */
const follow = (url: string | null) => api.request(url!.replace(api.deps.config.PUBLIC_URL, ''));
const jobs = () => api.mongo.db.collection<{ _id: string }>('jobs');
const expire = (jobId: string) =>
  jobs().updateOne({ _id: jobId }, { $set: { completedAt: new Date(Date.now() - maskingReportTtlMs) } });
const stored = async (jobId: string) => {
  const found = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile() && one.parentPath.includes(jobId) && !one.name.endsWith('~type'));
};

test('a report tells how each file was masked, with the totals of the job', async () => {
  const { jobId, documentIds } = await ended({ files: 2 });
  const { status, body } = await report(jobId);
  expect(status).toBe(200);
  expect(maskingReport.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    job_id: jobId,
    state: 'retained',
    totals: { EMAIL: 4 },
    files_page: { limit: 50, next_cursor: null },
  });
  expect(body.files.map(({ document_id }) => document_id)).toEqual(documentIds);
  expect(body.files[0]).toMatchObject({
    filename: 'file-0.txt',
    requested_engine: 'classifier',
    used_engines: ['classifier'],
    fallback_used: false,
    fallback_reason: null,
    coverage: { text: 1, tables: 1, images: 0.5 },
    model: 'pii-linear-1',
    image_redaction: 'none_found',
    counts: { EMAIL: 2 },
    near_counts: { PERSON: 1 },
    warnings: [{ code: 'instruction_not_applied', message: 'Not understood.' }],
  });
  expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(maskingReportTtlMs);
});

test('the job shows its report in every state', async () => {
  const { jobId } = await start();
  expect((await jobOf(jobId)).pii_report).toEqual({ state: 'pending', expires_at: null });
  await endMaskedJob(api.deps, jobId);
  const { expires_at } = (await report(jobId)).body;
  const job = await jobOf(jobId);
  expect(indexJobResource.parse(job)).toEqual(job);
  expect(job.pii_report).toEqual({ state: 'retained', expires_at });
  await remove(jobId);
  expect((await jobOf(jobId)).pii_report).toEqual({ state: 'deleted', expires_at });

  const { jobId: old } = await ended();
  await expire(old);
  expect((await jobOf(old)).pii_report).toMatchObject({ state: 'expired' });
});

test('a job that was cancelled before it began has a report without files', async () => {
  const { jobId } = await start({ files: 0 });
  await jobs().updateOne({ _id: jobId }, { $set: { state: 'pending' } });
  await api.stores.indexJobs.cancel(jobId, key.keyId);
  expect((await report(jobId)).body).toMatchObject({ totals: {}, files: [] });
  expect((await remove(jobId)).body).toMatchObject({ objects_deleted: 0 });
});

test('files come page by page, and those that were not indexed are not among them', async () => {
  const { jobId, documentIds } = await ended({ files: 5, indexed: 3 });
  const seen: (string | null)[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null; pages++) {
    const query = `?files_limit=2${cursor === '' ? '' : `&files_cursor=${cursor}`}`;
    const body: MaskingReport = (await report(jobId, query)).body;
    seen.push(...body.files.map(({ document_id }) => document_id));
    cursor = body.files_page.next_cursor;
    expect(pages).toBeLessThan(5);
  }
  expect(seen).toEqual(documentIds);
});

test.each([
  'files_limit=0',
  'files_limit=501',
  'files_cursor=x',
  'include_values=1',
  'include_near=1',
  'colour=red',
])('refuses ?%s', async (query) => {
  const { jobId } = await ended({ files: 0 });
  expect(await report(jobId, `?${query}`)).toMatchObject({
    status: 400,
    body: { error: 'validation_error' },
  });
});

describe('links of a file', () => {
  test('lead to its two reports without a key: tags and offsets, and no value', async () => {
    const { jobId, documentIds } = await ended();
    const [file] = (await report(jobId)).body.files;
    const [document, chunks] = await Promise.all([
      follow(file!.document_report_url),
      follow(file!.chunk_report_url),
    ]);
    for (const answer of [document, chunks]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(fileMaskingReport.parse(answer.body)).toEqual(answer.body);
      expect(answer.text).not.toContain('ann@');
    }
    const head = { job_id: jobId, document_id: documentIds[0], filename: 'file-0.txt' };
    const text = { document_id: documentIds[0], page: null };
    expect(document.body).toEqual({
      ...head,
      texts: [
        {
          ...text,
          chunk_id: null,
          chunk_index: null,
          field: 'title',
          spans: [{ tag: 'EMAIL', start: 3, end: 10 }],
          near: [],
        },
      ],
    });
    expect(chunks.body).toEqual({
      ...head,
      texts: [
        {
          ...text,
          chunk_id: `${documentIds[0]}:0`,
          chunk_index: 0,
          field: 'text',
          spans: [{ tag: 'EMAIL', start: 0, end: 7 }],
          near: [],
        },
      ],
    });
  });

  test('hold values where a key that may index has asked for them', async () => {
    const { jobId } = await ended();
    const [file] = (await report(jobId, '?include_values=true')).body.files;
    const chunks = await follow(file!.chunk_report_url);
    expect(chunks.body).toMatchObject({
      texts: [{ spans: [{ tag: 'EMAIL', start: 0, end: 7, value: 'ann@example.com' }] }],
    });
    expect((await follow(file!.document_report_url)).text).toContain('ann@example.com');
  });

  test('hold what was nearly masked where it was asked for', async () => {
    const { jobId } = await ended();
    const [file] = (await report(jobId, '?include_near=true')).body.files;
    const chunks = await follow(file!.chunk_report_url);
    expect(fileMaskingReport.parse(chunks.body)).toEqual(chunks.body);
    expect(chunks.body).toMatchObject({
      texts: [
        { chunk_index: 0, near: [{ tag: 'PERSON', start: 12, end: 17, score: 0.31 }] },
        { chunk_index: 1, spans: [], near: [{ tag: 'PERSON', start: 3, end: 8, score: 0.4 }] },
      ],
    });
    expect(chunks.text).not.toContain('ann@');
    expect(await follow(file!.chunk_report_url!.replace('near=true&', ''))).toMatchObject({ status: 403 });
  });

  test('hold no values for other keys', async () => {
    const { jobId } = await ended();
    const { text } = await api.createKey({ permissions: ['query'] });
    expect(await report(jobId, '?include_values=true', text)).toMatchObject({
      status: 403,
      body: { error: 'permission_denied', details: { required: 'index' } },
    });
    const [file] = (await report(jobId, '', text)).body.files;
    expect(await follow(file!.chunk_report_url!.replace('?', '?values=true&'))).toMatchObject({
      status: 403,
      body: { error: 'invalid_signature' },
    });
  });

  test('work for five minutes at most', async () => {
    const before = Date.now();
    const { jobId } = await ended();
    const [file] = (await report(jobId)).body.files;
    expect(Date.parse(file!.urls_expire_at!) - before).toBeGreaterThan(0);
    expect(Date.parse(file!.urls_expire_at!)).toBeLessThanOrEqual(Date.now() + 300_000);
  });

  test('are refused when anything of them is changed', async () => {
    const [one, other] = [await ended({ files: 2 }), await ended()];
    const url = (await report(one.jobId)).body.files[0]!.chunk_report_url!;
    const changed = [
      url.replace(one.jobId, other.jobId),
      url.replace('/0/chunks', '/1/chunks'),
      url.replace('/chunks', '/document'),
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace(/sig=..../, 'sig=AAAA'),
      url.replace(/\?.*/, ''),
      `${url}&values=true`,
    ];
    for (const link of changed)
      expect(await follow(link)).toMatchObject({ status: 403, body: { error: 'invalid_signature' } });
    expect(await follow(url)).toMatchObject({ status: 200 });
  });

  test('end with the report', async () => {
    const [deleted, expired] = [await ended(), await ended()];
    const urls = await Promise.all(
      [deleted, expired].map(async ({ jobId }) => (await report(jobId)).body.files[0]!.chunk_report_url),
    );
    await remove(deleted.jobId);
    await expire(expired.jobId);
    for (const url of urls)
      expect(await follow(url)).toMatchObject({ status: 410, body: { error: 'pii_report_deleted' } });
  });

  test('are null for a file whose documents were rolled back, and its record stays', async () => {
    const { jobId, documentIds } = await ended();
    const url = (await report(jobId)).body.files[0]!.chunk_report_url;
    const row = (await api.stores.jobFiles.get(jobId, 0))!;
    await api.deps.blobs.deletePrefix(row.masking!.folder);
    await api.stores.jobFiles.saveRollbacks(row, [{ documentId: documentIds[0]!, state: 'removed' }]);
    expect((await report(jobId)).body.files[0]).toMatchObject({
      document_id: documentIds[0],
      counts: { EMAIL: 2 },
      document_report_url: null,
      chunk_report_url: null,
      urls_expire_at: null,
    });
    expect(await follow(url)).toMatchObject({ status: 410, body: { error: 'pii_report_deleted' } });
    expect((await remove(jobId)).body).toMatchObject({ objects_deleted: 0 });
  });
});

test('deleting a report removes and counts what is stored, once, and leaves the job', async () => {
  const { jobId } = await ended({ files: 2 });
  expect(await stored(jobId)).toHaveLength(4);
  const answer = await remove(jobId);
  expect(answer.status).toBe(200);
  expect(deletedMaskingReport.parse(answer.body)).toMatchObject({ job_id: jobId, objects_deleted: 4 });
  expect(await stored(jobId)).toEqual([]);
  for (const again of [await remove(jobId), await report(jobId)])
    expect(again).toMatchObject({ status: 410, body: { error: 'pii_report_deleted' } });
  expect(await jobOf(jobId)).toMatchObject({ status: 'completed', files: [{ status: 'completed' }, {}] });
  const row = await jobs().findOne({ _id: jobId });
  expect(row).toMatchObject({ maskingReport: { key: null } });
  expect(row).not.toHaveProperty('maskingReport.purgeAt');
});

test('of many that delete a report at once one does it', async () => {
  const { jobId } = await ended();
  const answers = await Promise.all(Array.from({ length: 8 }, () => remove(jobId)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(410)]);
});

test.each(['GET', 'DELETE'])('%s: a report that is not there to see', async (method) => {
  const ask = (jobId: string, text = key.text) => api.request(`/v2/jobs/${jobId}/pii`, { method, key: text });
  const { jobId: running } = await start();
  expect(await ask(running)).toMatchObject({ status: 409, body: { error: 'job_not_finished' } });
  const { jobId: unmasked } = await ended();
  await jobs().updateOne({ _id: unmasked }, { $unset: { maskingReport: '' } });
  expect(await ask(unmasked)).toMatchObject({ status: 404, body: { error: 'pii_report_not_found' } });
  const { jobId: expired } = await ended();
  await expire(expired);
  expect(await ask(expired)).toMatchObject({ status: 410, body: { error: 'pii_report_deleted' } });
  for (const unknown of [newId('job_'), 'job_', 'x'])
    expect(await ask(unknown)).toMatchObject({ status: 404, body: { error: 'job_not_found' } });

  const { jobId } = await ended();
  for (const stranger of [{ organization: 'other' }, { environment: 'staging' as const }]) {
    const { text } = await api.createKey(stranger);
    expect(await ask(jobId, text)).toMatchObject({ status: 404, body: { error: 'job_not_found' } });
  }
  expect((await report(jobId)).status).toBe(200);
});

test('a key that may only query deletes nothing', async () => {
  const { jobId } = await ended();
  const { text } = await api.createKey({ permissions: ['query'] });
  expect(await remove(jobId, text)).toMatchObject({ status: 403, body: { error: 'permission_denied' } });
  expect((await report(jobId, '', text)).status).toBe(200);
});
