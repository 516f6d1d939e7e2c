import { Readable } from 'node:stream';
import { type UploadRow } from '../../../src/stores/platform/uploads';
import { type ParseJobRow } from '../../../src/stores/documents/parse-jobs/parse-job-kind';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ActivityStack, startActivityStack } from '../activity-stack';

const csv = Buffer.from('Region,Q1\nNorth,10\n');
const longAgo = new Date(0);

let stack: ActivityStack;
beforeAll(async () => {
  stack = await startActivityStack();
});
afterAll(() => stack.close());

const jobs = () => stack.mongo.db.collection<ParseJobRow>('parse_jobs');

async function completedJob(): Promise<string> {
  const jobId = await stack.processingJob(csv);
  await stack.run('parseWorkbook', { jobId });
  await stack.run('completeParseJob', { jobId, totals: await stack.run('storeResult', { jobId }) });
  return jobId;
}

const age = (jobId: string, fields: Partial<ParseJobRow>) =>
  jobs().updateOne({ _id: jobId }, { $set: fields });

it('a result stays until its time is over, then goes with its blobs; the row stays', async () => {
  const [kept, expired] = [await completedJob(), await completedJob()];
  await age(expired, { purgeAt: longAgo });
  await expect(stack.run('removeExpiredJobs', undefined as never)).resolves.toEqual({
    removed: 1,
    more: false,
  });
  expect(await stack.blobKeys(kept)).toHaveLength(2);
  expect(await stack.blobKeys(expired)).toEqual([]);
  expect(await stack.row(expired)).toMatchObject({ state: 'completed', result: null, creditsUsed: 0.5 });
  expect((await stack.row(expired)).resultDeletedAt).not.toBeNull();
  await expect(stack.run('removeExpiredJobs', undefined as never)).resolves.toEqual({
    removed: 0,
    more: false,
  });
});

it('files that the run of a failed job has left behind go', async () => {
  const jobId = await stack.processingJob(csv);
  await stack.deps.parseJobs.end(jobId, { state: 'failed', code: 'internal_error', message: 'x' });
  expect(await stack.blobKeys(jobId)).toEqual(['input']);
  await age(jobId, { purgeAt: longAgo });
  await stack.run('removeExpiredJobs', undefined);
  expect(await stack.blobKeys(jobId)).toEqual([]);
});

it('a job is forgotten a month after its end, but not while it holds something', async () => {
  const [old, holding] = [await completedJob(), await completedJob()];
  for (const jobId of [old, holding]) await age(jobId, { purgeAt: longAgo, completedAt: longAgo });
  await age(holding, { checkAt: new Date() });
  await stack.run('removeExpiredJobs', undefined);
  expect(await stack.row(old)).toBeNull();
  expect(await stack.row(holding)).not.toBeNull();
  await expect(stack.run('removeExpiredJobs', undefined as never)).resolves.toEqual({
    removed: 0,
    more: false,
  });
});

it('batches are bounded, and say when there is more', async () => {
  const rows = Array.from({ length: 250 }, () => ({
    _id: newId('prs_'),
    state: 'failed' as const,
    completedAt: new Date(),
    purgeAt: longAgo,
  }));
  await jobs().insertMany(rows as never);
  await expect(stack.run('removeExpiredJobs', undefined as never)).resolves.toEqual({
    removed: 200,
    more: true,
  });
  await expect(stack.run('removeExpiredJobs', undefined as never)).resolves.toEqual({
    removed: 50,
    more: false,
  });
});

it('an upload that has expired loses its bytes, and its row later', async () => {
  const uploadId = newId('upl_');
  const key = `uploads/${uploadId}/attempt`;
  const { blobs, uploads } = stack.deps;
  await blobs.put(key, Readable.from([csv]), { contentType: 'text/csv' });
  const tenant = { organizationId: stack.organizationId, environment: 'production' as const };
  await uploads.insertPending({
    _id: uploadId,
    ...tenant,
    filename: 'a.csv',
    contentType: 'text/csv',
    byteSize: null,
  });
  await uploads.finish(uploadId, {
    byteSize: csv.length,
    isSpreadsheet: true,
    sha256: 'x',
    contentType: 'text/csv',
    blobKey: key,
  });
  await expect(stack.run('removeExpiredUploads', undefined as never)).resolves.toEqual({
    removed: 0,
    more: false,
  });

  const rows = stack.mongo.db.collection<UploadRow>('uploads');
  await rows.updateOne({ _id: uploadId }, { $set: { purgeAt: longAgo, expiresAt: new Date() } });
  await expect(stack.run('removeExpiredUploads', undefined as never)).resolves.toEqual({
    removed: 1,
    more: false,
  });
  await expect(blobs.stat(key)).rejects.toMatchObject({ name: 'BlobNotFound' });
  await expect(uploads.findForParse(tenant, uploadId)).resolves.toEqual({ state: 'expired' });
});

it('a row that cannot be removed keeps no other one waiting', async () => {
  const [stuck, due] = [await completedJob(), await completedJob()];
  await age(stuck, { purgeAt: longAgo });
  await age(due, { purgeAt: new Date() });
  const { blobs } = stack.deps;
  const failing = {
    ...blobs,
    deletePrefix: (prefix: string) =>
      prefix.includes(stuck) ? Promise.reject(new Error('the bucket says no')) : blobs.deletePrefix(prefix),
  };
  const answer = stack.run('removeExpiredJobs', undefined, { deps: { blobs: failing } });
  await expect(answer).resolves.toEqual({ removed: 1, more: false });
  expect(await stack.blobKeys(due)).toEqual([]);
  const alone = stack.run('removeExpiredJobs', undefined, { deps: { blobs: failing } });
  await expect(alone).rejects.toMatchObject({ type: 'internal_error', message: 'the bucket says no' });
});
