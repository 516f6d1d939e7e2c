import { type SyncResource } from '../../api/documents/syncs/schema';
import { type AzureContainer } from '../setup/azure-container';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { type ErrorBody } from '../http/documents/document-client';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

let collections = 0;
/** A collection and a container of a test's own. */
async function fresh(): Promise<{ collection: string; container: AzureContainer }> {
  const collection = `synced-${++collections}`;
  await stack.createCollection(collection);
  return { collection, container: await stack.container() };
}

const uri = ({ name }: AzureContainer, key: string) => `azure://${stack.azure.accountName}/${name}/${key}`;
const schedule = (syncId: string) => stack.temporal.client.schedule.getHandle(`sync/${syncId}`);

describe('a new sync', () => {
  test('answers with every default, backfills the collection, and rests', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'a.txt': 'alpha', 'hr/b.txt': 'beta' }, { owner: 'Ann' });
    const sync = await stack.sync(
      container,
      {
        metadata_mapping: { Owner: 'owner' },
        custom_metadata: { dept: 'hr' },
        sync_interval_minutes: undefined,
      },
      collection,
    );
    expect(sync).toMatchObject({
      collection_name: collection,
      environment: 'production',
      storage_type: 'azure',
      bucket: container.name,
      account_name: stack.azure.accountName,
      prefix: '',
      include_patterns: [],
      exclude_patterns: [],
      deletion_policy: 'mirror',
      processing_type: 'basic',
      include_hidden_sheets: true,
      auth_method: 'account_key',
      sync_interval_minutes: 60,
      status: 'active',
      sync_state: 'backfilling',
      last_sync_at: null,
      last_sync_error: null,
      deactivated_at: null,
    });
    expect(JSON.stringify(sync)).not.toContain(stack.azure.accountKey);
    const job = await stack.indexed(sync.last_backfill_job_id!);
    expect(job).toMatchObject({
      job_type: 'sync_backfill',
      status: 'completed',
      source: 'sync',
      sync_id: sync.sync_id,
      result: { files_indexed: 2 },
    });
    const rested = await stack.rested(sync.sync_id);
    expect(rested).toMatchObject({ sync_state: 'idle', last_sync_job_id: job.job_id, last_sync_error: null });
    expect(rested.last_sync_at).not.toBeNull();
    expect(await stack.texts(collection)).toEqual({
      [uri(container, 'a.txt')]: 'alpha',
      [uri(container, 'hr/b.txt')]: 'beta',
    });
    const { body } = await stack.call<{
      documents: { sync_id: string; custom_metadata: unknown; source: unknown }[];
    }>('GET', `/v3/collections/${collection}/documents?include_custom_metadata=true`);
    for (const document of body.documents)
      expect(document).toMatchObject({
        sync_id: sync.sync_id,
        custom_metadata: { dept: 'hr', owner: 'Ann' },
        source: { type: 'azure' },
      });
  });

  test('of an empty container is complete at once', async () => {
    const { collection, container } = await fresh();
    const sync = await stack.sync(container, {}, collection);
    expect(await stack.indexed(sync.last_backfill_job_id!)).toMatchObject({ status: 'completed' });
    expect(await stack.rested(sync.sync_id)).toMatchObject({
      sync_state: 'idle',
      sync_interval_minutes: null,
    });
  });

  test('has a schedule of its own that skips overlaps and is spread', async () => {
    const { collection, container } = await fresh();
    const sync = await stack.sync(container, { sync_interval_minutes: 3 }, collection);
    expect(sync.sync_interval_minutes).toBe(5);
    await stack.rested(sync.sync_id);
    const { spec, policies, state } = await schedule(sync.sync_id).describe();
    expect(spec.intervals).toEqual([expect.objectContaining({ every: 300_000 })]);
    expect(spec.jitter).toBe(30_000);
    expect(policies.overlap).toBe('SKIP');
    expect(state.paused).toBe(false);
    const due = new Date(sync.next_sync_at!).getTime() - new Date(sync.created_at).getTime();
    expect(due).toBe(300_000);
  });

  test('masks what its jobs read, where it was made so', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'a.txt': 'Write to ann@example.com today.' });
    const masking = { mask_pii: true, pii_engine: 'patterns' };
    const sync = await stack.sync(container, masking, collection);
    expect(sync).toMatchObject(masking);
    expect(await stack.indexed(sync.last_backfill_job_id!)).toMatchObject({
      pii_report: { state: 'retained' },
    });
    await stack.rested(sync.sync_id);
    expect(await stack.texts(collection)).toEqual({
      [uri(container, 'a.txt')]: 'Write to <EMAIL> today.',
    });
    await container.put({ 'a.txt': 'Now to bob@example.com.' });
    const { job } = await stack.reconciled(sync.sync_id);
    expect(job).toMatchObject({ pii_report: { state: 'retained' } });
    expect(await stack.texts(collection)).toEqual({ [uri(container, 'a.txt')]: 'Now to <EMAIL>.' });
    const report = await stack.call<{ totals: object }>('GET', `/v2/jobs/${job.job_id}/pii`);
    expect(report.body.totals).toEqual({ EMAIL: 1 });
  });

  test('leaves out what its patterns and its prefix leave out, and says how much', async () => {
    const { collection, container } = await fresh();
    await container.put({
      'hr/a.txt': 'a',
      'hr/draft/b.txt': 'b',
      'hr/c.md': 'c',
      'other/d.txt': 'd',
    });
    const sync = await stack.sync(
      container,
      { prefix: 'hr/', include_patterns: ['*.txt'], exclude_patterns: ['**/draft/**'] },
      collection,
    );
    const job = await stack.indexed(sync.last_backfill_job_id!);
    expect(job.warnings).toEqual(['2 objects were left out by the patterns of the sync.']);
    await stack.rested(sync.sync_id);
    expect(Object.keys(await stack.texts(collection))).toEqual([uri(container, 'hr/a.txt')]);
  });
});

describe('a run', () => {
  test('adds, rewrites, removes and renames what has changed, and nothing else', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'keep.txt': 'kept', 'change.txt': 'former', 'go.txt': 'gone', 'old.txt': 'moved' });
    const { sync_id } = await stack.sync(container, {}, collection);
    await stack.rested(sync_id);
    await container.put({ 'change.txt': 'later', 'new.txt': 'added' });
    await container.remove('go.txt', 'old.txt');
    await container.put({ 'renamed.txt': 'moved' });
    const { job, answer } = await stack.reconciled(sync_id);
    expect(job).toMatchObject({
      job_type: 'sync_reconcile',
      status: 'completed',
      result: { files_indexed: 3 },
    });
    expect(answer).toEqual({
      job_id: job.job_id,
      added: 2,
      modified: 1,
      removed: 2,
      unchanged: 1,
      deleted_documents: expect.any(Number) as number,
      deletions_withheld: 0,
    });
    expect(await stack.texts(collection)).toEqual({
      [uri(container, 'keep.txt')]: 'kept',
      [uri(container, 'change.txt')]: 'later',
      [uri(container, 'new.txt')]: 'added',
      [uri(container, 'renamed.txt')]: 'moved',
    });
  });

  test('that finds no change has a job without files when it was asked for, and none by the schedule', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'a.txt': 'a' });
    const { sync_id } = await stack.sync(container, {}, collection);
    await stack.rested(sync_id);
    const { job, answer, sync } = await stack.reconciled(sync_id);
    expect(job).toMatchObject({ status: 'completed', result: { files_indexed: 0 } });
    expect(answer).toMatchObject({ added: 0, modified: 0, removed: 0, unchanged: 1 });
    await schedule(sync_id).trigger();
    const next = await stack.syncWhen(sync_id, ({ last_sync_at }) => last_sync_at !== sync.last_sync_at);
    expect(next.last_sync_job_id).toBe(job.job_id);
    const { body } = await stack.call<{ total_count: number }>('GET', `/v2/jobs?sync_id=${sync_id}`);
    expect(body.total_count).toBe(2);
  });

  test('is rolled back by its job: what it removed is there again, and stays', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'a.txt': 'alpha', 'b.txt': 'beta' });
    const { sync_id } = await stack.sync(container, {}, collection);
    await stack.rested(sync_id);
    const before = await stack.texts(collection);
    await container.put({ 'a.txt': 'changed' });
    await container.remove('b.txt');
    const { job } = await stack.reconciled(sync_id);
    expect(await stack.texts(collection)).toEqual({ [uri(container, 'a.txt')]: 'changed' });
    await stack.rollBack(job.job_id);
    expect(await stack.texts(collection)).toEqual(before);
    await stack.reconciled(sync_id);
    expect(await stack.texts(collection)).toEqual(before);
  });

  test('leaves alone what a caller has deleted until the blob changes', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'a.txt': 'alpha', 'b.txt': 'beta' });
    const { sync_id } = await stack.sync(container, {}, collection);
    await stack.rested(sync_id);
    const [document] = (await stack.documents(collection)).filter(({ filename }) => filename === 'a.txt');
    await stack.call('DELETE', `/v2/collections/${collection}/documents/${document!.document_id}`);
    await stack.reconciled(sync_id);
    expect(await stack.texts(collection)).toEqual({ [uri(container, 'b.txt')]: 'beta' });
    await container.put({ 'a.txt': 'alpha again' });
    await stack.reconciled(sync_id);
    expect(await stack.texts(collection)).toMatchObject({ [uri(container, 'a.txt')]: 'alpha again' });
  });

  test('fills a wiped collection again', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'a.txt': 'alpha' });
    const { sync_id } = await stack.sync(container, {}, collection);
    await stack.rested(sync_id);
    await stack.call('DELETE', `/v2/collections/${collection}/documents`);
    expect(await stack.texts(collection)).toEqual({});
    await stack.reconciled(sync_id);
    expect(await stack.texts(collection)).toEqual({ [uri(container, 'a.txt')]: 'alpha' });
  });

  test('tries a bad file once, and again when its blob changes', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'a.txt': 'alpha', 'empty.txt': '' });
    const sync = await stack.sync(container, {}, collection);
    expect(await stack.indexed(sync.last_backfill_job_id!)).toMatchObject({
      status: 'completed_with_errors',
    });
    await stack.rested(sync.sync_id);
    const { answer } = await stack.reconciled(sync.sync_id);
    expect(answer).toMatchObject({ added: 0, modified: 0, unchanged: 2 });
    await container.put({ 'empty.txt': 'no more' });
    await stack.reconciled(sync.sync_id);
    expect(Object.keys(await stack.texts(collection))).toHaveLength(2);
  });
});

describe('the deletion policy', () => {
  test('archive takes documents out of queries until their blobs are back', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'a.txt': 'zebra crossing', 'b.txt': 'zebra stripes' });
    const { sync_id } = await stack.sync(container, { deletion_policy: 'archive' }, collection);
    await stack.rested(sync_id);
    const found = async (include = {}) => {
      const { body } = await stack.call<{ results: { text: string }[] }>(
        'POST',
        `/v3/collections/${collection}/query`,
        { query: 'zebra', include },
      );
      return body.results.map(({ text }) => text).sort();
    };
    const blob = container.client.getBlockBlobClient('a.txt');
    await container.remove('a.txt');
    await stack.reconciled(sync_id);
    expect(await found()).toEqual(['zebra stripes']);
    expect(await found({ archived: true })).toEqual(['zebra crossing', 'zebra stripes']);
    const { answer } = await stack.reconciled(sync_id);
    expect(answer).toMatchObject({ removed: 0 });
    await blob.upload('zebra crossing', 14);
    await stack.reconciled(sync_id);
    expect(await found()).toEqual(['zebra crossing', 'zebra stripes']);
  });

  test('ignore leaves documents, and tells how many', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'a.txt': 'alpha', 'b.txt': 'beta' });
    const { sync_id } = await stack.sync(container, { deletion_policy: 'ignore' }, collection);
    await stack.rested(sync_id);
    const before = await stack.texts(collection);
    await container.remove('a.txt');
    const { answer } = await stack.reconciled(sync_id);
    expect(answer).toMatchObject({ removed: 1, deleted_documents: 0, deletions_withheld: 1 });
    expect(await stack.texts(collection)).toEqual(before);
    await stack.call('PATCH', `/v2/syncs/${sync_id}`, { deletion_policy: 'mirror' });
    await stack.reconciled(sync_id);
    expect(await stack.texts(collection)).toEqual({ [uri(container, 'b.txt')]: 'beta' });
  });
});

test('blobs that a changed pattern or prefix leaves out count as gone, and come back with it', async () => {
  const { collection, container } = await fresh();
  await container.put({ 'hr/a.txt': 'alpha', 'hr/b.md': 'beta', 'c.txt': 'gamma' });
  const { sync_id } = await stack.sync(container, {}, collection);
  await stack.rested(sync_id);
  const names = async () => (await stack.documents(collection)).map(({ filename }) => filename).sort();
  const changed = async (change: object) => {
    expect((await stack.call('PATCH', `/v2/syncs/${sync_id}`, change)).status).toBe(200);
    await stack.reconciled(sync_id);
    return names();
  };
  expect(await changed({ exclude_patterns: ['*.md'] })).toEqual(['a.txt', 'c.txt']);
  expect(await changed({ prefix: 'hr/' })).toEqual(['a.txt']);
  expect(await changed({ prefix: '', exclude_patterns: [] })).toEqual(['a.txt', 'b.md', 'c.txt']);
});

describe('a listing that is not to be believed removes nothing', () => {
  const blobs = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.txt`, `text ${n}`]));

  test('an empty one behind eleven blobs', async () => {
    const { collection, container } = await fresh();
    await container.put(blobs);
    const { sync_id } = await stack.sync(container, {}, collection);
    await stack.rested(sync_id);
    await container.remove(...Object.keys(blobs));
    const { job, sync } = await stack.reconciled(sync_id);
    expect(job).toMatchObject({ status: 'failed', error_code: 'execution_failed' });
    expect(sync).toMatchObject({
      status: 'active',
      sync_state: 'error',
      last_sync_error: 'source_listing_suspicious',
    });
    expect(await stack.documents(collection)).toHaveLength(11);
    await container.put({ '0.txt': 'text 0' });
    const next = await stack.reconciled(sync_id);
    expect(next.sync).toMatchObject({ sync_state: 'idle', last_sync_error: null });
    expect(await stack.documents(collection)).toHaveLength(1);
  });

  test('of a container that is gone, or with a key that is refused, which a good run clears', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'a.txt': 'alpha' });
    const { sync_id } = await stack.sync(container, {}, collection);
    await stack.rested(sync_id);
    const account_key = Buffer.alloc(64, 7).toString('base64');
    await stack.call('PATCH', `/v2/syncs/${sync_id}`, { account_key });
    const refused = await stack.reconciled(sync_id);
    expect(refused.sync).toMatchObject({
      sync_state: 'error',
      last_sync_error: 'source_listing_suspicious',
      last_sync_error_message: 'The object store refuses these credentials.',
    });
    await stack.call('PATCH', `/v2/syncs/${sync_id}`, { account_key: stack.azure.accountKey });
    const good = await stack.reconciled(sync_id);
    expect(good.sync).toMatchObject({
      sync_state: 'idle',
      last_sync_error: null,
      last_sync_error_message: null,
    });
    await container.client.delete();
    const gone = await stack.reconciled(sync_id);
    expect(gone.sync).toMatchObject({ last_sync_error: 'source_listing_suspicious', status: 'active' });
    expect(await stack.documents(collection)).toHaveLength(1);
  });
});

describe('a collection', () => {
  test('that is deleted ends its syncs', async () => {
    const { collection, container } = await fresh();
    const { sync_id } = await stack.sync(container, { sync_interval_minutes: 60 }, collection);
    await stack.rested(sync_id);
    await stack.call('DELETE', `/v2/collections/${collection}`);
    const { body } = await stack.call<SyncResource>('GET', `/v2/syncs/${sync_id}`);
    expect(body).toMatchObject({ status: 'inactive', next_sync_at: null });
    await expect(schedule(sync_id).describe()).rejects.toThrow();
  });

  test('that moves leaves them behind, paused, until it is back', async () => {
    const { collection, container } = await fresh();
    await container.put({ 'a.txt': 'alpha' });
    const { sync_id } = await stack.sync(container, { sync_interval_minutes: 60 }, collection);
    await stack.rested(sync_id);
    const path = `/v2/collections/${collection}/environment`;
    const moved = await stack.call('PATCH', path, { new_environment: 'staging' });
    expect(moved.status).toBe(200);
    const { body } = await stack.call<SyncResource>('GET', `/v2/syncs/${sync_id}`);
    expect(body).toMatchObject({ status: 'paused', last_sync_error: 'collection_moved', next_sync_at: null });
    expect((await schedule(sync_id).describe()).state.paused).toBe(true);
    const resumed = await stack.call<ErrorBody>('PATCH', `/v2/syncs/${sync_id}`, { status: 'active' });
    expect([resumed.status, resumed.body.error]).toEqual([404, 'collection_not_found']);
    const elsewhere = await stack.api.createKey({ environment: 'staging' });
    await stack.api.request(path, {
      method: 'PATCH',
      key: elsewhere.text,
      json: { new_environment: 'production' },
    });
    const back = await stack.call<SyncResource>('PATCH', `/v2/syncs/${sync_id}`, { status: 'active' });
    expect(back.body).toMatchObject({ status: 'active', last_sync_error: null });
    const { sync } = await stack.reconciled(sync_id);
    expect(sync).toMatchObject({ sync_state: 'idle', last_sync_error: null });
  });
});
