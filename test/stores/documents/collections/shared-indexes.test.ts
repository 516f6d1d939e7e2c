import { randomInt } from 'node:crypto';
import { ownNamespace } from '../../../../src/domain/documents/layers';
import { type Tenant } from '../../../../src/domain/platform/tenancy';
import { keywordQuery } from '../../../../src/retrieval/ranking';
import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { createDocumentUpkeep, type DocumentWrites } from '../../../../src/stores/documents/document-writes';
import { indexedChunk, visibleRows } from '../../../../src/stores/documents/search-index';
import { namespaceAlias, sharedIndexOf } from '../../../../src/stores/documents/search-index/namespace-alias';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { createQuestions } from './collection-questions';
import { createCollectionReads } from './collection-reads';
import { addDocument, collect, owner, paragraph, publish, writeUnpublished } from './collection-stack';
import { died, dyingStores } from './dying-stores';

const hourMs = 3_600_000;
const bounds = { namespaceRowsMax: 20, indexRowsMax: 1_000 };
const now = { untilMs: Infinity, onBatch: () => undefined };

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

const { create, reread, copyOf, listed, found } = createCollectionReads(() => ({ database, collection }));

const createFor = async (tenant: Tenant) =>
  (
    await database.stores.collections.ensure(tenant, `c-${randomInt(1e12)}`, {
      description: null,
      metadata: null,
    })
  ).collection;

const upkeepOf = (stores = { db: database.mongo.db, search: database.search }, ms = 0) =>
  createDocumentUpkeep(stores, () => new Date(Date.now() + ms), bounds);

/** All moves that are due. */
async function moveAll(): Promise<void> {
  const shared = await database.mongo.db.collection<{ _id: string }>('shared_indexes').distinct('_id');
  await database.search.refresh(shared);
  while ((await upkeepOf().flattenNext(now)).more);
}

/** Two passes of the collector, so far apart that rows of late writers are looked for. */
async function collectLater(): Promise<void> {
  await collect(upkeepOf(undefined, 8 * 24 * hourMs));
  await collect(upkeepOf(undefined, 10 * 24 * hourMs));
}

const fill = async (documents: number, row = collection) => {
  for (let i = 0; i < documents; i++)
    await addDocument(writes, row, {
      name: `f${i}`,
      texts: [0, 1, 2, 3].map((n) => `words ${i} ${n}`),
    });
};
const filledTexts = (documents: number) =>
  Array.from({ length: documents * 4 }, (_, i) => `words ${Math.floor(i / 4)} ${i % 4}`).sort();

/** The shared indexes that the layers of a collection lie in; null for one of its own. */
const homesOf = async (row = collection) =>
  (await reread(row)).layers.map(({ namespace }) => sharedIndexOf(namespace));

/** Rows of a namespace in the search, whether anything shows them or not. */
async function rowsIn(namespace: string): Promise<number> {
  await database.search.refresh([namespace]);
  const { hits } = await database.search.search([namespace], {
    query: { term: { namespace } },
    track_total_hits: true,
  });
  return (hits.total as { value: number }).value;
}

async function scoresOf(text: string, row = collection): Promise<(number | null | undefined)[]> {
  const view = await database.stores.documents.view(await reread(row));
  const namespaces = view.map(({ namespace }) => namespace);
  await database.search.refresh(namespaces);
  const { hits } = await database.search.search(namespaces, {
    query: { bool: { must: [keywordQuery(text, [])], filter: [visibleRows(view)] } },
  });
  return hits.hits.map(({ _score }) => _score);
}

test('collections of one organization and environment lie in one index, and those of others elsewhere', async () => {
  const development: Tenant = { ...owner, environment: 'development' };
  const other: Tenant = { ...owner, organizationId: 'org_2' };
  const rows = [collection, await create(), await createFor(development), await createFor(other)];
  for (const row of rows) await addDocument(writes, row, { name: 'a', texts: ['x'] });
  const homes = (await Promise.all(rows.map(homesOf))).flat();
  expect(homes).not.toContain(null);
  expect(homes[1]).toBe(homes[0]);
  expect(new Set(homes).size).toBe(3);
  for (const row of rows) expect((await found(row)).map(({ text }) => text)).toEqual(['x']);
});

test('the first document decides where a collection lies, by the length of its vectors; a copy and what follows a wipe lie there too', async () => {
  expect(await homesOf()).toEqual([null]);
  await addDocument(writes, collection, { name: 'a', texts: ['x'] });
  const [home] = await homesOf();
  const wide = await create();
  await writes.open({
    collectionId: wide._id,
    attemptKey: 'wide',
    head: headOf('wide'),
    embedding: { model: 'wide', dimensions: 5 },
  });
  expect(await homesOf(wide)).toEqual([expect.any(String)]);
  expect(await homesOf(wide)).not.toEqual([home]);
  const copy = await copyOf();
  expect(await homesOf(copy)).toEqual([home, home]);
  await writes.removeAll(collection._id);
  await addDocument(writes, collection, { name: 'b', texts: ['y'] });
  expect(await homesOf()).toEqual([home]);
  expect((await found()).map(({ text }) => text)).toEqual(['y']);
  expect((await found(copy)).map(({ text }) => text)).toEqual(['x']);
});

test('texts of another organization change no score, those of the same do', async () => {
  await fill(3);
  const before = await scoresOf('words');
  expect(before.length).toBeGreaterThan(1);
  const other = await createFor({ ...owner, organizationId: 'org_3' });
  for (let i = 0; i < 30; i++)
    await addDocument(writes, other, { name: `p${i}`, texts: ['words words words', 'planted'] });
  expect(await scoresOf('words')).toEqual(before);
  const same = await create();
  for (let i = 0; i < 30; i++) await addDocument(writes, same, { name: `p${i}`, texts: ['nothing of it'] });
  expect(await scoresOf('words')).not.toEqual(before);
});

test('a collection that grows past the bound gets indexes of its own, and is back among others after a wipe', async () => {
  await fill(4);
  await moveAll();
  expect(await homesOf()).not.toContain(null);
  const home = (await reread()).layers[0]!.namespace;
  for (let i = 4; i < 7; i++)
    await addDocument(writes, collection, { name: `g${i}`, texts: ['words', 'words', 'words'] });
  const ids = await listed();
  await moveAll();
  expect(await homesOf()).toEqual([null, null]);
  expect(await listed()).toEqual(ids);
  expect(await found()).toHaveLength((await reread()).counts.chunks);
  const later = await addDocument(writes, collection, { name: 'later', texts: ['words'] });
  expect(await homesOf()).toEqual([null, null]);
  expect(await listed()).toEqual([...ids, later].sort());
  await collectLater();
  expect(await rowsIn(home)).toBe(0);
  expect(await found()).toHaveLength((await reread()).counts.chunks);

  const [base] = (await reread()).layers;
  await writes.removeAll(collection._id);
  await fill(1);
  expect(await homesOf()).toEqual([sharedIndexOf(home)]);
  await collectLater();
  expect(await database.elasticsearch.indices.existsAlias({ name: namespaceAlias(base!.namespace) })).toBe(
    false,
  );
  expect((await found()).map(({ text }) => text).sort()).toEqual(filledTexts(1));
});

test('a file that is being written while its collection begins to move is written again, and shown once', async () => {
  await fill(6);
  await database.search.refresh([ownNamespace(await reread())]);
  const late = { name: 'late', texts: ['words late'], attemptKey: 'late' };
  const version = await writeUnpublished(writes, collection, late);
  await upkeepOf().flattenNext({ ...now, untilMs: 0 });
  expect(await publish(writes, version, 1)).toEqual({ state: 'namespace_changed' });
  const again = await writeUnpublished(writes, collection, late);
  expect(await publish(writes, again, 1)).toMatchObject({ state: 'published' });
  await moveAll();
  expect((await found()).map(({ text }) => text).sort()).toEqual([...filledTexts(6), 'words late'].sort());
});

test('rows that only an unpublished file has brought there do not keep a collection', async () => {
  const texts = Array.from({ length: 30 }, (_, i) => `words ${i}`);
  const large = { name: 'large', texts, attemptKey: 'large' };
  const version = await writeUnpublished(writes, collection, large);
  await moveAll();
  expect(await homesOf()).toEqual([null]);
  expect(await publish(writes, version, 30)).toEqual({ state: 'namespace_changed' });
  const again = await writeUnpublished(writes, collection, large);
  expect(await publish(writes, again, 30)).toMatchObject({ state: 'published' });
  expect(await found()).toHaveLength(30);
  await collectLater();
  expect(await rowsIn(version.namespace)).toBe(0);
});

test('a copy keeps what it has inherited where it lies when its source moves, and moves once no other collection shows it', async () => {
  await fill(6);
  const copy = await copyOf();
  await moveAll();
  expect(await homesOf()).toEqual([null, null]);
  expect(await homesOf(copy)).not.toContain(null);
  await collectLater();
  expect((await found(copy)).map(({ text }) => text).sort()).toEqual(filledTexts(6));
  await moveAll();
  expect(await homesOf(copy)).toEqual([null, null]);
  expect((await found(copy)).map(({ text }) => text).sort()).toEqual(filledTexts(6));
  expect((await found()).map(({ text }) => text).sort()).toEqual(filledTexts(6));
});

test('a move that dies after any of its writes is continued; queries meet all of the collection, once, all the time', async () => {
  const askDuring = createQuestions(database, 'words');
  await fill(6);
  await database.search.refresh([ownNamespace(await reread())]);
  let deaths = 0;
  for (let writesLeft = 1; ; writesLeft++) {
    const upkeep = upkeepOf(dyingStores({ db: database.mongo.db, search: database.search }, writesLeft));
    const { result, answers } = await askDuring(reread, () =>
      upkeep.flattenNext(now).catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== died) throw error;
        return null;
      }),
    );
    for (const answer of answers) expect(answer).toEqual(filledTexts(6));
    if (result !== null && !result.more) break;
    deaths += 1;
    await upkeepOf(undefined, 2 * hourMs).collectNamespaces(null, now.onBatch);
  }
  expect(deaths).toBeGreaterThan(10);
  expect(await homesOf()).toEqual([null, null]);
  await collectLater();
  expect((await found()).map(({ text }) => text).sort()).toEqual(filledTexts(6));
}, 300_000);

test('the collector that dies after any of its writes leaves nothing of a deleted collection in the end', async () => {
  await fill(3);
  const kept = await create();
  await fill(2, kept);
  const namespace = ownNamespace(await reread());
  await database.stores.collections.remove(owner, collection.name);
  for (let writesLeft = 1; ; writesLeft++) {
    const upkeep = upkeepOf(
      dyingStores({ db: database.mongo.db, search: database.search }, writesLeft),
      2 * hourMs,
    );
    const isDone = await upkeep.collectNamespaces(null, now.onBatch).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Error) || error.message !== died) throw error;
        return false;
      },
    );
    if (isDone) break;
  }
  expect(await rowsIn(namespace)).toBe(0);
  expect((await found(kept)).map(({ text }) => text).sort()).toEqual(filledTexts(2));
});

test('rows that a writer leaves behind that died after its namespace was removed are found a day later', async () => {
  const documentId = await addDocument(writes, collection, { name: 'a', texts: ['x'] });
  const shown = await reread();
  const document = (await database.stores.documents.get(shown, documentId))!;
  const [chunk] = await database.stores.chunks.list(shown, document, { from: 0, limit: 1, regions: false });
  const { namespace } = document;
  await database.stores.collections.remove(owner, collection.name);
  await collect(upkeepOf(undefined, 2 * hourMs));
  expect(await rowsIn(namespace)).toBe(0);
  await database.search.write(namespace, [
    { id: 'late', row: indexedChunk(document, chunk!, paragraph('x').vector) },
  ]);
  await collect(upkeepOf(undefined, 3 * hourMs));
  expect(await rowsIn(namespace)).toBe(1);
  await collect(upkeepOf(undefined, 27 * hourMs));
  expect(await rowsIn(namespace)).toBe(0);
});

test('a full index gets no further collection, and an index without any is removed', async () => {
  const tenant: Tenant = { ...owner, organizationId: 'org_4' };
  const first = await createFor(tenant);
  await fill(1, first);
  const [home] = await homesOf(first);
  await database.search.refresh([home!]);
  await createDocumentUpkeep({ db: database.mongo.db, search: database.search }, undefined, {
    namespaceRowsMax: 20,
    indexRowsMax: 4,
  }).flattenNext(now);
  const second = await createFor(tenant);
  await fill(1, second);
  const [next] = await homesOf(second);
  expect(next).not.toBe(home);
  await addDocument(writes, first, { name: 'later', texts: ['x'] });
  expect(await homesOf(first)).toEqual([home]);
  await database.stores.collections.remove(tenant, first.name);
  for (const days of [3, 5, 7]) await collect(upkeepOf(undefined, days * 24 * hourMs));
  const isThere = (id: string | null | undefined) =>
    database.elasticsearch.indices.existsAlias({ name: namespaceAlias(id!) });
  expect(await Promise.all([home, next].map(isThere))).toEqual([false, true]);
  expect((await found(second)).map(({ text }) => text).sort()).toEqual(filledTexts(1));
});

const headOf = (name: string) => ({
  identity: name,
  contentSha256: 'ab',
  filename: name,
  contentType: 'text/plain',
  fileType: 'txt' as const,
  fileSize: 1,
  modality: 'document' as const,
  title: null,
  custom: {},
  source: { type: 'text' as const, uri: null },
  jobId: 'job_1',
  syncId: null,
});
