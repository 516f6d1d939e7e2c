import { type Db } from 'mongodb';
import { type CollectionRow } from '../../src/stores/documents/contents/collections';
import { type SearchIndex } from '../../src/stores/documents/search-index';

/** Counts of what is stored of a collection that is alone in its database, each counted by itself. */
export interface Stored {
  /** As the collection's row says. */
  documents: number;
  chunks: number;
  /** Rows in MongoDB, visible or not. */
  versionRows: number;
  chunkRows: number;
  /** Rows of the search index; their ids are those of the chunks. */
  searchRows: number;
}

export async function countStored(
  { db, search }: { db: Db; search: SearchIndex },
  { counts, layers }: CollectionRow,
): Promise<Stored> {
  const { namespace } = layers.at(-1)!;
  await search.refresh([namespace]);
  const query = { term: { namespace } };
  const found = await search.search([namespace], { size: 0, track_total_hits: true, query });
  return {
    documents: counts.documents,
    chunks: counts.chunks,
    versionRows: await db.collection('documents').countDocuments(),
    chunkRows: await db.collection('chunks').countDocuments(),
    searchRows: (found.hits.total as { value: number }).value,
  };
}
