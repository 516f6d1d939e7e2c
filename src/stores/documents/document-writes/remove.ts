import { changeCollection, putTombstone } from './collection-change';
import { DocumentWriteError, type DocumentWrites } from './document-writes';
import {
  hideDocument,
  hideOwnRelations,
  hideRelationsOf,
  noteTargets,
  countUnresolved,
  readGraceMs,
} from './show-and-hide';
import { type SyncSearch } from './sync-search';
import { type WriteContext } from './write-context';

type Removals = Pick<DocumentWrites, 'removeDocument' | 'removeAll' | 'removeRelation'>;

/** Removals hide at once; the rows that nobody sees any more the collector removes. */
export function createRemovals(ctx: WriteContext, syncSearch: SyncSearch): Removals {
  return {
    async removeDocument(collectionId, documentId) {
      const versionId = await changeCollection(ctx, collectionId, async (change) => {
        const document = await ctx.documents.find(change.view, { documentId }, change.session);
        if (document === null) return null;
        await hideRelationsOf(ctx, change, documentId, readGraceMs);
        await hideDocument(ctx, change, document, readGraceMs);
        await noteTargets(ctx, change, [documentId], 1);
        return document._id;
      });
      if (versionId === null) return false;
      await syncSearch([versionId], false);
      return true;
    },

    async removeAll(collectionId) {
      const before = await ctx.collections.wipe(collectionId);
      return before === null ? null : before.counts.documents;
    },

    async removeRelation(collectionId, relationId) {
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
    },
  };
}
