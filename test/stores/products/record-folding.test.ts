import { createStores } from '../../../src/stores';
import { createRecordFolding } from '../../../src/stores/products/record-folding';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { endedBuild, everything, hex, patch, put, recordLog, remove } from './record-log';

let database: TestDatabase;
let log: ReturnType<typeof recordLog>;
beforeAll(async () => {
  database = await startDatabase();
  log = recordLog(database);
});
afterAll(() => database.close());

test('folding keeps one entry for each record, and none for what is gone', async () => {
  const indexId = await log.newIndex();
  await log.upload(indexId, { a: { v: 1 }, b: { v: 1 }, c: {} });
  for (let n = 0; n < 5; n++) await log.write(indexId, patch('a', { [`n${n}`]: n }), put('b', { n }));
  await log.write(indexId, remove('c'));
  const before = await log.records(indexId, everything);
  await database.stores.recordFolding.fold(indexId, ['a', 'b', 'c']);
  expect(await log.records(indexId, everything)).toEqual(before);
  expect(await log.countEntries(indexId)).toBe(14);
  await log.applied(indexId);
  await database.stores.recordFolding.fold(indexId, ['a', 'b', 'c']);
  expect(await log.records(indexId, everything)).toEqual(before);
  expect(await log.countEntries(indexId)).toBe(2);
});

test('folding leaves the records of a clear alone until it is applied', async () => {
  const indexId = await log.newIndex();
  const { clearRecords, recordFolding } = database.stores;
  await log.upload(indexId, { a: {}, b: {} });
  await log.write(indexId, put('a', { v: 1 }));
  await log.applied(indexId);
  await clearRecords(indexId);
  expect(await recordFolding.foldWaiting(indexId)).toBe(false);
  await recordFolding.fold(indexId, ['a', 'b']);
  expect(await log.countEntries(indexId)).toBe(3);
  await log.applied(indexId);
  while (await recordFolding.foldWaiting(indexId));
  expect(await log.countEntries(indexId)).toBe(0);
});

test('folding minds the view of a build that is planned', async () => {
  const indexId = await log.newIndex();
  await log.upload(indexId, { a: { v: 1 } });
  const view = { stagedThrough: 1, voidThrough: 0 };
  await log.hold(indexId, 'j');
  await database.stores.productBuilds.insert({
    _id: `bld_${hex()}`,
    indexId,
    jobId: 'j',
    organizationId: 'org',
    environment: 'production',
    physical: 'p',
    view,
    idField: 'id',
    settings: '{}',
    settingsVersion: 1,
  });
  await log.upload(indexId, { a: { v: 2 } });
  await log.upload(indexId, { a: { v: 3 } });
  await database.stores.recordFolding.fold(indexId, ['a']);
  expect(await log.records(indexId, view)).toEqual({ a: { v: 1 } });
  expect(await log.records(indexId, everything)).toEqual({ a: { v: 3 } });
  expect(await log.countEntries(indexId)).toBe(2);
});

test('the end of a build lets every record be folded, in steps that may be interrupted', async () => {
  const indexId = await log.newIndex();
  const { recordFolding, productIndexes, writeBursts } = database.stores;
  const ids = Array.from({ length: 1_500 }, (_, n) => `r${String(n).padStart(4, '0')}`);
  for (let n = 0; n < 3; n++) await log.upload(indexId, Object.fromEntries(ids.map((id) => [id, { n }])));
  await log.upload(indexId, { r0000: { n: 9 } });
  await log.hold(indexId, 'j');
  expect(await recordFolding.foldWaiting(indexId)).toBe(false);
  await productIndexes.releaseBuilt(endedBuild(indexId, 'j'));
  expect(await log.rowOf(indexId)).toMatchObject({ holder: null, foldAfter: '' });
  expect(await writeBursts.overdue(null, 1_000)).toContainEqual(expect.objectContaining({ _id: indexId }));
  expect(await recordFolding.foldWaiting(indexId)).toBe(true);
  expect((await log.rowOf(indexId)).foldAfter).toMatch(/^r0/);
  while (await recordFolding.foldWaiting(indexId));
  expect(await log.countEntries(indexId)).toBe(1_500);
  expect(await log.records(indexId, everything, 1_000)).toEqual(
    Object.fromEntries(ids.map((id) => [id, { n: id === 'r0000' ? 9 : 2 }])),
  );
  const row = await log.rowOf(indexId);
  expect(row).not.toHaveProperty('foldAfter');
  expect(row).not.toHaveProperty('checkAt');
});

test('a step of folding does not end a pass that was asked for while it ran', async () => {
  const indexId = await log.newIndex();
  const { clearRecords, productIndexes, recordFolding } = database.stores;
  await log.upload(indexId, { a: {}, b: {} });
  await log.hold(indexId, 'j');
  await productIndexes.releaseBuilt(endedBuild(indexId, 'j'));
  const indexes = database.mongo.db.collection('product_indexes');
  const late = Object.assign(Object.create(indexes) as typeof indexes, {
    async updateOne(...args: Parameters<typeof indexes.updateOne>) {
      await clearRecords(indexId);
      return indexes.updateOne(...args);
    },
  });
  const { db } = database.mongo;
  const lateDb = Object.create(db, {
    collection: { value: (name: string) => (name === 'product_indexes' ? late : db.collection(name)) },
  }) as typeof db;
  await createRecordFolding(lateDb).foldWaiting(indexId);
  await log.applied(indexId);
  while (await recordFolding.foldWaiting(indexId));
  expect(await log.countEntries(indexId)).toBe(0);
});

test('folding of two programs at once loses nothing, whatever each of them has read', async () => {
  const indexId = await log.newIndex();
  const others = [createStores(database.mongo.db), createStores(database.mongo.db)];
  const ids = Array.from({ length: 40 }, (_, n) => `r${n}`);
  const expected = new Map(ids.map((id): [string, Record<string, number>] => [id, { first: 0 }]));
  await log.upload(indexId, Object.fromEntries(expected));
  for (let round = 1; round < 6; round++) {
    for (const [id, record] of expected) expected.set(id, { ...record, [`n${round}`]: round });
    await log.write(indexId, ...ids.map((id) => patch(id, { [`n${round}`]: round })));
    await log.applied(indexId);
    await Promise.all([
      ...others.map(({ recordFolding }) => recordFolding.fold(indexId, ids)),
      ...Array.from({ length: 5 }, async () => {
        expect(await log.records(indexId, everything, 100)).toEqual(Object.fromEntries(expected));
      }),
    ]);
  }
  expect(await log.countEntries(indexId)).toBe(ids.length);
});
