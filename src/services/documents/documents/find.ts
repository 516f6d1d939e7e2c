import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type DocumentRow } from '../../../stores/documents/contents/documents';
import { type ServiceDeps } from '../../deps';
import { findCollection } from '../collections/find';

/** Document by its id, in a collection by its name. */
export interface NamedDocument {
  collectionName: string;
  documentId: string;
}

/**
 * Finds a document in a collection of the caller.
 *
 * @throws Refusal `document_not_found`, and those of {@link findCollection}
 */
export async function findDocument(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  { collectionName, documentId }: NamedDocument,
): Promise<{ collection: CollectionRow; document: DocumentRow }> {
  const collection = await findCollection(deps, caller, collectionName);
  const document = await deps.stores.documents.get(collection, documentId);
  if (document === null) throw new Refusal<DocumentErrorCode>('document_not_found');
  return { collection, document };
}
