import { fieldsPerIndexMax } from '../../../src/domain/products/limits';
import { type WrittenFields } from '../../../src/stores/products/field-claims';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { createStores } from '../../../src/stores';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { hex, patch, put, recordLog } from './record-log';

let database: TestDatabase;
let log: ReturnType<typeof recordLog>;
beforeAll(async () => {
  database = await startDatabase();
  log = recordLog(database);
});
afterAll(() => database.close());

/** Fields of each build, by its id. */
const built = new Map<string, ReadonlySet<string>>();
const served: WrittenFields['served'] = (index) =>
  Promise.resolve(built.get(index.served?.buildId ?? '') ?? new Set());
const names = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}${n}`);
const fields = (...paths: string[]): WrittenFields => ({ paths: new Set(paths), served });

async function upload(indexId: string, paths: string[], replacesAll = false): Promise<string> {
  const recordId = hex();
  const uploadId = await log.staged(indexId, { [recordId]: {} });
  return (await log.commit(indexId, uploadId, [recordId], replacesAll, fields(...paths))).outcome;
}

async function write(indexId: string, paths: string[], recordId = hex()): Promise<string> {
  const changes = [put(recordId, {})];
  const wanted = { changes, allOrNothing: true, fields: fields(...paths) };
  return (await database.stores.writeLive(indexId, wanted)).outcome;
}

async function knownFields(indexId: string): Promise<number> {
  return (await database.stores.fieldClaims.known(await log.rowOf(indexId), { served })).size;
}

/** Serves what is staged as a build that has these fields. */
async function serve(indexId: string, paths: string[]): Promise<string> {
  const buildId = `bld_${hex()}`;
  built.set(buildId, new Set(paths));
  await log.serve(indexId, buildId);
  return buildId;
}

test('uploads between two builds are refused once they would have too many fields together', async () => {
  const indexId = await log.newIndex();
  expect(await upload(indexId, names(600, 'a'))).toBe('committed');
  expect(await upload(indexId, [...names(600, 'a'), ...names(401, 'b')])).toBe('too_many_fields');
  expect(await log.rowOf(indexId)).toMatchObject({ sequence: 1, staged: 1, commits: 1 });
  expect(await upload(indexId, [...names(10, 'a'), ...names(400, 'b')])).toBe('committed');
  expect(await knownFields(indexId)).toBe(fieldsPerIndexMax);
  expect(await upload(indexId, ['one more'])).toBe('too_many_fields');
  expect(await upload(indexId, names(400, 'b'))).toBe('committed');
});

test('uploads of several programs at once have no more fields than one index may have', async () => {
  const indexId = await log.newIndex();
  const others = [database.stores, createStores(database.mongo.db), createStores(database.mongo.db)];
  const done = await Promise.all(
    names(6, 'f').map(async (name, n) => {
      const uploadId = await log.staged(indexId, { [name]: {} });
      const { outcome } = await others[n % 3]!.commitUpload({
        uploadId,
        indexId,
        ids: new Set([name]),
        idField: 'id',
        idOrigin: null,
        replacesAll: false,
        received: 1,
        staged: 1,
        rejected: 0,
        commitId: uploadId,
        fields: fields(...names(300, name)),
      });
      return outcome;
    }),
  );
  expect(done.filter((outcome) => outcome === 'committed')).toHaveLength(3);
  expect(done.filter((outcome) => outcome === 'too_many_fields')).toHaveLength(3);
  expect(await knownFields(indexId)).toBe(900);
});

test('live writes count as uploads do, and of several requests only those with too many are refused', async () => {
  const indexId = await log.newIndex();
  expect(await upload(indexId, names(998, 'a'))).toBe('committed');
  const outcomes = await Promise.all([
    write(indexId, ['b']),
    write(indexId, names(3, 'c')),
    write(indexId, ['d']),
    write(indexId, ['a0', 'a1']),
  ]);
  expect(outcomes).toEqual(['written', 'too_many_fields', 'written', 'written']);
  expect(await log.rowOf(indexId)).toMatchObject({ sequence: 4, staged: 4 });
  expect(await knownFields(indexId)).toBe(fieldsPerIndexMax);
});

test('a change that is not written has no fields', async () => {
  const indexId = await log.newIndex();
  const changes = [patch('nobody', {})];
  const wanted = { changes, allOrNothing: true, fields: fields('x') };
  expect(await database.stores.writeLive(indexId, wanted)).toEqual({ outcome: 'not_found', places: [0] });
  expect(await knownFields(indexId)).toBe(0);
});

test('a build decides which fields there are, and those that came after its view stay', async () => {
  const indexId = await log.newIndex();
  await upload(indexId, names(900, 'a'));
  await serve(indexId, names(10, 'a'));
  expect(await knownFields(indexId)).toBe(10);
  expect(await upload(indexId, [...names(10, 'a'), ...names(980, 'b')])).toBe('committed');
  const before = await log.rowOf(indexId);
  expect(await write(indexId, names(11, 'c'))).toBe('too_many_fields');
  // A build whose view is that of the row, served after another upload.
  expect(await upload(indexId, ['late'])).toBe('committed');
  const buildId = `bld_${hex()}`;
  built.set(buildId, new Set(names(20, 'b')));
  const view = { stagedThrough: before.sequence, voidThrough: 0 };
  await database.mongo.db
    .collection<ProductIndexRow>('product_indexes')
    .updateOne({ _id: indexId }, [
      { $set: { former: '$served', served: { $mergeObjects: ['$served', { buildId, view }] } } },
    ]);
  expect(await knownFields(indexId)).toBe(21);
});

test('after a rollback the fields count again that came after the view of the former build', async () => {
  const indexId = await log.newIndex();
  await upload(indexId, ['a']);
  await serve(indexId, ['a']);
  await upload(indexId, ['b', 'c']);
  const { served: former } = await log.rowOf(indexId);
  await serve(indexId, ['a', 'b', 'c']);
  const rows = database.mongo.db.collection<ProductIndexRow>('product_indexes');
  await rows.updateOne({ _id: indexId }, { $set: { former } });
  await upload(indexId, ['d']);
  expect(await knownFields(indexId)).toBe(4);
  await rows.updateOne({ _id: indexId }, [{ $set: { served: '$former', former: '$served' } }]);
  expect(await knownFields(indexId)).toBe(4);
});

test('nothing counts that is before a clear or before an upload that replaces everything', async () => {
  const indexId = await log.newIndex();
  await upload(indexId, names(1_000, 'a'));
  await serve(indexId, names(1_000, 'a'));
  expect(await upload(indexId, ['b'])).toBe('too_many_fields');
  expect(await upload(indexId, names(999, 'b'), true)).toBe('committed');
  expect(await knownFields(indexId)).toBe(999);
  expect(await write(indexId, ['c', 'd'])).toBe('too_many_fields');
  await database.stores.clearRecords(indexId, null);
  expect(await knownFields(indexId)).toBe(0);
  expect(await write(indexId, names(1_000, 'c'))).toBe('written');
});
