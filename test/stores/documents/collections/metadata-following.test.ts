import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { type DocumentRow } from '../../../../src/stores/documents/contents/documents';
import { createSharedIndexStore } from '../../../../src/stores/documents/contents/shared-indexes';
import { createDocumentWrites, type DocumentWrites } from '../../../../src/stores/documents/document-writes';
import {
  createSearchIndex,
  type SearchIndex,
  valueToken,
  visibleRows,
} from '../../../../src/stores/documents/search-index';
import { isSearchUnavailable } from '../../../../src/stores/elastic/search-unavailable';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { fullSearchEngine } from '../../../setup/full-search-engine';
import { createCollectionReads } from './collection-reads';
import { addDocument, publish, writeUnpublished } from './collection-stack';

const hourMs = 3_600_000;

let database: TestDatabase;
let writes: DocumentWrites;
let collection: CollectionRow;
beforeAll(async () => {
  database = await startDatabase();
  writes = database.documentWrites;
});
afterAll(() => database.close());
beforeEach(async () => {
  collection = await create();
});

const { create, reread, copyOf, found, upkeepAfter } = createCollectionReads(() => ({
  database,
  collection,
}));

const rows = () => database.mongo.db.collection<DocumentRow>('documents');
const rowOf = async (documentId: string) => (await rows().findOne({ documentId, added: { $ne: null } }))!;
const patch = (documentId: string, custom: Record<string, number>, chunkIndex: number | null = null) =>
  ({ documentId, chunkIndex, mode: 'patch', custom }) as const;

/** Another process: the same stores, and a search index that passes its updates through `update`. */
const otherProcess = (update: SearchIndex['update'] = database.search.update) =>
  createDocumentWrites({ db: database.mongo.db, search: { ...database.search, update } });

/** Whether a search finds a value now, without a refresh of its own. */
async function isFound(key: string, value: number): Promise<boolean> {
  const view = await database.stores.documents.view(await reread());
  const { hits } = await database.search.search(
    view.map(({ namespace }) => namespace),
    { query: { bool: { filter: [visibleRows(view), { term: { meta: valueToken(key, value) } }] } } },
  );
  return hits.hits.length > 0;
}

test('many writers of one document at once share what brings the search index up to it', async () => {
  const documentId = await addDocument(writes, collection, { name: 'a', texts: ['x'] });
  const writers = 12;
  let updates = 0;
  const shared = otherProcess(async (...update) => {
    updates += 1;
    // The first is at it until everybody has written.
    while (updates === 1 && (await rowOf(documentId)).revision < writers);
    await database.search.update(...update);
  });
  await Promise.all(
    Array.from({ length: writers }, (_, n) =>
      shared.writeMetadata(collection._id, [patch(documentId, { [`k${n}`]: n })]),
    ),
  );
  for (let n = 0; n < writers; n++) expect(await isFound(`k${n}`, n)).toBe(true);
  // Updates: one for the first writer, one for the others, and one for a writer whose write ended after that
  // had begun.
  expect(updates).toBeLessThanOrEqual(3);
  expect((await rowOf(documentId)).searchPending).toBeUndefined();
});

test('what one process wrote is found when its call returns, and stays found while others write', async () => {
  const documentId = await addDocument(writes, collection, { name: 'a', texts: ['x', 'y'] });
  const inTurns = async (process: DocumentWrites, key: string) => {
    for (let n = 1; n <= 4; n++) {
      const [outcome] = await process.writeMetadata(collection._id, [patch(documentId, { [key]: n })]);
      expect(outcome).toMatchObject({ state: 'written' });
      for (let look = 0; look < 3; look++) expect(await isFound(key, n)).toBe(true);
    }
  };
  await Promise.all(['a', 'b'].map((key) => inTurns(otherProcess(), key)));
  expect((await found()).map(({ revision }) => revision)).toEqual([8, 8]);
});

test('an older state that arrives late does not take the place of a newer one', async () => {
  const documentId = await addDocument(writes, collection, { name: 'a', texts: ['x'] });
  let late: () => Promise<void> = () => Promise.resolve();
  const paused = otherProcess((...update) => {
    late = () => database.search.update(...update);
    return Promise.reject(new Error('paused'));
  });
  await paused.writeMetadata(collection._id, [patch(documentId, { year: 1 })]);
  await writes.writeMetadata(collection._id, [patch(documentId, { year: 2 })]);
  await late();
  expect([await isFound('year', 1), await isFound('year', 2)]).toEqual([false, true]);
  expect((await found())[0]!.revision).toBe(2);
});

test('writes of chunks tell the search index of those chunks alone, also of what it had missed', async () => {
  const texts = Array.from({ length: 12 }, (_, n) => `text ${n}`);
  const documentId = await addDocument(writes, collection, { name: 'a', texts });
  let isAway = true;
  const told: string[][] = [];
  const noting = otherProcess(async (namespace, states, refresh) => {
    if (isAway) throw new Error('away');
    told.push(states.map(({ id }) => id.slice(id.lastIndexOf(':') + 1)));
    await database.search.update(namespace, states, refresh);
  });
  const toldOf = async (work: Promise<unknown>) => {
    await work;
    return told.splice(0);
  };
  const write = (...chunks: (number | null)[]) =>
    noting.writeMetadata(
      collection._id,
      chunks.map((index) => patch(documentId, { rank: index ?? 0 }, index)),
    );
  expect(await toldOf(write(3))).toEqual([]);
  isAway = false;
  expect(await toldOf(write(5, 7, 5))).toEqual([['3', '5', '7']]);
  for (const rank of [3, 5, 7]) expect(await isFound('rank', rank)).toBe(true);
  expect(await toldOf(write(9))).toEqual([['9']]);
  isAway = true;
  await write(1);
  isAway = false;
  expect((await toldOf(write(null, 2))).map(({ length }) => length)).toEqual([12]);
  isAway = true;
  await write(4);
  await upkeepAfter(hourMs).repairSearch();
  const ranked = (await found()).filter(({ meta }) => meta.includes(valueToken('rank', 4)));
  expect(ranked.map(({ index }) => index)).toEqual([4]);
  expect(await rowOf(documentId)).not.toHaveProperty('pendingChunks');
});

describe('where the search engine has no room for another index', () => {
  let isFull = true;
  const full = () => {
    const search = createSearchIndex(fullSearchEngine(database.elasticsearch, () => isFull));
    return createDocumentWrites({ db: database.mongo.db, search });
  };
  beforeEach(async () => {
    isFull = true;
    await closeSharedIndexes();
  });
  /** The next namespace needs an index that has to be made. */
  async function closeSharedIndexes(): Promise<void> {
    const sharedIndexes = createSharedIndexStore(database.mongo.db);
    for (const { _id } of await sharedIndexes.list(null, 1_000)) await sharedIndexes.close(_id, new Date());
  }

  test('a first document is refused as for a search engine that is away, leaves nothing, and is taken once there is room', async () => {
    const here = full();
    const document = { name: 'a', texts: ['x'], attemptKey: 'job/1' };
    const refused: unknown = await writeUnpublished(here, collection, document).catch(
      (error: unknown) => error,
    );
    expect(isSearchUnavailable(refused)).toBe(true);
    const { namespace } = (await reread()).layers.at(-1)!;
    expect(await rows().countDocuments({ namespace })).toBe(0);
    isFull = false;
    const version = await writeUnpublished(here, collection, document);
    expect(await publish(here, version, 1)).toMatchObject({ state: 'published' });
    expect((await found()).map(({ text }) => text)).toEqual(['x']);
  });

  test('a copy shows what it has inherited, and a write to it changes nothing until there is room', async () => {
    const documentId = await addDocument(writes, collection, { name: 'a', texts: ['x'] });
    await closeSharedIndexes();
    const copy = await copyOf();
    const here = full();
    const [refused] = await here.writeMetadata(copy._id, [patch(documentId, { year: 1 })]);
    expect(isSearchUnavailable(refused)).toBe(true);
    expect(await rows().countDocuments({ documentId })).toBe(1);
    expect((await found(copy)).map(({ text, meta }) => [text, meta])).toEqual([['x', []]]);
    isFull = false;
    const [written] = await here.writeMetadata(copy._id, [patch(documentId, { year: 1 })]);
    expect(written).toMatchObject({ state: 'written', custom: { year: 1 } });
    expect((await found(copy)).map(({ text }) => text)).toEqual(['x']);
  });
});
