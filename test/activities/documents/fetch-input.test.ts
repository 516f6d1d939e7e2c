import { Readable } from 'node:stream';
import { type ParseInput } from '../../../src/domain/documents/parse-job';
import { type GuardedClient, OutboundError } from '../../../src/net';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ParseJobRow } from '../../../src/stores/documents/parse-jobs/parse-job-kind';
import { writeZip } from '../../../packages/spreadsheet-reader/test/zip/write-zip';
import { type ActivityStack, startActivityStack } from '../activity-stack';

const csv = Buffer.from('Region,Q1\nNorth,10\n');

let stack: ActivityStack;
beforeAll(async () => {
  stack = await startActivityStack();
});
afterAll(() => stack.close());

/** A job whose input is still where its owner has it. */
async function jobWith(input: ParseInput): Promise<string> {
  const jobId = await stack.processingJob(csv);
  await stack.deps.blobs.delete([`parse/${jobId}/input`]);
  await stack.mongo.db.collection<ParseJobRow>('parse_jobs').updateOne({ _id: jobId }, { $set: { input } });
  return jobId;
}

async function storedUpload(): Promise<{ uploadId: string; blobKey: string }> {
  const { blobs, uploads } = stack.deps;
  const uploadId = newId('upl_');
  const blobKey = `uploads/${uploadId}/a`;
  await blobs.put(blobKey, Readable.from([csv]), { contentType: 'text/csv' });
  const { organizationId } = stack;
  const announced = {
    organizationId,
    environment: 'production' as const,
    filename: 'a.csv',
    contentType: 'text/csv',
  };
  await uploads.insertPending({ _id: uploadId, ...announced, byteSize: null });
  await uploads.finish(uploadId, {
    byteSize: csv.length,
    isSpreadsheet: true,
    sha256: 'x',
    contentType: 'text/csv',
    blobKey,
  });
  return { uploadId, blobKey };
}

it('an upload is copied once: a later attempt does not need it any more', async () => {
  const { uploadId, blobKey } = await storedUpload();
  const jobId = await jobWith({ kind: 'upload', uploadId });
  await stack.run('fetchInput', { jobId });
  await stack.deps.blobs.delete([blobKey]);
  await stack.run('fetchInput', { jobId }, { attempt: 2 });
  expect(await stack.row(jobId)).toMatchObject({ input: null, byteSize: csv.length });
  expect(await stack.blobKeys(jobId)).toEqual(['input']);
});

it.each([
  ['a small text', Buffer.alloc(1024 * 1024, 'a,b\n'), 'quick'],
  ['a larger one', Buffer.alloc(1024 * 1024 + 1, 'a,b\n'), 'large'],
  [
    'a small archive that unfolds into much text',
    writeZip([{ name: 'xl/worksheets/sheet1.xml', data: '<c/>'.repeat(7_000_000) }]),
    'large',
  ],
])('%s takes the lane for its size', async (_, input, lane) => {
  const jobId = await stack.processingJob(input);
  await expect(stack.run('fetchInput', { jobId })).resolves.toEqual({ lane });
});

it.each([
  ['was never finished', () => Promise.resolve(newId('upl_'))],
  [
    'has lost its bytes',
    async () => {
      const { uploadId, blobKey } = await storedUpload();
      await stack.deps.blobs.delete([blobKey]);
      return uploadId;
    },
  ],
])('an upload that %s is a failed download, for good', async (_, make) => {
  const jobId = await jobWith({ kind: 'upload', uploadId: await make() });
  await expect(stack.run('fetchInput', { jobId })).rejects.toMatchObject({
    type: 'download_failed',
    nonRetryable: true,
  });
});

const failures: [OutboundError['code'], number | undefined, number, string, boolean][] = [
  ['http_status', 404, 1, 'download_failed', false],
  ['http_status', 429, 1, 'download_failed', true],
  ['http_status', 503, 2, 'download_failed', true],
  ['http_status', 503, 3, 'download_failed', false],
  ['timeout', undefined, 1, 'download_failed', true],
  ['dns', undefined, 1, 'download_failed', true],
  ['connect', undefined, 1, 'download_failed', true],
  ['tls', undefined, 1, 'download_failed', false],
  ['blocked_address', undefined, 1, 'download_failed', false],
  ['too_many_redirects', undefined, 1, 'download_failed', false],
  ['too_large', undefined, 1, 'file_too_large', false],
];

it.each(failures)(
  'a link that fails with %s %s at attempt %i is %s, worth another try: %s',
  async (code, status, attempt, type, retryable) => {
    const outbound: GuardedClient = {
      ...stack.deps.outbound,
      download: () =>
        Promise.reject(new OutboundError(code, 'It did not work.', status === undefined ? {} : { status })),
    };
    const jobId = await jobWith({ kind: 'link', url: 'https://example.com/a.csv?token=secret' });
    const failure = stack.run('fetchInput', { jobId }, { attempt, deps: { outbound } });
    await expect(failure).rejects.toMatchObject({ type, nonRetryable: !retryable, category: 'BENIGN' });
    expect(await stack.blobKeys(jobId)).toEqual([]);
  },
);

it('a body that breaks off leaves nothing under the key', async () => {
  const outbound: GuardedClient = {
    ...stack.deps.outbound,
    download: () =>
      Promise.resolve({
        body: Readable.from(
          (async function* () {
            yield csv;
            await Promise.resolve();
            throw new OutboundError('connect', 'The server closed the connection.');
          })(),
        ),
        byteSize: null,
        contentType: null,
        filename: null,
      }),
  };
  const jobId = await jobWith({ kind: 'link', url: 'https://example.com/a.csv' });
  await expect(stack.run('fetchInput', { jobId }, { deps: { outbound } })).rejects.toMatchObject({
    type: 'download_failed',
  });
  expect(await stack.blobKeys(jobId)).toEqual([]);
});

describe('a link that an API process copies', () => {
  const link = { kind: 'link', url: 'https://example.com/a.csv' } as const;
  const unused = { ...({} as GuardedClient), download: () => Promise.reject(new Error('not asked')) };
  const setCopyUntil = (jobId: string, copyUntil: Date) =>
    stack.mongo.db.collection<ParseJobRow>('parse_jobs').updateOne({ _id: jobId }, { $set: { copyUntil } });

  it('is waited for, and not fetched once it is there', async () => {
    const jobId = await jobWith(link);
    await setCopyUntil(jobId, new Date(Date.now() + 3_600_000));
    const { parseJobs, blobs } = stack.deps;
    let asked = 0;
    const arriving = {
      ...parseJobs,
      async copyOf(id: string) {
        if (++asked === 3) {
          await blobs.put(`parse/${jobId}/input`, Readable.from([csv]), { contentType: 'text/csv' });
          await parseJobs.markCopied(jobId, { byteSize: csv.length, filename: 'a.csv' });
        }
        return parseJobs.copyOf(id);
      },
    };
    await stack.run('fetchInput', { jobId }, { deps: { outbound: unused, parseJobs: arriving } });
    expect(asked).toBe(3);
    expect(await stack.row(jobId)).toMatchObject({ input: null, byteSize: csv.length, filename: 'a.csv' });
  });

  it('is fetched by the run once the time of a process that died has passed', async () => {
    const jobId = await jobWith(link);
    await setCopyUntil(jobId, new Date(0));
    const outbound = {
      ...unused,
      download: () =>
        Promise.resolve({ body: Readable.from([csv]), byteSize: null, contentType: null, filename: null }),
    };
    await stack.run('fetchInput', { jobId }, { deps: { outbound } });
    expect((await stack.row(jobId)).input).toBeNull();
    expect(await stack.deps.parseJobs.markCopied(jobId, { byteSize: 1, filename: null })).toBe(false);
  });
});
