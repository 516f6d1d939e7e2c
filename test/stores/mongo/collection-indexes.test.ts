import { createCollectionIndexes } from '../../../src/stores/mongo/collection-indexes';
import { startDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

test('indexes that a collection lacks come, and those that it has stay, however many programs start at once', async () => {
  const { db } = database.mongo;
  const present = {
    collection: 'things',
    indexes: [{ key: { owner: 1, madeAt: 1 } }, { key: { madeAt: 1 } }],
  };
  const names = async () => Object.keys(await db.collection('things').indexInformation()).sort();
  await createCollectionIndexes(db, [{ collection: 'things', indexes: [{ key: { madeAt: 1 } }] }]);
  await Promise.all([createCollectionIndexes(db, [present]), createCollectionIndexes(db, [present])]);
  await createCollectionIndexes(db, [present]);
  await expect(names()).resolves.toEqual(['_id_', 'madeAt_1', 'owner_1_madeAt_1']);
});
