import { type ChunkRow } from '../../src/stores/documents/contents/chunks';
import { createDocumentUpkeep } from '../../src/stores/documents/document-writes';
import { type DocumentRow } from '../../src/stores/documents/contents/documents';
import { indexedChunk, type IndexedChunk } from '../../src/stores/documents/search-index';
import { type TestDatabase } from '../setup/database';

const dayMs = 24 * 3_600_000;
const quiet = () => undefined;

/** A pass of all that the collector does, as of some days from now. */
export async function collect({ mongo, search }: TestDatabase, days: number): Promise<void> {
  const clock = () => new Date(Date.now() + days * dayMs);
  const upkeep = createDocumentUpkeep({ db: mongo.db, search }, clock);
  while ((await upkeep.repairSearch()).more);
  while ((await upkeep.removeVersions(quiet)).more);
  for (let after: string | null = null; ;) {
    ({ after } = await upkeep.collectNamespaces(after, quiet));
    if (after === null) return;
  }
}

/**
 * Holds every row of the search index against what MongoDB says of its chunk, and the other way round;
 * numbers from which on a version is visible may be lower in the index. Answers how many rows there are. Call
 * after `collect`.
 */
export async function compareStores({ mongo, search }: TestDatabase): Promise<number> {
  const { db } = mongo;
  const documents = await db.collection<DocumentRow>('documents').find().toArray();
  const chunks = await db.collection<ChunkRow>('chunks').find().toArray();
  const byVersion = new Map(documents.map((row) => [row._id, row]));
  expect(chunks.filter(({ versionId }) => !byVersion.has(versionId))).toEqual([]);
  for (const { _id, chunkCount } of documents)
    expect(chunks.filter(({ versionId }) => versionId === _id)).toHaveLength(chunkCount);

  const namespaces = await db.collection<{ _id: string }>('namespaces').distinct('_id');
  await search.refresh(namespaces);
  const { hits } = await search.search<IndexedChunk>(namespaces, {
    query: { match_all: {} },
    size: 10_000,
    _source: { excludes: ['vector'] },
  });
  const indexed = new Map(hits.hits.map((hit) => [hit._id!, hit._source!]));
  expect([...indexed.keys()].sort()).toEqual(chunks.map(({ _id }) => _id).sort());
  for (const chunk of chunks) {
    const document = byVersion.get(chunk.versionId)!;
    const row = indexed.get(chunk._id)!;
    expect(row).toEqual({ ...indexedChunk(document, chunk, []), added: row.added });
    expect(row.added).toBeLessThanOrEqual(document.added!);
  }
  for (const namespace of namespaces) {
    const ids = chunks.filter(({ _id }) => indexed.get(_id)!.namespace === namespace).map(({ _id }) => _id);
    expect((await search.vectors(namespace, ids)).size).toBe(ids.length);
  }
  return indexed.size;
}
