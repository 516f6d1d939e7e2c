import { partIdentities } from '../../../domain/documents/source-identity';
import { type CollectionRow } from '../contents/collections';
import { type DocumentRollback } from '../index-jobs/job-file-rollbacks';
import { type JobRemovalRow } from '../index-jobs/job-removals';
import { areStanding, bringBack, cloneReturning, type Returning } from './bring-back';
import { changeCollection, type CollectionChange } from './collection-change';
import { type DocumentWrites } from './document-writes';
import { restorableOf } from './former-versions';
import { type SyncSearch } from './sync-search';
import { type WriteContext } from './write-context';

/** Attempts against concurrent writers of the same documents. */
const attemptsMax = 10;

/**
 * Creates the rollback of removals. The transaction that restores the documents also writes the outcome into
 * the row of the removal.
 */
export function createRollBackRemoval(
  ctx: WriteContext,
  writes: Pick<DocumentWrites, 'discard' | 'setArchived'>,
  syncSearch: SyncSearch,
): Pick<DocumentWrites, 'rollBackRemoval'> {
  const { jobRemovals } = ctx.rows;

  return {
    async rollBackRemoval(removalId) {
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const removal = await jobRemovals.findOne({ _id: removalId });
        if (removal === null || removal.rollbacks !== undefined) return;
        if (await bringBackOnce(removal)) return;
      }
      throw new Error('the documents change faster than they can be brought back');
    },
  };

  /** False when a concurrent change requires another attempt. */
  async function bringBackOnce(removal: JobRemovalRow): Promise<boolean> {
    const collection = await ctx.collections.findById(removal.collectionId);
    if (collection !== null && removal.mode === 'remove') return restore(collection, removal);
    if (collection !== null) await unarchive(collection, removal);
    else await note(removal, gone(removal));
    return true;
  }

  async function note({ _id }: JobRemovalRow, rollbacks: DocumentRollback[]): Promise<void> {
    await jobRemovals.updateOne({ _id, rollbacks: { $exists: false } }, { $set: { rollbacks } });
  }

  /**
   * Restores archived documents. Those that are restored already are counted too, since an attempt that died
   * may have done that.
   */
  async function unarchive(collection: CollectionRow, removal: JobRemovalRow): Promise<void> {
    const ids = removal.documents.map(({ documentId }) => documentId);
    await writes.setArchived(collection._id, ids, false);
    const there = await ctx.documents.getMany(collection, ids);
    await note(
      removal,
      ids.map((documentId) =>
        there.has(documentId)
          ? { documentId, state: 'restored', documentIds: [documentId] }
          : { documentId, state: 'gone' },
      ),
    );
  }

  /** False when a concurrent change requires another attempt. */
  async function restore(collection: CollectionRow, removal: JobRemovalRow): Promise<boolean> {
    const replaces = removal.documents.map(({ versionId }) => versionId);
    const replacing = { replaces, indexedAt: removal.at, keptAs: removal._id };
    const { restorable, lost } = await restorableOf(ctx, collection, replacing, new Date());
    const returning = await cloneReturning(ctx, collection, restorable);
    const done = await changeCollection(ctx, collection._id, (change) =>
      swapBack(change, removal, returning, lost),
    );
    const shown = returning.filter(({ clone }) => done?.back.includes(clone.documentId));
    for (const one of returning) if (!shown.includes(one)) await writes.discard(one.clone._id);
    if (done?.isOver !== true) return false;
    await syncSearch(
      shown.map(({ clone }) => clone._id),
      false,
    );
    return true;
  }

  /** @returns restored documents; `isOver` is false when a concurrent change requires another attempt */
  async function swapBack(
    change: CollectionChange,
    removal: JobRemovalRow,
    returning: readonly Returning[],
    lost: boolean,
  ): Promise<{ back: string[]; isOver: boolean }> {
    const { session } = change;
    const { _id } = removal;
    const now = await jobRemovals.findOne({ _id }, { session });
    if (now === null || now.rollbacks !== undefined) return { back: [], isOver: true };
    if (!(await areStanding(ctx, change, returning))) return { back: [], isOver: false };
    const holder = await holderOf(change, removal);
    const back = holder === null ? await bringBack(ctx, change, returning, null) : [];
    const isLost = lost || returning.length > 0;
    const rollbacks = holder === null ? outcomesOf(removal, back, isLost) : superseded(removal, holder.jobId);
    await jobRemovals.updateOne({ _id }, { $set: { rollbacks } }, { session });
    // Concurrent rollbacks conflict in the row of the collection.
    change.written = true;
    return { back, isOver: true };
  }

  /** A document of the file that the collection shows again. */
  function holderOf({ view, session }: CollectionChange, { identity }: JobRemovalRow) {
    const { after, before } = partIdentities(identity);
    const ofFile = { $or: [{ identity }, { identity: { $gt: after, $lt: before } }] };
    return ctx.documents.find(view, ofFile, session);
  }
}

/** Documents that were restored in place of others are listed with the first one. */
function outcomesOf(
  { documents }: JobRemovalRow,
  back: readonly string[],
  isLost: boolean,
): DocumentRollback[] {
  const own = documents.map(({ documentId }) => documentId);
  const others = back.filter((documentId) => !own.includes(documentId));
  return own.map((documentId, at): DocumentRollback => {
    const documentIds = [...(back.includes(documentId) ? [documentId] : []), ...(at === 0 ? others : [])];
    if (documentIds.length > 0) return { documentId, state: 'restored', documentIds };
    return { documentId, state: isLost ? 'not_restored' : 'gone' };
  });
}

function gone({ documents }: JobRemovalRow): DocumentRollback[] {
  return documents.map(({ documentId }) => ({ documentId, state: 'gone' }));
}

function superseded({ documents }: JobRemovalRow, byJobId: string | null): DocumentRollback[] {
  return documents.map(({ documentId }) => ({ documentId, state: 'superseded', byJobId }));
}
