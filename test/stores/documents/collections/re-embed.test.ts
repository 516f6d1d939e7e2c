import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import {
  createDocumentUpkeep,
  createDocumentWrites,
  reEmbed,
  type DocumentWrites,
  type NewVectors,
} from '../../../../src/stores/documents/document-writes';
import { createSearchIndex, visibleRows } from '../../../../src/stores/documents/search-index';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { createCollectionReads } from './collection-reads';
import { addDocument, owner, vectorOf } from './collection-stack';

const other = { model: 'test-2', dimensions: 4 };
const otherVector = (text: string) => [...vectorOf(text), 0.5];
const target = (vectorsOf: NewVectors['vectorsOf']): NewVectors => ({ ...other, vectorsOf });
const vectors = target((texts) => Promise.resolve(texts.map((text) => Float32Array.from(otherVector(text)))));
const quiet = () => undefined;
const hourMs = 3_600_000;

let database: TestDatabase;
let writes: DocumentWrites;
let collection: CollectionRow;
const place = () => ({ db: database.mongo.db, search: database.search });
beforeAll(async () => {
  database = await startDatabase();
  writes = database.documentWrites;
});
afterAll(() => database.close());
beforeEach(async () => {
  collection = await create();
});

const { create, reread, copyOf, listed, textsOf, upkeepAfter } = createCollectionReads(() => ({
  database,
  collection,
}));

/**
 * Every vector that a search of the collection would meet, by text; its length is that of the model that the
 * row names.
 */
async function vectorsIn(row = collection): Promise<Map<string, number[]>> {
  const now = await reread(row);
  const view = await database.stores.documents.view(now);
  const namespaces = view.map(({ namespace }) => namespace);
  await database.search.refresh(namespaces);
  const { hits } = await database.search.search<{ text: string; namespace: string }>(namespaces, {
    query: visibleRows(view),
    size: 1_000,
  });
  const found = new Map<string, number[]>();
  for (const { _id: id, _source: source } of hits.hits) {
    const vector = (await database.search.vectors(source!.namespace, [id!])).get(id!)!;
    expect(vector).toHaveLength(now.embedding!.dimensions);
    found.set(source!.text, vector);
  }
  return found;
}

test('gives all that a collection shows vectors of the other model, and nothing else changes; copies keep theirs', async () => {
  const kept = await addDocument(writes, collection, { name: 'a', texts: ['x', 'y'] });
  const gone = await addDocument(writes, collection, { name: 'b', texts: ['z'] });
  const copy = await copyOf();
  const later = await addDocument(writes, collection, { name: 'c', texts: ['w'] });
  await writes.removeDocument(collection._id, gone);
  await writes.writeMetadata(collection._id, [
    { documentId: kept, chunkIndex: 1, mode: 'put', custom: { rank: 'high' } },
  ]);
  const before = { counts: (await reread()).counts, ids: await listed() };
  expect(await reEmbed(place(), collection._id, vectors)).toBe('done');
  expect((await reread()).embedding).toEqual(other);
  expect({ counts: (await reread()).counts, ids: await listed() }).toEqual(before);
  expect(before.ids).toEqual([kept, later].sort());
  const found = await vectorsIn();
  expect([...found.keys()].sort()).toEqual(['w', 'x', 'y']);
  // A text is embedded behind the name of its document.
  const embedded: Record<string, string> = { w: 'c\nw', x: 'a\nx', y: 'a\ny' };
  for (const [text, vector] of found)
    otherVector(embedded[text]!).forEach((value, i) => {
      expect(vector[i]).toBeCloseTo(value, 5);
    });
  expect([...(await vectorsIn(copy)).keys()].sort()).toEqual(['x', 'y', 'z']);
  expect(await reEmbed(place(), collection._id, vectors)).toBe('kept');
});

test('that breaks off shows what was there with its old vectors, keeps what it has written, and continues there', async () => {
  for (let i = 0; i < 45; i++) await addDocument(writes, collection, { name: `f${i}`, texts: [`t${i}`] });
  const before = await reread();
  const asked: string[] = [];
  const breaking = target((texts) => {
    if (asked.length === 30) return Promise.reject(new Error('the model is away'));
    asked.push(...texts);
    return vectors.vectorsOf(texts);
  });
  await expect(reEmbed(place(), collection._id, breaking)).rejects.toThrow('the model is away');
  expect((await reread()).embedding).toEqual(before.embedding);
  expect((await vectorsIn()).size).toBe(45);
  await upkeepAfter(2 * hourMs).collectNamespaces(null, quiet);
  const again: string[] = [];
  const counting = target((texts) => {
    again.push(...texts);
    return vectors.vectorsOf(texts);
  });
  expect(await reEmbed(place(), collection._id, counting)).toBe('done');
  expect(again.length).toBe(25);
  expect((await vectorsIn()).size).toBe(45);
  await upkeepAfter(2 * hourMs).collectNamespaces(null, quiet);
  expect((await vectorsIn()).size).toBe(45);
});

test('of a collection that is written meanwhile takes what was written along, or ends as it was', async () => {
  await addDocument(writes, collection, { name: 'a', texts: ['x'] });
  let rounds = 0;
  const meddling = (upTo: number) =>
    target(async (texts) => {
      if (rounds++ < upTo)
        await addDocument(writes, collection, { name: `m${rounds}`, texts: [`m${rounds}`] });
      return vectors.vectorsOf(texts);
    });
  expect(await reEmbed(place(), collection._id, meddling(1))).toBe('done');
  expect([...(await vectorsIn()).keys()].sort()).toEqual(['m1', 'x']);

  const busy = await create();
  await addDocument(writes, busy, { name: 'a', texts: ['x'] });
  const ceaseless = target(async (texts) => {
    await addDocument(writes, busy, { name: `b${++rounds}`, texts: [`b${rounds}`] });
    return vectors.vectorsOf(texts);
  });
  expect(await reEmbed(place(), busy._id, ceaseless)).toBe('written_meanwhile');
  expect((await reread(busy)).embedding).toEqual({ model: 'test-1', dimensions: 3 });
  expect((await vectorsIn(busy)).size).toBe((await reread(busy)).counts.documents);
});

test('leaves rollbacks what they bring back, in the space of the new model', async () => {
  const documentId = await addDocument(writes, collection, { name: 'a', texts: ['old'], jobId: 'job_1' });
  await addDocument(writes, collection, {
    name: 'a',
    texts: ['new'],
    jobId: 'job_2',
    documentId,
    overwrite: true,
  });
  expect(await reEmbed(place(), collection._id, vectors)).toBe('done');
  expect(await writes.rollBack(collection._id, 'job_2', documentId)).toMatchObject({ state: 'restored' });
  expect(await textsOf(documentId)).toEqual(['old']);
  expect([...(await vectorsIn()).keys()]).toEqual(['old']);
});

test('of a deleted collection, an empty one or one wiped meanwhile has nothing to do', async () => {
  expect(await reEmbed(place(), collection._id, vectors)).toBe('kept');
  await addDocument(writes, collection, { name: 'a', texts: ['x'] });
  const wiping = target(async (texts) => {
    await writes.removeAll(collection._id);
    return vectors.vectorsOf(texts);
  });
  expect(await reEmbed(place(), collection._id, wiping)).toBe('kept');
  expect((await reread()).reEmbedding).toBeUndefined();
  await database.stores.collections.remove(owner, collection.name);
  expect(await reEmbed(place(), collection._id, vectors)).toBe('gone');
});

test.each(['re-embedding', 'flattening'])(
  'all of it is found as soon as %s has swapped it in',
  async (how) => {
    const { elasticsearch, mongo, stores } = database;
    // Rows are not found by themselves.
    const search = createSearchIndex(elasticsearch, { refreshInterval: '-1' });
    const deps = { db: mongo.db, search };
    await addDocument(createDocumentWrites(deps), collection, { name: 'a', texts: ['x', 'y'] });
    const shown = how === 'flattening' ? await copyOf() : collection;
    if (how === 'flattening')
      await createDocumentUpkeep(deps).flatten(shown._id, { untilMs: Infinity, onBatch: quiet });
    else await reEmbed(deps, shown._id, vectors);
    const view = await stores.documents.view(await reread(shown));
    const { hits } = await search.search(
      view.map(({ namespace }) => namespace),
      { query: visibleRows(view) },
    );
    expect(hits.hits).toHaveLength(2);
  },
);
