import { newId } from '../../../../src/stores/mongo/new-id';
import { type RunningSync } from '../../../../src/stores/documents/syncs/sync-run-writes';
import { type SyncRow } from '../../../../src/stores/documents/syncs/sync-row';
import { startDatabase, type TestDatabase } from '../../../setup/database';

type SyncStore = TestDatabase['stores']['syncs'];

let database: TestDatabase;
let syncs: SyncStore;
beforeAll(async () => {
  database = await startDatabase();
  ({ syncs } = database.stores);
});
afterAll(() => database.close());

function newSync(prefix = ''): Parameters<SyncStore['insert']>[0] {
  const now = new Date();
  return {
    _id: newId('sync_'),
    organizationId: 'org_1',
    environment: 'production',
    collectionId: newId('col_'),
    collectionName: 'manuals',
    accountName: 'account',
    container: 'papers',
    prefix,
    includePatterns: [],
    excludePatterns: [],
    deletionPolicy: 'mirror',
    customMetadata: null,
    metadataMapping: {},
    processingType: 'basic',
    includeHiddenSheets: true,
    masking: null,
    intervalMinutes: 60,
    scheduledFrom: now,
    credentials: 'sealed',
    ingest: null,
    status: 'active',
    state: 'backfilling',
    announced: { jobId: 'job_first', type: 'sync_backfill' },
    run: null,
    epoch: 0,
    backfilled: false,
    lastListed: null,
    outcome: null,
    lastBackfillJobId: 'job_first',
    lastSyncAt: null,
    lastSyncJobId: null,
    lastError: null,
    lastErrorMessage: null,
    deactivatedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

async function made(prefix?: string): Promise<SyncRow> {
  const written = await syncs.insert(newSync(prefix));
  if (written.state !== 'written') throw new Error('not written');
  return written.sync;
}

async function begun(sync: SyncRow, id = 'run_1'): Promise<RunningSync> {
  return (await syncs.beginRun(sync, { id, jobId: newId('job_') }))!;
}

const good = { error: null, message: null, isGood: true, hasJob: true, goesOn: false };

test('of syncs of one source that are made at once, one is', async () => {
  const one = newSync();
  const writes = await Promise.all(
    Array.from({ length: 8 }, () => syncs.insert({ ...one, _id: newId('sync_') })),
  );
  const [made, ...others] = writes.filter(({ state }) => state === 'written');
  expect(others).toEqual([]);
  const by = made!.state === 'written' && made!.sync._id;
  expect(writes.filter(({ state }) => state === 'source_taken')).toEqual(
    Array.from({ length: 7 }, () => ({ state: 'source_taken', by })),
  );
  await syncs.deactivate(by as string);
  expect((await syncs.insert({ ...one, _id: newId('sync_') })).state).toBe('written');
});

test('a sync that has ended is never changed, run or told of again', async () => {
  const sync = await made();
  const running = await begun(sync);
  await syncs.deactivate(sync._id);
  expect(await syncs.change(sync, { status: 'active' })).toEqual({ state: 'inactive' });
  expect(await syncs.announce(sync._id, { jobId: 'job_x', type: 'sync_reconcile' })).toBeNull();
  expect(await syncs.beginRun(running, { id: 'run_2', jobId: 'job_y' })).toBeNull();
  expect(await syncs.endRun(running, good, 'job_z')).toBeNull();
  expect(await syncs.wantRun(sync._id)).toBe(false);
});

test('a run that another workflow has taken over writes nothing more', async () => {
  const first = await begun(await made());
  const second = await begun(first, 'run_2');
  const { _id } = first;
  expect(await syncs.saveRun(_id, first.run, { stage: 'indexing' })).toBe(false);
  expect(await syncs.endRun(first, good, 'job_z')).toBeNull();
  expect(await syncs.saveRun(_id, second.run, { files: 3 })).toBe(true);
  expect(second.run).toMatchObject({ jobId: 'job_first', announced: true, type: 'sync_backfill' });
});

test('a listing that was broken off begins again, the steps behind it continue', async () => {
  const first = await begun(await made());
  const counts = { ...first.run.counts, listed: 5 };
  await syncs.saveRun(first._id, first.run, { counts, files: 5 });
  const relisted = await begun((await syncs.get(first._id))!, 'run_2');
  expect(relisted.run).toMatchObject({ files: 0, counts: { listed: 0 } });
  await syncs.saveRun(first._id, relisted.run, { counts, files: 5 });
  await syncs.saveRun(first._id, { ...relisted.run, counts }, { stage: 'indexing' });
  const next = await begun((await syncs.get(first._id))!, 'run_3');
  expect(next.run).toMatchObject({ stage: 'indexing', files: 5, counts: { listed: 5 } });
});

test('events that come behind the listing have another run begin, however many they are', async () => {
  const long = new Date(Date.now() + 3_600_000);
  const sync = await made();
  await syncs.endRun(await begun(sync), good, 'job_z');
  const starts = await Promise.all(Array.from({ length: 8 }, () => syncs.wantRun(sync._id, long)));
  expect(starts.filter(Boolean)).toHaveLength(1);
  const running = await begun((await syncs.get(sync._id))!, 'run_2');
  expect(running.wanted).toBeUndefined();
  expect(await syncs.wantRun(sync._id, long)).toBe(false);
  await syncs.saveRun(sync._id, running.run, { stage: 'indexing' });
  const taken = await begun((await syncs.get(sync._id))!, 'run_3');
  expect(taken.wanted).toBe(true);
  const ended = (await syncs.endRun(taken, good, 'job_z'))!;
  expect((await begun(ended, 'run_4')).wanted).toBeUndefined();
});

test('the end of a run is told by the sync, and a good one clears the error of the last', async () => {
  const sync = await made();
  const bad = { error: 'indexing_failed', message: 'why', isGood: false } as const;
  const failed = await syncs.endRun(await begun(sync), { ...good, ...bad }, 'job_z');
  expect(failed).toMatchObject({
    state: 'error',
    lastError: 'indexing_failed',
    lastErrorMessage: 'why',
    lastSyncAt: null,
    backfilled: false,
    run: null,
  });
  const running = await begun(failed!, 'run_2');
  expect(running).toMatchObject({ state: 'backfilling', lastError: 'indexing_failed' });
  const goingOn = await syncs.endRun(running, { ...good, goesOn: true }, 'job_next');
  expect(goingOn!.run).toMatchObject({ jobId: 'job_next', announced: false, stage: 'listing' });
  const ended = await syncs.endRun(goingOn as RunningSync, good, 'job_z');
  expect(ended).toMatchObject({
    state: 'idle',
    lastError: null,
    lastErrorMessage: null,
    backfilled: true,
    lastSyncJobId: 'job_next',
  });
});
