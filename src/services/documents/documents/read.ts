import { type Caller } from '../../../domain/platform/caller';
import { type MetadataFilter, toMongoFilter } from '../../../retrieval';
import { type ChunkRow } from '../../../stores/documents/contents/chunks';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type DocumentRow } from '../../../stores/documents/contents/documents';
import { type ServiceDeps } from '../../deps';
import { findCollection } from '../collections/find';
import { findDocument, type NamedDocument } from './find';

export interface DocumentReading {
  collection: CollectionRow;
  document: DocumentRow;
  chunks: ChunkRow[];
}

/** Documents of a collection, newest first; `total` counts all pages. */
export interface DocumentsPage {
  collection: CollectionRow;
  documents: DocumentRow[];
  total: number;
}

/**
 * Reads a document with its first chunks.
 *
 * @param wanted.regions whether the chunks include their regions
 * @throws Refusal `document_not_found`, and those of `findCollection`
 */
export async function readDocument(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  named: NamedDocument,
  { chunksMax, regions }: { chunksMax: number; regions: boolean },
): Promise<DocumentReading> {
  const { collection, document } = await findDocument(deps, caller, named);
  const chunks = await deps.stores.chunks.list(collection, document, { from: 0, limit: chunksMax, regions });
  return { collection, document, chunks };
}

/** Lists the documents of a collection that match a filter. @throws Refusal as `findCollection` */
export async function listDocuments(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  collectionName: string,
  { filter, limit, offset }: { filter: MetadataFilter | null; limit: number; offset: number },
): Promise<DocumentsPage> {
  const collection = await findCollection(deps, caller, collectionName);
  const page = { limit, offset, ...(filter !== null && { filter: toMongoFilter(filter) }) };
  return { collection, ...(await deps.stores.documents.list(collection, page)) };
}
