import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { type DocumentWrites } from '../../../../src/stores/documents/document-writes';
import { type DocumentRollback } from '../../../../src/stores/documents/index-jobs/job-file-row';
import { nameIdentity } from '../../../../src/domain/documents/source-identity';
import { newId } from '../../../../src/stores/mongo/new-id';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { createCollectionReads } from './collection-reads';
import { addDocument, addFile, collect, owner } from './collection-stack';

const hourMs = 3_600_000;
const beat = () => undefined;
const syncId = 'sync_1';

let database: TestDatabase;
let writes: DocumentWrites;
let collection: CollectionRow;
let jobId: string;
beforeAll(async () => {
  database = await startDatabase();
  writes = database.documentWrites;
});
afterAll(() => database.close());
beforeEach(async () => {
  collection = await create();
  jobId = await startJob();
});

const { create, reread, copyOf, listed, textsOf, found, upkeepAfter } = createCollectionReads(() => ({
  database,
  collection,
}));

/** A job of the sync that has not ended. */
async function startJob(): Promise<string> {
  const _id = newId('job_');
  await database.stores.indexJobs.insertPending({
    ...owner,
    _id,
    syncId,
    type: 'sync_reconcile',
    collectionId: collection._id,
    collectionName: collection.name,
    source: null,
    credentials: null,
    options: {
      customMetadata: null,
      skipExisting: false,
      overwriteExisting: true,
      filesMax: null,
      processingType: 'basic',
      ocrLanguage: 'auto',
      transcriptionLanguage: null,
      parsingScript: null,
      includeHiddenSheets: true,
      masking: null,
      tagsSummary: false,
    },
    warnings: [],
    createdAt: new Date(),
  });
  return _id;
}

const add = (name: string, text = name, options: { jobId?: string; documentId?: string } = {}) =>
  addDocument(writes, collection, { name, texts: [text], syncId, overwrite: true, ...options });
const remove = (names: readonly string[], mode: 'remove' | 'archive' = 'remove', row = collection) =>
  writes.removeForJob({
    collectionId: row._id,
    jobId,
    syncId,
    identities: names.map(nameIdentity),
    mode,
  });
async function rollBack(): Promise<DocumentRollback[]> {
  for (const removalId of await database.stores.jobRemovals.after(jobId, null, 1_000))
    await writes.rollBackRemoval(removalId);
  return database.stores.jobRemovals.rollbacksOf(jobId);
}
const restored = (...ids: string[]) =>
  ids.map((documentId) => ({ documentId, state: 'restored', documentIds: [documentId] }));
const relate = (source: string, target: string) =>
  writes.putRelations(collection._id, [
    {
      type: 'cites',
      source: { documentId: source, index: 0 },
      target: { documentId: target, index: 0 },
      metadata: {},
      jobId: null,
    },
  ]);
const counts = async (row = collection) => (await reread(row)).counts;

describe('documents of objects that are gone', () => {
  test('go with a job, and its rollback brings them back as they were, with their relations', async () => {
    const [a, b, c] = [await add('a'), await add('b'), await add('c')] as const;
    await relate(a, b);
    await relate(c, a);
    const before = [await listed(), await counts()];
    expect(await remove(['a', 'b', 'unknown'])).toBe(2);
    expect(await listed()).toEqual([c]);
    expect(await counts()).toMatchObject({ documents: 1, relations: 1, relationsUnresolved: 1 });
    expect((await found()).map(({ text }) => text)).toEqual(['c']);
    expect(await remove(['a', 'b'])).toBe(0);
    expect((await rollBack()).sort(byId)).toEqual(restored(a, b).sort(byId));
    expect([await listed(), await counts()]).toEqual(before);
    expect((await found()).map(({ text }) => text).sort()).toEqual(['a', 'b', 'c']);
    expect((await rollBack()).sort(byId)).toEqual(restored(a, b).sort(byId));
    expect([await listed(), await counts()]).toEqual(before);
  });

  test('that the sync has not brought stay', async () => {
    const own = await addDocument(writes, collection, { name: 'a', texts: ['by hand'] });
    expect(await remove(['a'])).toBe(0);
    expect(await listed()).toEqual([own]);
  });

  test('go and come back with all that their file held', async () => {
    const parts = ['message', 'attached', 'attached too'];
    const ids = await addFile(
      writes,
      collection,
      parts.map((text, part) => ({ name: 'mail', part, texts: [text], syncId })),
    );
    expect(await remove(['mail'])).toBe(3);
    expect(await listed()).toEqual([]);
    expect((await rollBack()).sort(byId)).toEqual(restored(...ids).sort(byId));
    expect(await listed()).toEqual([...ids].sort());
  });

  test('stay away from copies that were made before and after, which keep what they have', async () => {
    const a = await add('a');
    const before = await copyOf();
    await remove(['a']);
    const after = await copyOf();
    await rollBack();
    expect([await listed(before), await listed(after), await listed()]).toEqual([[a], [], [a]]);
  });

  test('of a copy go for the copy alone, and come back when its layers were flattened twice', async () => {
    const a = await add('a');
    const other = await add('other');
    await relate(a, other);
    const copy = await copyOf();
    expect(await remove(['a'], 'remove', copy)).toBe(1);
    expect([await listed(copy), await listed()]).toEqual([[other], [a, other].sort()]);
    await database.stores.collections.remove(owner, collection.name);
    const upkeep = upkeepAfter(2 * hourMs);
    let last = copy;
    for (let round = 0; round < 2; round++) {
      expect(await upkeep.flatten(copy._id, { untilMs: Infinity, onBatch: beat })).toBe(true);
      await collect(upkeep);
      last = await reread(copy);
    }
    expect(await rollBack()).toEqual(restored(a));
    expect(await listed(last)).toEqual([a, other].sort());
    expect(await counts(last)).toMatchObject({ documents: 2, relations: 1, relationsUnresolved: 0 });
  });

  test('do not come back beside what has been made of their file since', async () => {
    const former = await add('a', 'former');
    await remove(['a']);
    const again = await add('a', 'again', { jobId: 'job_again' });
    expect(await rollBack()).toEqual([{ documentId: former, state: 'superseded', byJobId: 'job_again' }]);
    expect(await listed()).toEqual([again]);
  });

  test('do not come back after a week', async () => {
    const former = await add('a');
    await remove(['a']);
    const weekAgo = new Date(Date.now() - 7 * 24 * hourMs);
    await database.mongo.db.collection('job_removals').updateMany({ jobId }, { $set: { at: weekAgo } });
    expect(await rollBack()).toEqual([{ documentId: former, state: 'not_restored' }]);
    expect(await listed()).toEqual([]);
  });

  test('stay away when the job that made them was rolled back meanwhile, and what that had replaced comes back', async () => {
    const first = await add('a', 'first', { jobId: 'job_first' });
    await add('a', 'second', { jobId: 'job_second', documentId: first });
    await remove(['a']);
    expect(await writes.rollBack(collection._id, 'job_second', first)).toEqual({ state: 'gone' });
    expect(await rollBack()).toEqual(restored(first));
    expect(await textsOf(first)).toEqual(['first']);
  });

  test('are taken away by none whose rollback was requested, however the two meet', async () => {
    for (let round = 0; round < 10; round++) {
      collection = await create();
      jobId = await startJob();
      const a = await add('a');
      const rows = database.mongo.db.collection<{ _id: string }>('jobs');
      await rows.updateOne({ _id: jobId }, { $set: { state: 'completed' } });
      const [taken] = await Promise.all([remove(['a']), database.stores.indexJobs.requestRollback(jobId)]);
      expect([1, null]).toContain(taken);
      expect(await remove(['a'])).toBe(taken === null ? null : 0);
      expect(await rollBack()).toEqual(taken === null ? [] : restored(a));
      expect(await listed()).toEqual([a]);
    }
  });

  test('come back once when many roll back at once', async () => {
    const a = await add('a');
    await remove(['a']);
    const outcomes = await Promise.all(Array.from({ length: 6 }, rollBack));
    for (const outcome of outcomes) expect(outcome.length).toBeLessThanOrEqual(1);
    expect(await database.stores.jobRemovals.rollbacksOf(jobId)).toEqual(restored(a));
    expect(await listed()).toEqual([a]);
    expect(await database.mongo.db.collection('documents').countDocuments({ added: null })).toBe(0);
  });

  test('are archived instead, and the rollback brings back those that this job has archived', async () => {
    const [a, b] = [await add('a'), await add('b')];
    await writes.setArchived(collection._id, [b], true);
    expect(await remove(['a', 'b'], 'archive')).toBe(1);
    expect(await listed()).toEqual([a, b].sort());
    expect((await found()).map(({ archived }) => archived)).toEqual([true, true]);
    expect(await remove(['a', 'b'], 'archive')).toBe(0);
    expect(await rollBack()).toEqual(restored(a));
    expect((await found()).filter(({ archived }) => !archived).map(({ text }) => text)).toEqual(['a']);
    // A second answer changes nothing, whatever was done since.
    await writes.setArchived(collection._id, [a], true);
    expect(await rollBack()).toEqual(restored(a));
    expect((await found()).map(({ archived }) => archived)).toEqual([true, true]);
  });

  test('of a collection that was deleted give no trouble', async () => {
    const a = await add('a');
    await remove(['a']);
    await database.stores.collections.remove(owner, collection.name);
    await expect(remove(['a'])).rejects.toMatchObject({ code: 'collection_gone' });
    expect(await rollBack()).toEqual([{ documentId: a, state: 'gone' }]);
  });
});

const byId = (one: { documentId: string }, other: { documentId: string }) =>
  one.documentId < other.documentId ? -1 : 1;
