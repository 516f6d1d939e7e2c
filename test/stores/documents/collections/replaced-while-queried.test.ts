import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { createDocumentWrites, type DocumentWrites } from '../../../../src/stores/documents/document-writes';
import {
  createSearchIndex,
  type IndexedChunk,
  type SearchIndex,
  visibleRows,
} from '../../../../src/stores/documents/search-index';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { createCollectionReads } from './collection-reads';
import { addDocument, addFile, publish, writeUnpublished } from './collection-stack';

let database: TestDatabase;
let search: SearchIndex;
let refreshes: string[];
let writes: DocumentWrites;
let collection: CollectionRow;
beforeAll(async () => {
  database = await startDatabase();
  // Searches find only what a refresh has shown.
  const index = createSearchIndex(database.elasticsearch, { refreshInterval: '-1' });
  search = {
    ...index,
    refresh: async (namespaces) => {
      refreshes.push(...namespaces);
      await index.refresh(namespaces);
    },
  };
  writes = createDocumentWrites({ db: database.mongo.db, search });
});
afterAll(() => database.close());
beforeEach(async () => {
  refreshes = [];
  collection = await create();
});

const { create, reread, copyOf } = createCollectionReads(() => ({ database, collection }));

/** Texts that a query is answered with now: proposed by the search index and confirmed by the records. */
async function answered(row = collection): Promise<string[]> {
  const shown = await reread(row);
  const view = await database.stores.documents.view(shown);
  const namespaces = view.map(({ namespace }) => namespace);
  const { hits } = await search.search<IndexedChunk>(namespaces, { query: visibleRows(view), size: 100 });
  const proposed = hits.hits.map((hit) => ({ id: hit._id!, versionId: hit._source!.version }));
  const confirmed = await database.stores.searchHits.read(shown, proposed);
  return [...confirmed.values()].map(({ chunk }) => chunk.text).sort();
}

test('an overwritten document is answered by its new texts from the moment that its former ones are gone', async () => {
  await addDocument(writes, collection, { name: 'a', texts: ['old'] });
  await writes.makeFindable(collection._id);
  expect(await answered()).toEqual(['old']);
  const version = await writeUnpublished(writes, collection, { name: 'a', texts: ['new 1', 'new 2'] });
  expect(await answered()).toEqual(['old']);
  await publish(writes, version, 2, true);
  expect(await answered()).toEqual(['new 1', 'new 2']);
});

test('so is a file whose parts take the place of the parts that it had', async () => {
  const mail = (jobId: string, ...texts: string[]) =>
    addFile(
      writes,
      collection,
      texts.map((text, part) => ({ name: 'mail', part, jobId, texts: [text] })),
    );
  await mail('job_1', 'm1', 'a1');
  await writes.makeFindable(collection._id);
  await mail('job_2', 'm2', 'a2', 'b2');
  expect(await answered()).toEqual(['a2', 'b2', 'm2']);
});

test('a document that comes back by a rollback is answered at once', async () => {
  await addDocument(writes, collection, { name: 'a', texts: ['old'], jobId: 'job_1' });
  const again = { name: 'a', texts: ['new'], jobId: 'job_2', overwrite: true };
  const documentId = await addDocument(writes, collection, again);
  await writes.makeFindable(collection._id);
  await writes.rollBack(collection._id, 'job_2', documentId);
  expect(await answered()).toEqual(['old']);
});

test('an inherited document whose metadata is written for one collection stays in its answers', async () => {
  const documentId = await addDocument(writes, collection, { name: 'a', texts: ['x'] });
  await writes.makeFindable(collection._id);
  const copy = await copyOf();
  const written = writes.writeMetadata(copy._id, [
    { documentId, chunkIndex: null, mode: 'patch', custom: { colour: 'red' } },
  ]);
  const isSwapped = async () => (await reread(copy)).sequence > 0;
  while (!(await isSwapped()));
  expect(await answered(copy)).toEqual(['x']);
  // The write itself returns when searches find the new metadata.
  const done = new AbortController();
  void written.finally(() => {
    done.abort();
  });
  const { namespace } = (await reread(copy)).layers.at(-1)!;
  while (!done.signal.aborted) await search.refresh([namespace]);
  await expect(written).resolves.toMatchObject([{ state: 'written' }]);
});

test('documents that replace none are published without a refresh, and those that do share few', async () => {
  const names = Array.from({ length: 24 }, (_, n) => `file-${n}`);
  const write = (text: string) =>
    Promise.all(
      names.map((name) => writeUnpublished(writes, collection, { name, texts: [`${name} ${text}`] })),
    );
  const show = async (text: string) => {
    const versions = await write(text);
    const outcomes = await Promise.all(versions.map((version) => publish(writes, version, 1, true)));
    expect(outcomes.map(({ state }) => state)).toEqual(names.map(() => 'published'));
  };
  await show('old');
  expect(refreshes).toEqual([]);
  await show('new');
  expect(refreshes.length).toBeGreaterThan(0);
  expect(refreshes.length).toBeLessThan(names.length / 4);
  expect(await answered()).toEqual(names.map((name) => `${name} new`).sort());
});
