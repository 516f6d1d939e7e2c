import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { createDocumentWrites, type DocumentWrites } from '../../../../src/stores/documents/document-writes';
import { keyToken, type IndexedChunk } from '../../../../src/stores/documents/search-index';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { createCollectionReads } from './collection-reads';
import { addDocument, embedding, owner, paragraph, publish, writeUnpublished } from './collection-stack';

const hourMs = 3_600_000;
const beat = () => undefined;

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

const { create, reread, copyOf, listed, textsOf, found, upkeepAfter } = createCollectionReads(() => ({
  database,
  collection,
}));

describe('writing a document', () => {
  test('shows nothing before it is published, and all of it then', async () => {
    const version = await writeUnpublished(writes, collection, { name: 'a', texts: ['x', 'y'] });
    expect(await listed()).toEqual([]);
    expect(await publish(writes, version, 2)).toEqual({ state: 'published', replaced: [] });
    expect(await listed()).toEqual([version.documentId]);
    expect((await found()).map(({ text }) => text).sort()).toEqual(['x', 'y']);
  });

  test('twice with the same key, chunks, pages and end included, makes one document', async () => {
    const document = { name: 'a', texts: ['x', 'y'], attemptKey: 'job/1' };
    const first = await writeUnpublished(writes, collection, document);
    const second = await writeUnpublished(writes, collection, document);
    expect(second).toEqual(first);
    await publish(writes, first, 2);
    expect(await publish(writes, first, 2)).toEqual({ state: 'published', replaced: [] });
    const late = await writeUnpublished(writes, collection, { ...document, texts: ['other', 'words'] });
    expect(late).toEqual({ ...first, published: true });
    expect(await listed()).toEqual([first.documentId]);
    expect(await textsOf(first.documentId)).toEqual(['x', 'y']);
    expect((await database.stores.pages.get(first.versionId, 0))?.text).toBe('x\ny');
  });

  test('with fewer chunks than an earlier attempt leaves none of those over, in both stores', async () => {
    const document = { name: 'a', attemptKey: 'job/1' };
    await writeUnpublished(writes, collection, { ...document, texts: ['a', 'b', 'c'] });
    const version = await writeUnpublished(writes, collection, { ...document, texts: ['d'] });
    await publish(writes, version, 1);
    expect(await textsOf(version.documentId)).toEqual(['d']);
    expect((await found()).map(({ text }) => text)).toEqual(['d']);
  });

  test('with chunks missing is not published', async () => {
    const version = await writeUnpublished(writes, collection, { name: 'a', texts: ['x'] });
    await expect(publish(writes, version, 2)).rejects.toMatchObject({ code: 'chunks_missing' });
    expect(await listed()).toEqual([]);
  });

  test('with vectors of another space is refused', async () => {
    await addDocument(writes, collection, { name: 'a', texts: ['x'] });
    const head = { identity: 'name:b' } as never;
    const open = (space: typeof embedding) =>
      writes.open({ collectionId: collection._id, attemptKey: 'b', head, embedding: space });
    for (const space of [
      { ...embedding, dimensions: 4 },
      { ...embedding, model: 'test-2' },
    ])
      await expect(open(space)).rejects.toMatchObject({ code: 'embedding_mismatch' });
    const version = await writeUnpublished(writes, collection, { name: 'c', texts: [] });
    const long = { ...paragraph('x'), vector: [1, 2, 3, 4] };
    await expect(writes.addChunks(version, 0, [long])).rejects.toMatchObject({ code: 'embedding_mismatch' });
  });

  test('that was discarded leaves nothing and cannot be published; a published one cannot be discarded', async () => {
    const version = await writeUnpublished(writes, collection, { name: 'a', texts: ['x'] });
    await writes.discard(version.versionId);
    await expect(publish(writes, version, 0)).rejects.toMatchObject({ code: 'version_gone' });
    await expect(writes.addChunks(version, 0, [paragraph('x')])).rejects.toMatchObject({
      code: 'version_gone',
    });
    for (const held of ['chunks', 'pages'])
      expect(await database.mongo.db.collection(held).countDocuments({ versionId: version.versionId })).toBe(
        0,
      );
    const kept = await addDocument(writes, collection, { name: 'b', texts: ['y'] });
    const { _id } = (await database.stores.documents.get(await reread(), kept))!;
    await writes.discard(_id);
    expect(await textsOf(kept)).toEqual(['y']);
  });

  test('of one identity many times at once shows exactly one', async () => {
    const versions = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        writeUnpublished(writes, collection, { name: 'a', texts: [`t${i}`] }),
      ),
    );
    const outcomes = await Promise.all(versions.map((version) => publish(writes, version, 1)));
    const won = versions.filter((_, i) => outcomes[i]!.state === 'published');
    expect(won).toHaveLength(1);
    expect(outcomes.filter(({ state }) => state === 'identity_taken')).toHaveLength(7);
    expect(await listed()).toEqual([won[0]!.documentId]);
  });

  test('of one identity many times at once with overwriting shows one, and counts one', async () => {
    const versions = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        writeUnpublished(writes, collection, { name: 'a', texts: [`t${i}`] }),
      ),
    );
    const outcomes = await Promise.all(versions.map((version) => publish(writes, version, 1, true)));
    expect(outcomes.map(({ state }) => state)).toEqual(Array<string>(8).fill('published'));
    const [shown, ...more] = await listed();
    expect(more).toEqual([]);
    expect((await found()).map(({ document }) => document)).toEqual([shown]);
  });

  test('into a collection that was deleted or wiped meanwhile is told so, and nothing shows', async () => {
    const [wiped, deleted] = [collection, await create()];
    const versions = await Promise.all(
      [wiped, deleted].map((row) => writeUnpublished(writes, row, { name: 'a', texts: ['x'] })),
    );
    await writes.removeAll(wiped._id);
    await database.stores.collections.remove(owner, deleted.name);
    expect(await publish(writes, versions[0]!, 1)).toEqual({ state: 'namespace_changed' });
    expect(await publish(writes, versions[1]!, 1)).toEqual({ state: 'collection_gone' });
    expect(await listed()).toEqual([]);
  });
});

describe('publishing at the same time as', () => {
  /** A second process has its own queues: only the database keeps them apart. */
  const otherProcess = () => createDocumentWrites({ db: database.mongo.db, search: database.search });

  test('copies: each copy shows what was there at one moment, and keeps showing it', async () => {
    const versions = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        writeUnpublished(writes, collection, { name: `f${i}`, texts: [`t${i}`] }),
      ),
    );
    const [copies] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => copyOf())),
      Promise.all(versions.map((version, i) => publish(i % 2 === 0 ? writes : otherProcess(), version, 1))),
    ]);
    expect(await listed()).toHaveLength(24);
    const before = await Promise.all(copies.map((copy) => listed(copy)));
    const [first] = await listed();
    await writes.removeDocument(collection._id, first!);
    await writes.writeMetadata(
      collection._id,
      (await listed()).map((documentId) => ({ documentId, chunkIndex: null, mode: 'put', custom: { a: 1 } })),
    );
    expect(await Promise.all(copies.map((copy) => listed(copy)))).toEqual(before);
    for (const copy of copies) {
      const rows = await found(copy);
      expect(rows.every(({ meta }) => !meta.includes(keyToken('a')))).toBe(true);
    }
  });

  test('wipes: what is published is shown or was wiped, and the counts agree', async () => {
    const versions = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        writeUnpublished(writes, collection, { name: `f${i}`, texts: [`t${i}`] }),
      ),
    );
    const [outcomes, ...wiped] = await Promise.all([
      Promise.all(versions.map((version) => publish(writes, version, 1))),
      writes.removeAll(collection._id),
      writes.removeAll(collection._id),
    ]);
    const published = outcomes.filter(({ state }) => state === 'published').length;
    expect(new Set(outcomes.map(({ state }) => state))).not.toContain('collection_gone');
    expect((await listed()).length + wiped.reduce<number>((sum, count) => sum + count!, 0)).toBe(published);
  });

  test('deletes of the same documents: every delete is told once that it did it', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, i) => addDocument(writes, collection, { name: `f${i}`, texts: ['t'] })),
    );
    const removed = await Promise.all(
      [...ids, ...ids].map((documentId, i) =>
        (i % 2 === 0 ? writes : otherProcess()).removeDocument(collection._id, documentId),
      ),
    );
    expect(removed.filter(Boolean)).toHaveLength(6);
    expect(await listed()).toEqual([]);
  });
});

describe('metadata', () => {
  const yearIs = (row: IndexedChunk) => row.meta.includes(keyToken('year'));

  test('is in both stores when the call returns, of document and chunk, and one fault stops no other item', async () => {
    const documentId = await addDocument(writes, collection, { name: 'a', texts: ['x', 'y'] });
    const outcomes = await writes.writeMetadata(collection._id, [
      { documentId, chunkIndex: null, mode: 'put', custom: { year: 2024, draft: true } },
      { documentId: 'doc_unknown', chunkIndex: null, mode: 'put', custom: {} },
      { documentId, chunkIndex: 7, mode: 'put', custom: {} },
      { documentId, chunkIndex: null, mode: 'put', custom: { long: 'x'.repeat(70_000) } },
      { documentId, chunkIndex: null, mode: 'patch', custom: { draft: null, 'a.b': '$x', state: 'ok' } },
      { documentId, chunkIndex: 1, mode: 'put', custom: { rank: 'high' } },
    ]);
    expect(outcomes.map((outcome) => (outcome as { state: string }).state)).toEqual([
      ...['written', 'document_not_found', 'chunk_not_found', 'too_large', 'written', 'written'],
    ]);
    expect(outcomes[4]).toMatchObject({ custom: { year: 2024, 'a.b': '$x', state: 'ok' } });
    const rows = await found();
    expect(rows.map(yearIs)).toEqual([true, true]);
    expect(rows.filter(({ meta }) => meta.includes(keyToken('rank'))).map(({ index }) => index)).toEqual([1]);
    expect((await reread()).counts.chunkMetadata).toBe(1);
  });

  test('of many writers at once ends the same in both stores', async () => {
    const documentId = await addDocument(writes, collection, { name: 'a', texts: ['x'] });
    const other = createDocumentWrites({ db: database.mongo.db, search: database.search });
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 === 0 ? writes : other).writeMetadata(collection._id, [
          { documentId, chunkIndex: null, mode: 'patch', custom: { [`k${i}`]: i } },
        ]),
      ),
    );
    const document = (await database.stores.documents.get(await reread(), documentId))!;
    expect(document.custom.map(({ k }) => k).sort()).toEqual(
      Array.from({ length: 12 }, (_, i) => `k${i}`).sort(),
    );
    const [row] = await found();
    for (let i = 0; i < 12; i++) expect(row!.meta).toContain(keyToken(`k${i}`));
  });

  test('that the search index did not take is an outcome not known, and is repaired', async () => {
    const documentId = await addDocument(writes, collection, { name: 'a', texts: ['x'] });
    const deaf = createDocumentWrites({
      db: database.mongo.db,
      search: { ...database.search, update: () => Promise.reject(new Error('no answer')) },
    });
    const [outcome] = await deaf.writeMetadata(collection._id, [
      { documentId, chunkIndex: null, mode: 'put', custom: { year: 1 } },
    ]);
    expect(outcome).toBeInstanceOf(Error);
    expect((await found()).map(yearIs)).toEqual([false]);
    await upkeepAfter(hourMs).repairSearch();
    expect((await found()).map(yearIs)).toEqual([true]);
  });
});

describe('flattening', () => {
  const flattenAll = async () => {
    const stint = { untilMs: 0, onBatch: beat };
    // A stint without time stops after each batch; the next one continues there.
    while ((await upkeepAfter(0).flattenNext(stint)).more);
  };

  test('leaves a collection of many copies one base layer, and what it shows as it was', async () => {
    let latest = collection;
    const ids: string[] = [];
    for (let i = 0; i < 10; i++) {
      ids.push(await addDocument(writes, latest, { name: `f${i}`, texts: [`t${i}`] }));
      latest = await copyOf(latest);
    }
    await writes.removeDocument(latest._id, ids[3]!);
    const expected = ids.filter((id) => id !== ids[3]).sort();
    expect((await reread(latest)).layers).toHaveLength(11);
    await flattenAll();
    expect((await reread(latest)).layers).toHaveLength(2);
    expect(await listed(latest)).toEqual(expected);
    expect((await found(latest)).map(({ document }) => document).sort()).toEqual(expected);
  });

  test('leaves one that hides too much nothing to hide', async () => {
    const shown = await addDocument(writes, collection, { name: 'a', texts: ['x'] });
    const gone = await addDocument(writes, collection, { name: 'b', texts: ['y'] });
    const copy = await copyOf();
    await writes.removeDocument(copy._id, gone);
    const own = await addDocument(writes, copy, { name: 'c', texts: ['z'] });
    await database.mongo.db
      .collection('collections')
      .updateOne({ name: copy.name }, { $set: { hidden: 5_000 } });
    await flattenAll();
    const { layers, hidden } = await reread(copy);
    expect([layers.length, hidden]).toEqual([2, 0]);
    expect(await listed(copy)).toEqual([shown, own].sort());
    expect(await listed()).toEqual([shown, gone].sort());
  });
});

describe('the collector', () => {
  const collect = async (ms: number) => {
    const upkeep = upkeepAfter(ms);
    while ((await upkeep.removeVersions(beat)).more);
    await upkeep.collectNamespaces(null, beat);
  };
  const rowsOf = (versionId: string) => database.mongo.db.collection('chunks').countDocuments({ versionId });

  test('removes what was never published a day after it was begun, not before', async () => {
    const version = await writeUnpublished(writes, collection, { name: 'a', texts: ['x'] });
    await collect(23 * hourMs);
    expect(await rowsOf(version.versionId)).toBe(1);
    await collect(25 * hourMs);
    expect(await rowsOf(version.versionId)).toBe(0);
  });

  test('keeps an overwritten version for 7 days, and longer while a copy shows it', async () => {
    const alone = await create();
    const former: string[] = [];
    for (const row of [collection, alone]) {
      const documentId = await addDocument(writes, row, { name: 'a', texts: ['old'] });
      former.push((await database.stores.documents.get(await reread(row), documentId))!._id);
      if (row === collection) await copyOf();
      await addDocument(writes, row, { name: 'a', texts: ['new'], overwrite: true, documentId });
    }
    await collect(7 * 24 * hourMs - hourMs);
    expect(await Promise.all(former.map(rowsOf))).toEqual([1, 1]);
    await collect(7 * 24 * hourMs + hourMs);
    expect(await Promise.all(former.map(rowsOf))).toEqual([1, 0]);
  });

  test('of a wiped collection leaves what copies show and takes the rest', async () => {
    const shown = await addDocument(writes, collection, { name: 'a', texts: ['x'] });
    const copy = await copyOf();
    const later = await addDocument(writes, collection, { name: 'b', texts: ['y'] });
    const laterVersion = (await database.stores.documents.get(await reread(), later))!._id;
    await writes.removeAll(collection._id);
    await collect(2 * hourMs);
    expect(await listed(copy)).toEqual([shown]);
    expect(await textsOf(shown, copy)).toEqual(['x']);
    expect(await rowsOf(laterVersion)).toBe(0);
  });

  test('takes a namespace that nothing names only after its grace, its search index too', async () => {
    const documentId = await addDocument(writes, collection, { name: 'a', texts: ['x'] });
    const { _id, namespace } = (await database.stores.documents.get(await reread(), documentId))!;
    await database.stores.collections.remove(owner, collection.name);
    await collect(hourMs / 2);
    expect(await rowsOf(_id)).toBe(1);
    await collect(2 * hourMs);
    expect(await rowsOf(_id)).toBe(0);
    const { hits } = await database.search.search([namespace], { query: { term: { namespace } } });
    expect(hits.hits).toEqual([]);
  });
});
