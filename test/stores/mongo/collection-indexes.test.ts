import { createCollectionIndexes } from '../../../src/stores/mongo/collection-indexes';
import { startDatabase, type TestDatabase } from '../../setup/api';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

test('indexes that a former release has created go, and those of the present one come, as often as it starts', async () => {
  const { db } = database.mongo;
  const former = { collection: 'things', indexes: [{ key: { owner: 1 } }, { key: { madeAt: 1 } }] };
  const present = {
    collection: 'things',
    indexes: [{ key: { owner: 1, madeAt: 1 } }, { key: { madeAt: 1 } }],
    obsolete: ['owner_1'],
  };
  const names = async () => Object.keys(await db.collection('things').indexInformation()).sort();
  await createCollectionIndexes(db, [former]);
  await expect(names()).resolves.toEqual(['_id_', 'madeAt_1', 'owner_1']);
  await Promise.all([createCollectionIndexes(db, [present]), createCollectionIndexes(db, [present])]);
  await createCollectionIndexes(db, [present]);
  await expect(names()).resolves.toEqual(['_id_', 'madeAt_1', 'owner_1_madeAt_1']);
});
