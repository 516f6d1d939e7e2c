import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { type DocumentWrites } from '../../../../src/stores/documents/document-writes';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { createCollectionReads } from './collection-reads';
import { addDocument, addFile, owner } from './collection-stack';

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

const { create, reread, copyOf, listed, textsOf, upkeepAfter } = createCollectionReads(() => ({
  database,
  collection,
}));

describe('a rollback', () => {
  const messageOf = (jobId: string, ...texts: string[]) =>
    addFile(
      writes,
      collection,
      texts.map((text, part) => ({ name: 'mail', part, jobId, texts: [text] })),
    );
  const relate = (source: string, target: string, row = collection) =>
    writes.putRelations(row._id, [
      {
        type: 'cites',
        source: { documentId: source, index: 0 },
        target: { documentId: target, index: 0 },
        metadata: {},
        jobId: null,
      },
    ]);
  const related = async (row = collection) => {
    const now = await reread(row);
    const relations = await database.stores.relations.find(await database.stores.documents.view(now), {});
    expect(relations).toHaveLength(now.counts.relations);
    return relations.map((one) => [one.sourceDocumentId, one.targetDocumentId]).sort();
  };

  test('brings back all that a file held, and the relations that went with it', async () => {
    const other = await addDocument(writes, collection, { name: 'other', texts: ['o'] });
    const [mail, ...attached] = (await messageOf('job_1', 'm', 'a', 'b')) as [string, string, string];
    await relate(mail, attached[1]);
    await relate(attached[1], other);
    await relate(other, attached[1]);
    const before = [await listed(), await related()];
    const [again] = (await messageOf('job_2', 'm2')) as [string];
    expect(await listed()).toEqual([other, again].sort());
    expect(await related()).toEqual([[other, attached[1]]]);
    expect((await reread()).counts.relationsUnresolved).toBe(1);
    const outcome = await writes.rollBack(collection._id, 'job_2', again);
    expect(outcome).toEqual({ state: 'restored', documentIds: expect.any(Array) as string[] });
    expect([await listed(), await related()]).toEqual(before);
    expect((await reread()).counts.relationsUnresolved).toBe(0);
    expect(await writes.rollBack(collection._id, 'job_2', again)).toEqual(outcome);
  });

  test('finds the former version and its relations when the layers were flattened and what they were is gone', async () => {
    const other = await addDocument(writes, collection, { name: 'other', texts: ['o'] });
    const first = await addDocument(writes, collection, { name: 'a', texts: ['first'], jobId: 'job_1' });
    await relate(first, other);
    const overwriting = { name: 'a', overwrite: true, documentId: first };
    await addDocument(writes, collection, { ...overwriting, texts: ['second'], jobId: 'job_2' });
    const middle = await copyOf();
    const last = await copyOf(middle);
    await addDocument(writes, last, { ...overwriting, texts: ['third'], jobId: 'job_3' });
    for (const row of [collection, middle]) await database.stores.collections.remove(owner, row.name);
    const upkeep = upkeepAfter(2 * hourMs);
    expect(await upkeep.flatten(last._id, { untilMs: Infinity, onBatch: beat })).toBe(true);
    await upkeep.collectNamespaces(null, beat);
    for (const [jobId, text, relations] of [
      ['job_3', 'second', []],
      ['job_2', 'first', [[first, other]]],
    ] as const) {
      const outcome = await writes.rollBack(last._id, jobId, first);
      expect(outcome).toEqual({ state: 'restored', documentIds: [first] });
      expect(await textsOf(first, last)).toEqual([text]);
      expect(await related(last)).toEqual(relations);
    }
  });

  test('finds the former version when its layer was flattened before it was overwritten, and once more since', async () => {
    const first = await addDocument(writes, collection, { name: 'a', texts: ['first'], jobId: 'job_1' });
    const copy = await copyOf();
    const upkeep = upkeepAfter(2 * hourMs);
    expect(await upkeep.flatten(copy._id, { untilMs: Infinity, onBatch: beat })).toBe(true);
    const overwriting = { name: 'a', documentId: first, overwrite: true };
    await addDocument(writes, copy, { ...overwriting, texts: ['second'], jobId: 'job_2' });
    const last = await copyOf(copy);
    expect(await upkeep.flatten(last._id, { untilMs: Infinity, onBatch: beat })).toBe(true);
    const outcome = await writes.rollBack(last._id, 'job_2', first);
    expect(outcome).toEqual({ state: 'restored', documentIds: [first] });
    expect(await textsOf(first, last)).toEqual(['first']);
  });

  /** Three jobs that have written one document, one after the other; answers its id. */
  async function writtenThrice(): Promise<string> {
    const documentId = await addDocument(writes, collection, { name: 'a', texts: ['first'], jobId: 'job_1' });
    for (const [text, jobId] of [
      ['second', 'job_2'],
      ['third', 'job_3'],
    ] as const)
      await addDocument(writes, collection, { name: 'a', texts: [text], jobId, documentId, overwrite: true });
    return documentId;
  }

  test('of a later job never brings back what was rolled back while it stood in its place', async () => {
    const documentId = await writtenThrice();
    const superseded = { state: 'superseded', byJobId: 'job_3' };
    expect(await writes.rollBack(collection._id, 'job_2', documentId)).toEqual(superseded);
    expect(await textsOf(documentId)).toEqual(['third']);
    const outcome = await writes.rollBack(collection._id, 'job_3', documentId);
    expect(outcome).toEqual({ state: 'restored', documentIds: [documentId] });
    expect(await textsOf(documentId)).toEqual(['first']);
    expect(await writes.rollBack(collection._id, 'job_2', documentId)).toEqual(superseded);
    expect(await writes.rollBack(collection._id, 'job_1', documentId)).toEqual({ state: 'removed' });
    expect(await listed()).toEqual([]);
  });

  test('of a later job leaves nothing when everything before it was rolled back, also behind a flattened layer', async () => {
    const documentId = await writtenThrice();
    const other = await copyOf();
    const { name } = collection;
    await writes.rollBack(collection._id, 'job_1', documentId);
    await writes.rollBack(collection._id, 'job_2', documentId);
    const copy = await copyOf();
    const upkeep = upkeepAfter(2 * hourMs);
    expect(await upkeep.flatten(copy._id, { untilMs: Infinity, onBatch: beat })).toBe(true);
    expect(await upkeep.flatten(collection._id, { untilMs: Infinity, onBatch: beat })).toBe(true);
    expect((await reread()).name).toBe(name);
    expect(await writes.rollBack(collection._id, 'job_3', documentId)).toEqual({ state: 'removed' });
    expect(await listed()).toEqual([]);
    // Rollbacks are of one collection: a copy goes back to what it had.
    await writes.rollBack(other._id, 'job_3', documentId);
    expect(await textsOf(documentId, other)).toEqual(['second']);
  });

  test('of two jobs at once leaves the version before both, whichever comes first', async () => {
    for (let round = 0; round < 8; round++) {
      collection = await create();
      const documentId = await writtenThrice();
      const jobIds = round % 2 === 0 ? ['job_2', 'job_3'] : ['job_3', 'job_2'];
      await Promise.all(jobIds.map((jobId) => writes.rollBack(collection._id, jobId, documentId)));
      expect(await textsOf(documentId)).toEqual(['first']);
    }
  });

  test('brings back the relations of the version that comes back, not of one that was rolled back', async () => {
    const other = await addDocument(writes, collection, { name: 'other', texts: ['o'] });
    const documentId = await addDocument(writes, collection, { name: 'a', texts: ['first'], jobId: 'job_1' });
    await relate(documentId, other);
    const again = { name: 'a', documentId, overwrite: true };
    await addDocument(writes, collection, { ...again, texts: ['second'], jobId: 'job_2' });
    await relate(documentId, other);
    await addDocument(writes, collection, { ...again, texts: ['third'], jobId: 'job_3' });
    expect(await related()).toEqual([]);
    await writes.rollBack(collection._id, 'job_2', documentId);
    await writes.rollBack(collection._id, 'job_3', documentId);
    expect(await related()).toEqual([[documentId, other]]);
  });

  test('leaves the place to whoever has taken it since', async () => {
    const [mail, attachment] = (await messageOf('job_1', 'm', 'a')) as [string, string];
    await messageOf('job_2', 'm2');
    const newer = await addDocument(writes, collection, { name: 'b', texts: ['n'], documentId: attachment });
    expect(newer).toBe(attachment);
    const now = (await listed()).filter((id) => id !== attachment);
    const outcome = await writes.rollBack(collection._id, 'job_2', now[0]!);
    expect(outcome).toEqual({ state: 'restored', documentIds: [mail] });
    expect(await textsOf(attachment)).toEqual(['n']);
  });
});
