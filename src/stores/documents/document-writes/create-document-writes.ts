import { type Db } from 'mongodb';
import { type SearchIndex } from '../search-index';
import { createContentWrites } from './add-content';
import { setArchived } from './archive';
import { type DocumentWrites } from './document-writes';
import { discardVersion } from './erase';
import { createOpen } from './open-version';
import { createPublish } from './publish';
import { putRelations } from './put-relations';
import { removeAll, removeDocument, removeRelation } from './remove';
import { removeForJob } from './remove-for-job';
import { rollBack } from './roll-back';
import { rollBackRemoval } from './roll-back-removal';
import { createWriteContext, type WriteContext } from './write-context';
import { createMetadataWrites } from './write-metadata';
import { ownNamespace } from '../../../domain/documents/layers';

/**
 * All writes, over one database and one search index. Those that are made here have a state: what waits in
 * them is written together.
 */
export function createDocumentWrites({ db, search }: { db: Db; search: SearchIndex }): DocumentWrites {
  const ctx = createWriteContext(db, search);
  return {
    ...createOpen(ctx),
    ...createContentWrites(ctx),
    ...createPublish(ctx),
    ...createMetadataWrites(ctx),
    discard: (versionId) => discardVersion(ctx, versionId),
    removeDocument: (collectionId, documentId) => removeDocument(ctx, collectionId, documentId),
    removeAll: (collectionId) => removeAll(ctx, collectionId),
    removeRelation: (collectionId, relationId) => removeRelation(ctx, collectionId, relationId),
    removeForJob: (removal) => removeForJob(ctx, removal),
    setArchived: (collectionId, documentIds, archived) =>
      setArchived(ctx, collectionId, documentIds, archived),
    rollBack: (collectionId, jobId, documentId) => rollBack(ctx, collectionId, jobId, documentId),
    rollBackRemoval: (removalId) => rollBackRemoval(ctx, removalId),
    putRelations: (collectionId, relations) => putRelations(ctx, collectionId, relations),
    makeFindable: (collectionId) => makeFindable(ctx, collectionId),
  };
}

/** See `DocumentWrites.makeFindable`. */
async function makeFindable(ctx: WriteContext, collectionId: string): Promise<void> {
  const row = await ctx.collections.findById(collectionId);
  if (row !== null) await ctx.refresh(ownNamespace(row));
}
