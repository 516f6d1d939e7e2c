import { randomInt } from 'node:crypto';
import { createCollectionConfirmations } from '../../../../src/stores/documents/contents/collection-confirmations';
import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { owner } from './collection-stack';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

async function collection(): Promise<CollectionRow> {
  const facts = { description: null, metadata: null };
  return (await database.stores.collections.ensure(owner, `c-${randomInt(1e12)}`, facts)).collection;
}

const change = ({ _id }: CollectionRow) =>
  database.mongo.db.collection<CollectionRow>('collections').updateOne({ _id }, { $inc: { sequence: 1 } });

test('a change before a call is seen by it, whatever others have begun to read before', async () => {
  const confirmations = createCollectionConfirmations(database.mongo.db);
  const row = await collection();
  await confirmations.during(row, async (confirm) => {
    await confirm();
    await change(row);
    // Alone when it came: its own read may tell what was when it began.
    await expect(confirm()).resolves.toBeUndefined();
    await expect(confirmations.during(row, (confirmAgain) => confirmAgain())).rejects.toMatchObject({
      name: 'CollectionChanged',
    });
  });
});

test('a change that comes while a call waits for others is seen', async () => {
  const confirmations = createCollectionConfirmations(database.mongo.db);
  const row = await collection();
  await confirmations.during(row, () =>
    confirmations.during(row, async (confirm) => {
      await change(row);
      await expect(confirm()).rejects.toMatchObject({ name: 'CollectionChanged' });
    }),
  );
});

test('a collection that is gone is not what it was', async () => {
  const confirmations = createCollectionConfirmations(database.mongo.db);
  const row = await collection();
  await database.stores.collections.remove(owner, row.name);
  await expect(confirmations.during(row, (confirm) => confirm())).rejects.toMatchObject({
    name: 'CollectionChanged',
  });
});

test('calls at the same time share one read, each answered for its own collection', async () => {
  const { db } = database.mongo;
  const confirmations = createCollectionConfirmations(db);
  const rows = await Promise.all(Array.from({ length: 6 }, collection));
  await change(rows[3]!);
  await db.command({ profile: 2 });
  const outcomes = await confirmations.during(rows[0]!, async (first) => {
    await first();
    // Each has come before the first needs to know.
    const waiting = (confirm: () => Promise<void>) => Promise.resolve().then(confirm);
    return Promise.allSettled(rows.map((row) => confirmations.during(row, waiting)));
  });
  await db.command({ profile: 0 });
  expect(outcomes.map(({ status }) => status)).toEqual(
    rows.map((_, at) => (at === 3 ? 'rejected' : 'fulfilled')),
  );
  const reads = await db
    .collection('system.profile')
    .countDocuments({ ns: `${db.databaseName}.collections` });
  expect(reads).toBe(2);
});
