import { type Db, type Filter } from 'mongodb';
import { sharedRowsMax } from '../../../domain/documents/layers';
import { type CollectionRow } from '../contents/collections';
import { type DocumentRow } from '../contents/documents';
import { type RelationRow } from '../contents/relations';
import { type SearchIndex } from '../search-index';
import { createCollectNamespaces, oneMoment } from './collect-namespaces';
import { eraseVersion } from './erase';
import { createFlatten, type Stint } from './flatten';
import { createGrowth, type SharingBounds } from './growth';
import { createSyncSearch } from './sync-search';
import { createWriteContext, type WriteContext } from './write-context';

/** A version that was not published so long after it was begun never will be: no job runs that long. */
const unpublishedGraceMs = 24 * 3_600_000;
/** A write of the search index that has not ended by then has died. */
const searchRepairAfterMs = 60_000;
/**
 * Blobs of a document stay this long after a version of it went: no job that knew it is still at work then.
 */
const goneBlobsGraceMs = 24 * 3_600_000;
/** When a row that a copy still sees is looked at again. */
const seenRecheckMs = 24 * 3_600_000;
const rowsPerBatchMax = 200;
/** A million rows are one shard whose files merge in minutes. */
const sharingBounds: SharingBounds = { namespaceRowsMax: sharedRowsMax, indexRowsMax: 1_000_000 };

/** Result of a pass over a batch; `more` tells that another batch may be waiting. */
export interface CollectedBatch {
  removed: number;
  more: boolean;
}

/**
 * The background work of documents: removes only what no collection shows and no rollback can bring back;
 * repairs what a crash kept from the search index; flattens collections that have inherited from many.
 *
 * @param clock default the machine's
 * @param bounds of shared indexes
 */
export function createDocumentUpkeep(
  { db, search }: { db: Db; search: SearchIndex },
  clock: () => Date = () => new Date(),
  bounds: SharingBounds = sharingBounds,
) {
  const ctx = createWriteContext(db, search);
  const syncSearch = createSyncSearch(ctx);
  const growth = createGrowth(ctx, bounds);
  const flattening = createFlatten(ctx, bounds);
  const collectNamespaces = createCollectNamespaces(ctx, clock);
  const before = (ms: number) => new Date(clock().getTime() - ms);

  return {
    /** Writes to the search index what crashes have kept from it. */
    async repairSearch(): Promise<{ repaired: number; more: boolean }> {
      const stale = await ctx.rows.documents
        .find({ searchPending: { $lt: before(searchRepairAfterMs) } }, { projection: { _id: 1 } })
        .limit(rowsPerBatchMax)
        .toArray();
      for (const { _id: versionId } of stale) await syncSearch([versionId], false);
      return { repaired: stale.length, more: stale.length === rowsPerBatchMax };
    },

    /**
     * Removes a batch of versions and relations that have been removed long enough, and of versions that were
     * never published.
     */
    async removeVersions(onBatch: () => void): Promise<CollectedBatch> {
      const now = clock();
      const due = await ctx.rows.documents
        .find({
          $or: [{ purgeAt: { $lte: now } }, { added: null, openedAt: { $lt: before(unpublishedGraceMs) } }],
        })
        .limit(rowsPerBatchMax)
        .toArray();
      let removed = 0;
      for (const row of due) if (await removeVersion(row, now, onBatch)) removed += 1;
      const relations = await removeRelations(now);
      return {
        removed: removed + relations.removed,
        more: due.length === rowsPerBatchMax || relations.more,
      };
    },

    /** Removes the blobs of a batch of documents of which no collection has a version any more. */
    async removeGoneBlobs(
      removeOf: (documentId: string) => Promise<void>,
      onBatch: () => void,
    ): Promise<CollectedBatch> {
      const gone = await ctx.goneDocuments.notedBefore(before(goneBlobsGraceMs), rowsPerBatchMax);
      let removed = 0;
      for (const row of gone) {
        const version = await ctx.rows.documents.findOne({ documentId: row._id }, { projection: { _id: 1 } });
        if (version === null) {
          await removeOf(row._id);
          removed += 1;
        }
        await ctx.goneDocuments.forget(row);
        onBatch();
      }
      return { removed, more: gone.length === rowsPerBatchMax };
    },

    /**
     * Judges a batch of namespaces, by id after `after`; answers where the next batch begins, null at the
     * end, when it has also looked after the shared indexes.
     */
    collectNamespaces,

    /**
     * Flattens one collection that is worth it, as far as there is time; first begins the moves of those that
     * have outgrown a shared index.
     */
    async flattenNext(stint: Stint): Promise<{ flattened: number; more: boolean }> {
      await growth.check(clock());
      const [collectionId, another] = await flattening.due(2);
      if (collectionId === undefined) return { flattened: 0, more: false };
      const finished = await flattening.flatten(collectionId, stint);
      return { flattened: finished ? 1 : 0, more: !finished || another !== undefined };
    },

    /** Flattens one collection now, whatever it has inherited. */
    flatten: (collectionId: string, stint: Stint): Promise<boolean> =>
      flattening.flatten(collectionId, stint),
  };

  async function removeVersion(row: DocumentRow, now: Date, onBatch: () => void): Promise<boolean> {
    const stillDue: Filter<DocumentRow> =
      row.added === null ? { added: null } : { purgeAt: { $lte: now }, removed: row.removed };
    if (row.added !== null && (await isSeen(ctx, row))) {
      const recheckAt = new Date(now.getTime() + seenRecheckMs);
      await ctx.rows.documents.updateOne({ _id: row._id, ...stillDue }, { $set: { purgeAt: recheckAt } });
      return false;
    }
    const { matchedCount } = await ctx.rows.documents.updateOne(
      { _id: row._id, ...stillDue },
      { $set: { purging: true } },
    );
    if (matchedCount === 1) await eraseVersion(ctx, row, onBatch);
    return matchedCount === 1;
  }

  async function removeRelations(now: Date): Promise<CollectedBatch> {
    const due = await ctx.rows.relations
      .find({ purgeAt: { $lte: now } })
      .limit(rowsPerBatchMax)
      .toArray();
    const unseen: string[] = [];
    const seen: string[] = [];
    for (const row of due) ((await isSeen(ctx, row)) ? seen : unseen).push(row._id);
    const recheckAt = new Date(now.getTime() + seenRecheckMs);
    await ctx.rows.relations.updateMany({ _id: { $in: seen } }, { $set: { purgeAt: recheckAt } });
    await ctx.rows.relations.deleteMany({ _id: { $in: unseen } });
    return { removed: unseen.length, more: due.length === rowsPerBatchMax };
  }
}

export type DocumentUpkeep = ReturnType<typeof createDocumentUpkeep>;

/**
 * Whether any collection shows a row that its own collection has removed. Nothing can begin to show it again.
 */
async function isSeen(
  ctx: WriteContext,
  { namespace, added, removed }: Pick<DocumentRow | RelationRow, 'namespace' | 'added' | 'removed'>,
): Promise<boolean> {
  const layer = { namespace, asOf: { $gte: added, ...(removed !== null && { $lt: removed }) } };
  const seen = await ctx.rows.collections.findOne(
    { layers: { $elemMatch: layer } } as Filter<CollectionRow>,
    { projection: { _id: 1 }, ...oneMoment },
  );
  return seen !== null;
}
