import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { type DocumentWrites } from '../../../../src/stores/documents/document-writes';
import { startDatabase, type TestDatabase } from '../../../setup/api';
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
