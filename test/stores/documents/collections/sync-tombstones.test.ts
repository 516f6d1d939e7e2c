import { nameIdentity } from '../../../../src/domain/documents/source-identity';
import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { createCollectionReads } from './collection-reads';
import { addDocument, addFile, collect, owner } from './collection-stack';

const hourMs = 3_600_000;
const syncId = 'sync_1';

let database: TestDatabase;
let collection: CollectionRow;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  collection = await create();
});

const { create, reread, copyOf, upkeepAfter } = createCollectionReads(() => ({ database, collection }));

const add = (name: string, etag?: string, ofSync = true) =>
  addDocument(database.documentWrites, collection, {
    name,
    texts: [name],
    overwrite: true,
    ...(ofSync && { syncId }),
    ...(etag !== undefined && { etag }),
  });
const remove = (documentId: string, row = collection) =>
  database.documentWrites.removeDocument(row._id, documentId);
/** Names that a sync leaves alone, when it lists each with this mark. */
async function leftAlone(etag: string, names: readonly string[], row = collection): Promise<string[]> {
  const objects = names.map((name) => ({ identity: nameIdentity(name), etag }));
  const standing = await database.stores.syncTombstones.standing(await reread(row), objects);
  return names.filter((name) => standing.has(nameIdentity(name)));
}
const rows = () => database.mongo.db.collection('sync_tombstones').countDocuments();

describe('a document of a sync that a caller deletes', () => {
  test('is left alone as long as its object is the same, and no other is', async () => {
    const [a, b] = [await add('a', 'e1'), await add('b', 'e1')];
    const byHand = await add('c', 'e1', false);
    for (const documentId of [a, byHand]) expect(await remove(documentId)).toBe(true);
    expect(await leftAlone('e1', ['a', 'b', 'c', 'unknown'])).toEqual(['a']);
    expect(await leftAlone('e2', ['a', 'b', 'c'])).toEqual([]);
    expect(await remove(b)).toBe(true);
    expect(await leftAlone('e1', ['a', 'b', 'c'])).toEqual(['a', 'b']);
  });

  test('is left alone whatever its object is, where it is unknown what it was', async () => {
    await remove(await add('a'));
    expect(await leftAlone('e1', ['a'])).toEqual(['a']);
  });

  test.each([
    ['a caller', false],
    ['a sync', true],
  ])('is as before once %s indexes its file again', async (_, bySync) => {
    await remove(await add('a', 'e1'));
    await add('a', 'e1', bySync);
    expect(await leftAlone('e1', ['a'])).toEqual([]);
  });

  test('is noted once by many who delete at once, with all others that go', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `n${n}`);
    const ids = [];
    for (const name of names) ids.push(await add(name, 'e1'));
    const removed = await Promise.all(ids.flatMap((id) => [remove(id), remove(id)]));
    expect(removed.filter(Boolean)).toHaveLength(8);
    expect(await leftAlone('e1', names)).toEqual(names);
  });

  test('keeps no one from its file where only an attachment was deleted', async () => {
    const parts = ['message', 'attached'].map((text, part) => ({
      name: 'mail',
      part,
      texts: [text],
      syncId,
    }));
    const [message, attached] = await addFile(database.documentWrites, collection, parts);
    await remove(attached!);
    expect(await leftAlone('e1', ['mail'])).toEqual([]);
    await remove(message!);
    expect(await leftAlone('e1', ['mail'])).toEqual(['mail']);
  });

  test('is forgotten with a wipe at once, and by copies, and nothing is left of it', async () => {
    const before = await rows();
    await remove(await add('a', 'e1'));
    const copy = await copyOf();
    expect(await leftAlone('e1', ['a'], copy)).toEqual([]);
    await database.documentWrites.removeAll(collection._id);
    expect(await leftAlone('e1', ['a'])).toEqual([]);
    await remove(await add('b', 'e1'));
    expect(await leftAlone('e1', ['a', 'b'])).toEqual(['b']);
    await collect(upkeepAfter(2 * hourMs));
    expect(await rows()).toBe(before + 1);
    await database.stores.collections.remove(owner, collection.name);
    await collect(upkeepAfter(2 * hourMs));
    expect(await rows()).toBe(before);
  });
});
