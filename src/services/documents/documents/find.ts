import { type ChunkRow, parseChunkId } from '../../../stores/documents/contents/chunks';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type DocumentRow } from '../../../stores/documents/contents/documents';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { Refusal, ValidationError } from '../../../domain/platform/refusal';
import { type ServiceDeps } from '../../deps';
import { type Caller } from '../../../domain/platform/caller';

/** Error codes of {@link findCollection}. */
export const collectionErrors = ['collection_not_found', 'collection_inactive'] as const;

/**
 * A collection of the caller, active or not. The name of a collection of another organization or environment
 * is answered like an unknown name.
 *
 * @throws Refusal `collection_not_found`
 */
export async function findAnyCollection(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  name: string,
): Promise<CollectionRow> {
  const collection = await stores.collections.find(caller, name);
  if (collection === null) throw new Refusal<DocumentErrorCode>('collection_not_found');
  return collection;
}

/**
 * An active collection of the caller.
 *
 * @throws Refusal `collection_not_found`, `collection_inactive`
 */
export async function findCollection(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  name: string,
): Promise<CollectionRow> {
  const collection = await findAnyCollection(deps, caller, name);
  if (!collection.active) throw new Refusal<DocumentErrorCode>('collection_inactive');
  return collection;
}

/**
 * A document of the caller's collection.
 *
 * @throws Refusal `document_not_found`, and those of {@link findCollection}
 */
export async function findDocument(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  params: { collection_name: string; document_id: string },
): Promise<{ collection: CollectionRow; document: DocumentRow }> {
  const collection = await findCollection(deps, caller, params.collection_name);
  const document = await deps.stores.documents.get(collection, params.document_id);
  if (document === null) throw new Refusal<DocumentErrorCode>('document_not_found');
  return { collection, document };
}

/**
 * A chunk of the caller's collection.
 *
 * @param wanted.document_id id of the document that the caller expects to hold the chunk
 * @throws Refusal `chunk_not_found`, and those of {@link findCollection}
 * @throws ValidationError when the chunk exists, but in another document
 */
export async function findChunk(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  wanted: { collection_name: string; chunk_id: string; document_id?: string | undefined },
  fields: { regions: boolean },
): Promise<{ collection: CollectionRow; document: DocumentRow; chunk: ChunkRow }> {
  const collection = await findCollection(deps, caller, wanted.collection_name);
  const found = await deps.stores.chunks.get(collection, wanted.chunk_id, fields);
  if (found === null) throw new Refusal<DocumentErrorCode>('chunk_not_found');
  if (wanted.document_id !== undefined && wanted.document_id !== found.document.documentId) {
    const issue = {
      loc: ['query', 'document_id'],
      msg: 'is not the document of the chunk',
      type: 'value_error',
    };
    throw new ValidationError([issue]);
  }
  return { collection, ...found };
}

/**
 * The place of a chunk of the caller's collection, or the first place of a document without chunks, which
 * relations between documents name as well.
 *
 * @throws Refusal `chunk_not_found`, and those of {@link findCollection}
 */
export async function findRelatedPlace(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  wanted: { collection_name: string; chunk_id: string },
): Promise<{ collection: CollectionRow; place: { documentId: string; index: number } }> {
  const collection = await findCollection(deps, caller, wanted.collection_name);
  const place = placeOf(wanted.chunk_id);
  const document = await deps.stores.documents.get(collection, place.documentId);
  const isThere = document !== null && place.index < Math.max(1, document.chunkCount);
  if (!isThere) throw new Refusal<DocumentErrorCode>('chunk_not_found');
  return { collection, place };
}

/** Document and index that a chunk id names. @throws Refusal `chunk_not_found` for a malformed id */
export function placeOf(chunkId: string): { documentId: string; index: number } {
  const place = parseChunkId(chunkId);
  if (place === null) throw new Refusal<DocumentErrorCode>('chunk_not_found');
  return place;
}
