import { type CollectionRow } from '../contents/collections';
import { type DocumentRow, type RolledBackMark } from '../contents/documents';
import { areStanding, bringBack, cloneReturning, type Returning } from './bring-back';
import { changeCollection } from './collection-change';
import { type RollbackOutcome } from '../../../domain/documents/rollback';
import { DocumentWriteError } from './document-writes';
import { restorableOf } from './former-versions';
import { formerVersionTtlMs, hideDocument, hideRelationsOf } from './show-and-hide';
import { syncSearch } from './sync-search';
import { discardVersion } from './erase';
import { type WriteContext } from './write-context';

/** Attempts against concurrent writers of the same document. */
const attemptsMax = 10;

/**
 * Creates the rollback of a job's changes. Former versions are restored as new ones, so that copies made in
 * between do not change.
 */
export async function rollBack(
  ctx: WriteContext,
  collectionId: string,
  jobId: string,
  documentId: string,
): Promise<RollbackOutcome> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const collection = await ctx.collections.findById(collectionId);
    if (collection === null) return { state: 'gone' };
    const mark = await findMark(ctx, collection, jobId, documentId);
    if (mark !== null) return outcomeOf(mark);
    const current = await ctx.documents.get(collection, documentId);
    const outcome =
      current?.jobId === jobId
        ? await restoreFormer(ctx, collection, current)
        : await markReplaced(ctx, collection, { jobId, documentId, current });
    if (outcome !== null) return outcome;
  }
  throw new Error('the document changes faster than it can be rolled back');
}

/** The mark of an earlier request for the same rollback. */
async function findMark(
  ctx: WriteContext,
  { _id: collectionId, layers }: CollectionRow,
  jobId: string,
  documentId: string,
): Promise<RolledBackMark | null> {
  const version = await ctx.rows.documents.findOne({
    namespace: { $in: layers.map(({ namespace }) => namespace) },
    documentId,
    jobId,
    rolledBack: { $elemMatch: { collectionId } },
  });
  return version?.rolledBack?.find((mark) => mark.collectionId === collectionId) ?? null;
}

/**
 * Marks what a job made of a document that shows another version now, or none, so that no later rollback
 * brings it back. Null when the document has changed meanwhile.
 */
async function markReplaced(
  ctx: WriteContext,
  { _id: collectionId, layers }: CollectionRow,
  { jobId, documentId, current }: { jobId: string; documentId: string; current: DocumentRow | null },
): Promise<RollbackOutcome | null> {
  const mark: RolledBackMark =
    current === null
      ? { collectionId, state: 'gone', restored: [] }
      : { collectionId, state: 'superseded', restored: [], byJobId: current.jobId };
  const namespaces = layers.map(({ namespace }) => namespace);
  const replaced = await ctx.rows.documents
    .find({ namespace: { $in: namespaces }, documentId, jobId, added: { $ne: null } })
    .project<Pick<DocumentRow, '_id'>>({ _id: 1 })
    .toArray();
  if (replaced.length === 0) return outcomeOf(mark);
  const ids = replaced.map(({ _id }) => _id);
  const noted = await changeCollection(ctx, collectionId, async (change) => {
    const found = await ctx.documents.find(change.view, { documentId }, change.session);
    if (found?._id !== current?._id) return false;
    // Clones that are being flattened too.
    await ctx.rows.documents.updateMany(
      { $or: [{ _id: { $in: ids } }, { flattenedFrom: { $in: ids } }] },
      { $push: { rolledBack: mark } },
      { session: change.session },
    );
    // A rollback that is about to bring one of them back meets this change.
    change.written = true;
    return true;
  });
  return noted === false ? null : outcomeOf(mark);
}

/** Removes a visible version and shows what it took the place of; null when the document has changed. */
async function restoreFormer(
  ctx: WriteContext,
  collection: CollectionRow,
  current: DocumentRow,
): Promise<RollbackOutcome | null> {
  const { restorable, lost } = await restorableOf(ctx, collection, current, new Date());
  const returning = await cloneReturning(ctx, collection, restorable);
  const mark = await swap(ctx, collection._id, current, returning, lost);
  for (const { clone } of returning)
    if (mark?.restored.includes(clone.documentId) !== true) await discardVersion(ctx, clone._id);
  return mark === null ? null : outcomeOf(mark);
}

/** Null when the document has changed meanwhile. */
async function swap(
  ctx: WriteContext,
  collectionId: string,
  current: DocumentRow,
  returning: readonly Returning[],
  lost: boolean,
): Promise<RolledBackMark | null> {
  const { documentId } = current;
  const mark = await changeCollection(ctx, collectionId, async (change) => {
    const { view, session } = change;
    const found = await ctx.documents.find(view, { documentId }, session);
    if (found?._id !== current._id || !(await areStanding(ctx, change, returning))) return 'changed';
    await hideRelationsOf(ctx, change, documentId, formerVersionTtlMs);
    await hideDocument(ctx, change, found, formerVersionTtlMs);
    const restored = await bringBack(ctx, change, returning, documentId);
    const isLost = lost || returning.length > 0;
    const state = restored.length > 0 ? 'restored' : isLost ? 'not_restored' : 'removed';
    const rolledBack: RolledBackMark = { collectionId, state, restored };
    await ctx.rows.documents.updateOne({ _id: found._id }, { $push: { rolledBack } }, { session });
    return rolledBack;
  });
  if (mark === null) throw new DocumentWriteError('collection_gone', 'The collection was deleted.');
  if (mark === 'changed') return null;
  const shown = returning.filter(({ clone }) => mark.restored.includes(clone.documentId));
  await syncSearch(ctx, [current._id, ...shown.map(({ clone }) => clone._id)], false);
  return mark;
}

function outcomeOf({ state, restored, byJobId = null }: RolledBackMark): RollbackOutcome {
  if (state === 'restored') return { state, documentIds: restored };
  return state === 'superseded' ? { state, byJobId } : { state };
}
