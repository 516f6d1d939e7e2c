import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { type ChunkRow, parseChunkId } from '../../../stores/documents/contents/chunks';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type DocumentRow } from '../../../stores/documents/contents/documents';
import { type ServiceDeps } from '../../deps';
import { findCollection } from '../collections/find';

/** Chunk by its id, in a collection by its name. */
export interface NamedChunk {
  collectionName: string;
  chunkId: string;
}

export interface ChunkPlace {
  documentId: string;
  index: number;
}

/**
 * Finds a chunk in a collection of the caller.
 *
 * @throws Refusal `chunk_not_found`, and those of {@link findCollection}
 */
export async function findChunk(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  { collectionName, chunkId }: NamedChunk,
  fields: { regions: boolean },
): Promise<{ collection: CollectionRow; document: DocumentRow; chunk: ChunkRow }> {
  const collection = await findCollection(deps, caller, collectionName);
  const found = await deps.stores.chunks.get(collection, chunkId, fields);
  if (found === null) throw new Refusal<DocumentErrorCode>('chunk_not_found');
  return { collection, ...found };
}

/**
 * Finds the place of a chunk in a collection of the caller. The first place of a document without chunks is
 * found too, because relations between documents name it.
 *
 * @throws Refusal `chunk_not_found`, and those of {@link findCollection}
 */
export async function findRelatedPlace(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  { collectionName, chunkId }: NamedChunk,
): Promise<{ collection: CollectionRow; place: ChunkPlace }> {
  const collection = await findCollection(deps, caller, collectionName);
  const place = placeOf(chunkId);
  const document = await deps.stores.documents.get(collection, place.documentId);
  const isThere = document !== null && place.index < Math.max(1, document.chunkCount);
  if (!isThere) throw new Refusal<DocumentErrorCode>('chunk_not_found');
  return { collection, place };
}

/** Reads the document and index from a chunk id. @throws Refusal `chunk_not_found` for a malformed id */
export function placeOf(chunkId: string): ChunkPlace {
  const place = parseChunkId(chunkId);
  if (place === null) throw new Refusal<DocumentErrorCode>('chunk_not_found');
  return place;
}
