import { chunkRowId } from '../../stores/documents/contents/chunks';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { type CollectionView } from '../../stores/documents/contents/documents-visible';
import { isShort } from '../../stores/documents/search-index';
import { type EngineDeps } from './engine-deps';
import { type SearchQuery } from './filter-scope';
import { QueryError } from './query-error';
import { readVectors } from './read-vectors';
import { type SearchedNamespaces } from './searched-namespaces';

/** A chunk whose neighbours in meaning a query asks for. */
export interface LikeChunk {
  /** `<document_id>:<chunk_index>` */
  chunkId: string;
  /** Chunks of the same document are left out too. */
  otherDocuments: boolean;
}

/** The vector of a chunk, and what a query by it leaves out. */
export interface Likeness {
  vector: Float32Array;
  exclusions: SearchQuery[];
}

/**
 * Reads the vector of a chunk that a collection shows.
 *
 * @throws QueryError `chunk_not_found`; `chunk_without_vector` where the model has given the chunk no direction
 * @throws SearchIndexMissing when the chunk may have a vector in an index that is missing
 */
export async function likenessOf(
  { stores, search, searched }: Pick<EngineDeps, 'stores' | 'search'> & { searched: SearchedNamespaces },
  { collection, view }: { collection: CollectionRow; view: CollectionView },
  { chunkId, otherDocuments }: LikeChunk,
  signal: AbortSignal,
): Promise<Likeness> {
  const found = await stores.chunks.get(collection, chunkId, { regions: false });
  if (found === null) throw new QueryError('chunk_not_found');
  const { document, chunk } = found;
  const id = chunkRowId(document._id, chunk.index);
  const namespaces = view.map(({ namespace }) => namespace);
  const { vectors, answer } = await readVectors(search, namespaces, [id], signal);
  const vector = vectors.get(id);
  if (vector === undefined) {
    if (answer !== null && isShort(answer, namespaces)) await searched.require({ collection, view });
    throw new QueryError('chunk_without_vector');
  }
  const itself: SearchQuery = otherDocuments
    ? { term: { document: document.documentId } }
    : { ids: { values: [id] } };
  return { vector, exclusions: [{ bool: { must_not: [itself] } }] };
}
