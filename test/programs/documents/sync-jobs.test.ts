import { nameIdentity } from '../../../src/domain/documents/source-identity';
import { receiveEvents } from '../../setup/event-receiver';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';

const syncId = 'sync_01J00000000000000000000000';
const anotherId = 'sync_01J00000000000000000000009';

let stack: OwnStack;
beforeAll(async () => {
  stack = await startOwnStack();
  // Of a sync, filters look at its id only.
  const { organizationId } = stack.key;
  const rows = [syncId, anotherId].map((_id) => ({ _id, organizationId, environment: 'production' }));
  await stack.api.mongo.db.collection<{ _id: string }>('syncs').insertMany(rows);
});
afterAll(() => stack.close());

/** Accepts a job that no worker has begun yet, and makes it the work of a sync. */
async function ofSync(content: string): Promise<string> {
  const jobId = await stack.accepted(stack.index('text', { filename: `${content}.txt`, content }));
  const set = { syncId, type: 'sync_reconcile' };
  await stack.api.mongo.db.collection<{ _id: string }>('jobs').updateOne({ _id: jobId }, { $set: set });
  return jobId;
}

const listed = async (query: string) => {
  const { body } = await stack.api.request<{ jobs: { job_id: string }[]; total_count: number }>(
    `/v2/jobs${query}`,
    { key: stack.key.text },
  );
  expect(body.total_count).toBe(body.jobs.length);
  return body.jobs.map(({ job_id }) => job_id);
};

test('a job of a sync says so: in its resource, its documents, the list and the events, which filters tell apart', async () => {
  const ofThisSync = await receiveEvents(stack, '/of-sync', { sync_ids: [syncId] });
  const another = { sync_ids: [anotherId] };
  const ofAnother = await receiveEvents(stack, '/of-another', another);
  const askedFor = await receiveEvents(stack, '/asked', { sources: ['api'] });
  const all = await receiveEvents(stack, '/all', {});
  const synced = await ofSync('followed');
  const asked = await stack.accepted(stack.index('text', { filename: 'asked.txt', content: 'asked' }));
  await stack.startWorker();

  expect(await stack.indexed(synced)).toMatchObject({
    status: 'completed',
    job_type: 'sync_reconcile',
    source: 'sync',
    sync_id: syncId,
  });
  expect(await stack.indexed(asked)).toMatchObject({ status: 'completed', source: 'api', sync_id: null });
  expect(await listed(`?sync_id=${syncId}`)).toEqual([synced]);
  expect(await listed(`?sync_id=${syncId}&status=failed`)).toEqual([]);
  expect(await listed('?sync_id=sync_unknown')).toEqual([]);
  expect((await listed('')).sort()).toEqual([synced, asked].sort());

  const { body } = await stack.api.request<{
    documents: { filename: string; sync_id: string | null; source: { type: string } }[];
  }>('/v3/collections/manuals/documents', { key: stack.key.text });
  const origins = body.documents.map((one) => [one.filename, one.sync_id, one.source.type]);
  expect(origins.sort()).toEqual([
    ['asked.txt', null, 'text'],
    ['followed.txt', syncId, 'azure'],
  ]);

  while (all.length < 2 || ofThisSync.length + askedFor.length < 2)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const ofSynced = expect.objectContaining({ job_id: synced, source: 'sync', sync_id: syncId }) as unknown;
  expect(ofThisSync).toEqual([ofSynced]);
  expect(ofAnother).toEqual([]);
  expect(askedFor).toEqual([expect.objectContaining({ job_id: asked, source: 'api', sync_id: null })]);
});

test('the rollback of a job of a sync removes what it has made and brings back what it has taken away', async () => {
  const { stores, mongo, documentWrites: writes } = stack.api;
  const before = await stack.documents();
  const former = before.find(({ filename }) => filename === 'followed.txt')!;
  const jobId = await ofSync('fresh');
  await stack.indexed(jobId);
  // The job may have ended before its sync was noted.
  await mongo.db.collection('documents').updateMany({ jobId }, { $set: { syncId } });
  const row = await stores.indexJobs.get(jobId);
  const { collectionId } = row!;
  const removal = { collectionId, jobId, syncId, mode: 'remove' } as const;
  const identities = [nameIdentity('followed.txt'), nameIdentity('asked.txt')];
  expect(await writes.removeForJob({ ...removal, identities })).toBe(1);
  expect((await stack.documents()).map(({ filename }) => filename).sort()).toEqual([
    'asked.txt',
    'fresh.txt',
  ]);

  const { status, body } = await stack.rollBack(jobId);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    files_restored: [former.document_id],
    files_kept: [],
    files_not_restored: [],
  });
  expect(body.files_removed).toHaveLength(1);
  expect(await stack.documents()).toEqual(before);
  expect((await stack.indexJob(jobId)).body.rollback).toEqual({
    status: 'rolled_back',
    files_done: 2,
    files_total: 2,
  });
  expect((await stack.rollBack(jobId)).body).toEqual(body);
  expect(await writes.removeForJob({ ...removal, identities })).toBeNull();
});

test('another tenant sees no job of a sync, by whatever filter', async () => {
  const other = await stack.api.createKey({ organization: 'other' });
  const { body } = await stack.api.request(`/v2/jobs?sync_id=${syncId}`, { key: other.text });
  expect(body).toMatchObject({ jobs: [], total_count: 0 });
});
