import { partIdentities } from '../../../domain/documents/source-identity';
import { type CollectionRow } from '../contents/collections';
import { type DocumentRollback } from '../index-jobs/job-file-row';
import { type JobRemovalRow } from '../index-jobs/job-removals';
import { areStanding, bringBack, cloneReturning, type Returning } from './bring-back';
import { changeCollection, type CollectionChange } from './collection-change';
import { restorableOf } from './former-versions';
import { syncSearch } from './sync-search';
import { discardVersion } from './erase';
import { setArchived } from './archive';
import { type WriteContext } from './write-context';

/** Attempts against concurrent writers of the same documents. */
const attemptsMax = 10;

/**
 * Creates the rollback of removals. The transaction that restores the documents also writes the outcome into
 * the row of the removal.
 */
export async function rollBackRemoval(ctx: WriteContext, removalId: string): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const removal = await ctx.rows.jobRemovals.findOne({ _id: removalId });
    if (removal === null || removal.rollbacks !== undefined) return;
    if (await bringBackOnce(ctx, removal)) return;
  }
  throw new Error('the documents change faster than they can be brought back');
}

/** False when something has changed meanwhile. */
async function bringBackOnce(ctx: WriteContext, removal: JobRemovalRow): Promise<boolean> {
  const collection = await ctx.collections.findById(removal.collectionId);
  if (collection !== null && removal.mode === 'remove') return restore(ctx, collection, removal);
  if (collection !== null) await unarchive(ctx, collection, removal);
  else await note(ctx, removal, gone(removal));
  return true;
}

async function note(ctx: WriteContext, { _id }: JobRemovalRow, rollbacks: DocumentRollback[]): Promise<void> {
  await ctx.rows.jobRemovals.updateOne({ _id, rollbacks: { $exists: false } }, { $set: { rollbacks } });
}

/** Documents that are back already count too: an attempt that died may have brought them back. */
async function unarchive(
  ctx: WriteContext,
  collection: CollectionRow,
  removal: JobRemovalRow,
): Promise<void> {
  const ids = removal.documents.map(({ documentId }) => documentId);
  await setArchived(ctx, collection._id, ids, false);
  const there = await ctx.documents.getMany(collection, ids);
  await note(
    ctx,
    removal,
    ids.map((documentId) =>
      there.has(documentId)
        ? { documentId, state: 'restored', documentIds: [documentId] }
        : { documentId, state: 'gone' },
    ),
  );
}

/** False when something has changed meanwhile. */
async function restore(
  ctx: WriteContext,
  collection: CollectionRow,
  removal: JobRemovalRow,
): Promise<boolean> {
  const replaces = removal.documents.map(({ versionId }) => versionId);
  const replacing = { replaces, indexedAt: removal.at, keptAs: removal._id };
  const { restorable, lost } = await restorableOf(ctx, collection, replacing, new Date());
  const returning = await cloneReturning(ctx, collection, restorable);
  const done = await changeCollection(ctx, collection._id, (change) =>
    swapBack(ctx, change, removal, returning, lost),
  );
  const shown = returning.filter(({ clone }) => done?.back.includes(clone.documentId));
  for (const one of returning) if (!shown.includes(one)) await discardVersion(ctx, one.clone._id);
  if (done?.isOver !== true) return false;
  await syncSearch(
    ctx,
    shown.map(({ clone }) => clone._id),
    false,
  );
  return true;
}

/** @returns documents that came back; `isOver` false when something has changed meanwhile */
async function swapBack(
  ctx: WriteContext,
  change: CollectionChange,
  removal: JobRemovalRow,
  returning: readonly Returning[],
  lost: boolean,
): Promise<{ back: string[]; isOver: boolean }> {
  const { session } = change;
  const { _id } = removal;
  const now = await ctx.rows.jobRemovals.findOne({ _id }, { session });
  if (now === null || now.rollbacks !== undefined) return { back: [], isOver: true };
  if (!(await areStanding(ctx, change, returning))) return { back: [], isOver: false };
  const holder = await holderOf(ctx, change, removal);
  const back = holder === null ? await bringBack(ctx, change, returning, null) : [];
  const isLost = lost || returning.length > 0;
  const rollbacks = holder === null ? outcomesOf(removal, back, isLost) : superseded(removal, holder.jobId);
  await ctx.rows.jobRemovals.updateOne({ _id }, { $set: { rollbacks } }, { session });
  // Two rollbacks at once meet in the row of the collection.
  change.written = true;
  return { back, isOver: true };
}

/** A document that the collection shows of the file again. */
function holderOf(ctx: WriteContext, { view, session }: CollectionChange, { identity }: JobRemovalRow) {
  const { after, before } = partIdentities(identity);
  const ofFile = { $or: [{ identity }, { identity: { $gt: after, $lt: before } }] };
  return ctx.documents.find(view, ofFile, session);
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
