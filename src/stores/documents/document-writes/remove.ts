import { leavesTombstone } from '../contents/sync-tombstones';
import { changeCollection, type CollectionChange, putTombstone } from './collection-change';
import { DocumentWriteError } from './document-writes';
import {
  hideDocument,
  hideOwnRelations,
  hideRelationsOf,
  countTargets,
  countUnresolved,
  readGraceMs,
} from './show-and-hide';
import { syncSearch } from './sync-search';
import { type WriteContext } from './write-context';

/** Outcome of hiding a document. */
type Hidden = { state: 'removed'; versionId: string } | { state: 'needs_namespace'; organizationId: string };

/** Removes a document from what its collection shows at once; the collector deletes its rows later. */
export async function removeDocument(
  ctx: WriteContext,
  collectionId: string,
  documentId: string,
): Promise<boolean> {
  let removed = await changeCollection(ctx, collectionId, (change) => hide(ctx, change, documentId, null));
  if (removed?.state === 'needs_namespace') {
    const namespace = await ctx.namespaces.create(removed.organizationId);
    removed = await changeCollection(ctx, collectionId, (change) => hide(ctx, change, documentId, namespace));
  }
  if (removed?.state !== 'removed') return false;
  await syncSearch(ctx, [removed.versionId], false);
  return true;
}

export async function removeAll(ctx: WriteContext, collectionId: string): Promise<number | null> {
  const before = await ctx.collections.wipe(collectionId);
  return before === null ? null : before.counts.documents;
}

export async function removeRelation(
  ctx: WriteContext,
  collectionId: string,
  relationId: string,
): Promise<boolean> {
  const removed = await changeCollection(ctx, collectionId, async (change) => {
    const { view, session, own } = change;
    const found = await ctx.relations.find(view, { relationId }, session);
    if (found.length === 0) return false;
    if (found.some(({ namespace }) => namespace !== own))
      await putTombstone(ctx, change, 'relation', relationId);
    await hideOwnRelations(ctx, change, found, readGraceMs);
    change.counts.relations -= found.length;
    change.counts.relationsUnresolved -= await countUnresolved(ctx, change, found);
    return true;
  });
  if (removed === null) throw new DocumentWriteError('collection_gone', 'The collection was deleted.');
  return removed;
}

/** @param fresh namespace for the tombstones of a collection that has none yet */
async function hide(
  ctx: WriteContext,
  change: CollectionChange,
  documentId: string,
  fresh: string | null,
): Promise<Hidden | null> {
  const { view, session, collection } = change;
  const document = await ctx.documents.find(view, { documentId }, session);
  if (document === null) return null;
  if (leavesTombstone(document)) {
    const { _id, organizationId, syncTombstones } = collection;
    const namespace = syncTombstones ?? fresh;
    if (namespace === null) return { state: 'needs_namespace', organizationId };
    await ctx.syncTombstones.put(namespace, document, session);
    if (syncTombstones === undefined)
      await ctx.rows.collections.updateOne({ _id }, { $set: { syncTombstones: namespace } }, { session });
  }
  await hideRelationsOf(ctx, change, documentId, readGraceMs);
  await hideDocument(ctx, change, document, readGraceMs);
  await countTargets(ctx, change, [documentId], 1);
  return { state: 'removed', versionId: document._id };
}
