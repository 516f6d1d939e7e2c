import { createStores } from '../../../src/stores';
import { nextView } from '../../../src/domain/products/record-log';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { createStagedUploadStore, uploadLeaseMs } from '../../../src/stores/products/staged-uploads';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { everything, hex, patch, put, recordLog, remove } from './record-log';

let database: TestDatabase;
let log: ReturnType<typeof recordLog>;
beforeAll(async () => {
  database = await startDatabase();
  log = recordLog(database);
});
afterAll(() => database.close());

test('an upload counts from its commit on, as a whole', async () => {
  const indexId = await log.newIndex(null);
  const uploadId = await log.staged(indexId, { a: { v: 1 }, b: { v: 2 } });
  expect(await log.records(indexId, everything)).toEqual({});
  await expect(log.commit(indexId, uploadId, ['a', 'b'])).resolves.toMatchObject({
    outcome: 'committed',
    answer: { stagedTotal: 2, idField: 'id' },
  });
  expect(await log.records(indexId, everything)).toEqual({ a: { v: 1 }, b: { v: 2 } });
  expect(await log.rowOf(indexId)).toMatchObject({
    sequence: 1,
    staged: 2,
    idField: 'id',
    idOrigin: 'builtin',
  });
});

test('uploads at once get different numbers, and each staged id counts once', async () => {
  const indexId = await log.newIndex();
  const sets = Array.from({ length: 8 }, (_, n) =>
    Object.fromEntries(Array.from({ length: 20 }, (__, m) => [`r${n * 10 + m}`, { n }])),
  );
  const done = await Promise.all(sets.map((set) => log.upload(indexId, set)));
  expect(done.every(({ outcome }) => outcome === 'committed')).toBe(true);
  expect(await log.rowOf(indexId)).toMatchObject({ sequence: 8, staged: 90, commits: 8 });
  expect(Object.keys(await log.records(indexId, everything, 1_000))).toHaveLength(90);
});

test('uploads of two programs at once count each staged id once', async () => {
  const other = createStores(database.mongo.db);
  const indexId = await log.newIndex();
  const ids = ['a', 'b', 'c'];
  const uploads = await Promise.all(ids.map((id) => log.staged(indexId, { [id]: {}, x: {} })));
  const stores = [database.stores, other, database.stores];
  await Promise.all(
    uploads.map((uploadId, n) =>
      stores[n]!.commitUpload({
        uploadId,
        indexId,
        ids: new Set([ids[n]!, 'x']),
        idField: 'id',
        idOrigin: null,
        replacesAll: false,
        received: 2,
        staged: 2,
        rejected: 0,
        commitId: uploadId,
      }),
    ),
  );
  expect(await log.rowOf(indexId)).toMatchObject({ staged: 4, commits: 3 });
});

test('a repeated commit answers the first one', async () => {
  const indexId = await log.newIndex();
  const first = await log.staged(indexId, { a: {} });
  const second = await log.staged(indexId, { a: {} });
  const received = {
    indexId,
    ids: new Set(['a']),
    idField: 'id',
    idOrigin: null,
    replacesAll: false,
    received: 1,
    staged: 1,
    rejected: 0,
    commitId: `job_${hex()}`,
  };
  const answer = await database.stores.commitUpload({ ...received, uploadId: first });
  expect(await database.stores.commitUpload({ ...received, uploadId: second })).toEqual(answer);
  expect(await log.rowOf(indexId)).toMatchObject({ sequence: 1 });
});

test('an upload whose ids are of another field than the first one is not committed', async () => {
  const indexId = await log.newIndex('sku');
  const uploadId = await log.staged(indexId, { a: {} });
  expect(await log.commit(indexId, uploadId, ['a'])).toEqual({ outcome: 'other_id_field', idField: 'sku' });
  expect(await log.rowOf(indexId)).toMatchObject({ sequence: 0, staged: 0 });
});

test('an upload that was given up is not committed', async () => {
  const indexId = await log.newIndex();
  const uploadId = await log.staged(indexId, { a: {} });
  const later = createStagedUploadStore(
    database.mongo.db,
    () => new Date(Date.now() + uploadLeaseMs + 1_000),
  );
  expect(await later.giveUp(1_000)).toContainEqual({ uploadId, isLast: false });
  expect(await database.stores.stagedUploads.keep(uploadId)).toBe(false);
  expect(await log.commit(indexId, uploadId, ['a'])).toEqual({ outcome: 'gone' });
  expect(await log.rowOf(indexId)).toMatchObject({ sequence: 0, staged: 0 });
});

test('of a staged record and a live write the later one counts for the next build', async () => {
  const indexId = await log.newIndex();
  await log.upload(indexId, { a: { v: 1, w: 1 }, b: { v: 1 } });
  await log.write(indexId, patch('a', { v: 2 }));
  await log.write(indexId, put('b', { v: 2 }));
  await log.upload(indexId, { b: { v: 3 } });
  expect(await log.records(indexId, nextView(await log.rowOf(indexId)))).toEqual({
    a: { v: 2, w: 1 },
    b: { v: 3 },
  });
});

test('the served build does not see what was staged later, but every live write', async () => {
  const indexId = await log.newIndex();
  await log.upload(indexId, { a: { v: 1 }, b: { v: 1 } });
  const served = await log.serve(indexId);
  await log.upload(indexId, { a: { v: 2 }, c: { v: 2 } });
  await log.write(indexId, patch('a', { live: true }));
  expect(await log.records(indexId, served)).toEqual({ a: { v: 1, live: true }, b: { v: 1 } });
  const row = await log.rowOf(indexId);
  expect(row.staged).toBe(2);
  expect(await log.records(indexId, nextView(row))).toEqual({
    a: { v: 2, live: true },
    b: { v: 1 },
    c: { v: 2 },
  });
});

test('an upload that replaces everything does so for the next build only', async () => {
  const indexId = await log.newIndex();
  await log.upload(indexId, { a: {}, b: {} });
  const served = await log.serve(indexId);
  await log.upload(indexId, { b: {}, c: {} });
  await log.upload(indexId, { d: {} }, true);
  await log.upload(indexId, { e: {} });
  expect(Object.keys(await log.records(indexId, served))).toEqual(['a', 'b']);
  const row = await log.rowOf(indexId);
  expect(row.staged).toBe(2);
  expect(Object.keys(await log.records(indexId, nextView(row)))).toEqual(['d', 'e']);
});

test('a clear ends what was before it in every view, and nothing after it', async () => {
  const indexId = await log.newIndex();
  await log.upload(indexId, { a: {}, b: {} });
  await log.serve(indexId);
  await log.upload(indexId, { c: {} });
  await expect(database.stores.clearRecords(indexId)).resolves.toMatchObject({ isFirst: true, seq: 3 });
  await log.upload(indexId, { d: {} });
  await log.write(indexId, put('e', {}));
  const row = await log.rowOf(indexId);
  expect(row).toMatchObject({
    voidThrough: 3,
    staged: 1,
    served: { view: { voidThrough: 3 } },
    former: null,
  });
  expect(Object.keys(await log.records(indexId, row.served!.view))).toEqual(['e']);
  expect(Object.keys(await log.records(indexId, nextView(row)))).toEqual(['d', 'e']);
});

test('live writes at once get the numbers in a row, and one job', async () => {
  const indexId = await log.newIndex();
  const done = await Promise.all(
    Array.from({ length: 30 }, (_, n) => log.write(indexId, put(`r${n % 7}`, { n }))),
  );
  const seqs = done.map((each) => (each.outcome === 'written' ? each.seqs[0]! : -1));
  expect([...seqs].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  const jobs = new Set(done.map((each) => (each.outcome === 'written' ? each.jobId : null)));
  expect(jobs.size).toBe(1);
  expect(done.filter((each) => each.outcome === 'written' && each.isFirst).length).toBeGreaterThan(0);
  const [jobId] = jobs;
  expect(await log.rowOf(indexId)).toMatchObject({
    sequence: 30,
    staged: 7,
    burst: { jobId, seqFrom: 1, seqTo: 30 },
  });
  expect(await database.stores.productJobs.get(jobId!)).toMatchObject({ type: 'index.write', seqFrom: 1 });
});

test.each([
  ['patch', patch('x', { a: 1 })],
  ['delete', remove('x')],
])('a %s of a record that does not exist is not written', async (_, change) => {
  const indexId = await log.newIndex();
  expect(await log.write(indexId, change)).toEqual({ outcome: 'not_found', places: [0] });
  expect(await log.write(indexId, put('y', {}), change)).toEqual({ outcome: 'not_found', places: [1] });
  expect(await log.rowOf(indexId)).toMatchObject({ sequence: 0, staged: 0, burst: null });
  const some = await database.stores.writeLive(indexId, {
    changes: [change, put('y', {})],
    allOrNothing: false,
  });
  expect(some).toMatchObject({ outcome: 'written', seqs: [null, 1] });
});

test('changes of one request see those before them', async () => {
  const indexId = await log.newIndex();
  const changes = [put('a', { v: 1 }), patch('a', { w: 2 }), remove('a'), put('b', {}), patch('b', { x: 1 })];
  expect(await log.write(indexId, ...changes)).toMatchObject({ outcome: 'written', seqs: [1, 2, 3, 4, 5] });
  expect(await log.write(indexId, patch('a', {}))).toMatchObject({ outcome: 'not_found' });
  expect(await log.rowOf(indexId)).toMatchObject({ staged: 1 });
  expect(await log.records(indexId, everything)).toEqual({ b: { x: 1 } });
});

test('a record that is only staged can be patched', async () => {
  const indexId = await log.newIndex();
  await log.upload(indexId, { a: { v: 1 } });
  const served = await log.serve(indexId);
  await log.upload(indexId, { b: { v: 1 } });
  expect(await log.write(indexId, patch('b', { v: 2 }))).toMatchObject({ outcome: 'written' });
  expect(await log.records(indexId, served)).toEqual({ a: { v: 1 } });
});

test('nothing is written to an index that is being deleted', async () => {
  const indexId = await log.newIndex();
  const uploadId = await log.staged(indexId, { a: {} });
  await database.mongo.db
    .collection<ProductIndexRow>('product_indexes')
    .updateOne({ _id: indexId }, { $set: { isDeleting: true } });
  expect(await log.write(indexId, put('a', {}))).toEqual({ outcome: 'gone' });
  expect(await log.commit(indexId, uploadId, ['a'])).toEqual({ outcome: 'gone' });
  expect(await database.stores.clearRecords(indexId)).toBeNull();
});

test('pages hold every record once, however many entries it has, and end where they are told to', async () => {
  const indexId = await log.newIndex();
  await log.write(
    indexId,
    ...Array.from({ length: 9 }, (_, n) => put('m', { n })),
    put('a', {}),
    put('z', {}),
  );
  expect(await log.records(indexId, everything, 2)).toEqual({ a: {}, m: { n: 8 }, z: {} });
  const bounds = { after: 'a', through: 'm', limit: 100 };
  const page = await database.stores.recordPages.page(indexId, bounds, everything);
  expect(page).toEqual({ items: [{ recordId: 'm', text: '{"n":8}', seq: 9 }], next: null });
});

test('ranges part the records of an index', async () => {
  const indexId = await log.newIndex();
  await log.upload(indexId, Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`r${n + 10}`, {}])));
  expect(await database.stores.recordPages.rangeEnds(indexId, 10)).toEqual(['r19', 'r29']);
  expect(await database.stores.recordPages.rangeEnds(indexId, 100)).toEqual([]);
});

test('a burst is taken once, again after a crash, and those that come meanwhile wait', async () => {
  const { writeBursts, productJobs } = database.stores;
  const indexId = await log.newIndex();
  expect(await writeBursts.take(indexId)).toBeNull();
  await log.write(indexId, put('a', {}));
  await log.write(indexId, put('b', {}));
  const taken = (await writeBursts.take(indexId))!;
  expect(taken.burst).toMatchObject({ seqFrom: 1, seqTo: 2 });
  await log.write(indexId, put('c', {}));
  expect((await writeBursts.take(indexId))!.burst).toEqual(taken.burst);
  await writeBursts.begin(taken.burst);
  expect(await productJobs.get(taken.burst.jobId)).toMatchObject({ state: 'running', seqFrom: 1, seqTo: 2 });
  const applied = { records: 2, shown: [], hasVectors: false, warnings: [] };
  await writeBursts.finish(indexId, taken.burst, applied);
  expect(await productJobs.get(taken.burst.jobId)).toMatchObject({ state: 'succeeded', records: 2 });
  expect(await writeBursts.appliedThrough(indexId)).toBe(2);
  const next = (await writeBursts.take(indexId))!;
  expect(next.burst).toMatchObject({ seqFrom: 3, seqTo: 3 });
  await writeBursts.finish(indexId, taken.burst, applied);
  expect(await writeBursts.appliedThrough(indexId)).toBe(2);
  await writeBursts.finish(indexId, next.burst, applied);
  expect(await log.rowOf(indexId)).toMatchObject({ applying: null, burst: null, appliedThrough: 3 });
  expect(await log.rowOf(indexId)).not.toHaveProperty('checkAt');
});

test('the job of a burst that has ended goes a day later', async () => {
  const indexId = await log.newIndex();
  const written = await log.write(indexId, put('a', {}));
  const { burst } = (await database.stores.writeBursts.take(indexId))!;
  await database.stores.writeBursts.begin(burst);
  await database.stores.writeBursts.finish(indexId, burst, {
    records: 1,
    shown: [],
    hasVectors: false,
    warnings: [],
  });
  const job = await database.stores.productJobs.get(written.outcome === 'written' ? written.jobId : '');
  expect(job!.expiresAt!.getTime() - job!.finishedAt!.getTime()).toBe(24 * 3_600_000);
});
