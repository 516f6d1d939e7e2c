import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { type ServiceDeps } from '../../deps';
import { findCollection } from '../collections/find';
import { type NamedDocument } from './find';

type RemoveDeps = Pick<ServiceDeps, 'documentWrites' | 'stores'>;

/**
 * Removes a document with its chunks.
 *
 * @throws Refusal `document_not_found`, and those of `findCollection`
 */
export async function removeDocument(
  deps: RemoveDeps,
  caller: Caller,
  { collectionName, documentId }: NamedDocument,
): Promise<void> {
  const { _id } = await findCollection(deps, caller, collectionName);
  const removed = await deps.documentWrites.removeDocument(_id, documentId);
  if (!removed) throw new Refusal<DocumentErrorCode>('document_not_found');
}

/**
 * Removes every document of a collection. The next run of each of its syncs indexes all objects again.
 *
 * @returns the name of the collection, and the number of its documents
 * @throws Refusal as `findCollection`
 */
export async function removeAllDocuments(
  { documentWrites, stores }: RemoveDeps,
  caller: Caller,
  collectionName: string,
): Promise<{ name: string; count: number }> {
  const { _id, name } = await findCollection({ stores }, caller, collectionName);
  await stores.syncs.recordWipe(_id);
  const count = await documentWrites.removeAll(_id);
  if (count === null) throw new Refusal<DocumentErrorCode>('collection_not_found');
  return { name, count };
}
