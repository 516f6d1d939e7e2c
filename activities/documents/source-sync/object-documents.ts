import { partIdentities, uriIdentity } from '../../../src/domain/documents/source-identity';
import { type ObjectAccess, objectUri } from '../../../src/object-stores';
import { type DocumentRow } from '../../../src/stores/documents/contents/documents';
import { type RunningSync } from '../../../src/stores/documents/syncs/sync-run-writes';
import { type ActivityDeps } from '../../deps';

export type ObjectDocumentsDeps = Pick<ActivityDeps, 'collections' | 'documents'>;

/**
 * Finds the documents that a sync has made from objects, attachments of messages included. Documents that a
 * caller has indexed in their place are excluded.
 */
export async function objectDocuments(
  { collections, documents }: ObjectDocumentsDeps,
  { _id: syncId, collectionId }: RunningSync,
  access: ObjectAccess,
  keys: readonly string[],
): Promise<DocumentRow[]> {
  const collection = await collections.findById(collectionId);
  if (collection === null || keys.length === 0) return [];
  const identities = keys.map((key) => uriIdentity(objectUri(access, key)));
  const ofParts = identities.map((identity) => {
    const { after, before } = partIdentities(identity);
    return { identity: { $gt: after, $lt: before } };
  });
  const found = await documents.findAll(await documents.view(collection), {
    $or: [{ identity: { $in: identities } }, ...ofParts],
  });
  return found.filter((document) => document.syncId === syncId);
}
