import { type Db, type Filter } from 'mongodb';
import { sharedRowsMax } from '../../../domain/documents/layers';
import { type CollectionRow } from '../contents/collections';
import { type DocumentRow } from '../contents/documents';
import { type RelationRow } from '../contents/relations';
import { type SearchIndex } from '../search-index';
import { collectNamespaces, oneMoment } from './collect-namespaces';
import { eraseVersion } from './erase';
import { collectionsToFlatten, flattenCollection, type Stint } from './flatten';
import { checkGrowth, type SharingBounds } from './growth';
import { syncSearch } from './sync-search';
import { createWriteContext, type WriteContext } from './write-context';

/** Age from which an unpublished version is abandoned: no job runs that long. */
const unpublishedGraceMs = 24 * 3_600_000;
/** Time after which a write to the search index counts as failed. */
const searchRepairAfterMs = 60_000;
/**
 * Time for which blobs of a document stay after the removal of a version: jobs that knew it have ended by
 * then.
 */
const goneBlobsGraceMs = 24 * 3_600_000;
/** Pause before the next check of a row that a copy still shows. */
const seenRecheckMs = 24 * 3_600_000;
const rowsPerBatchMax = 200;
/** A million rows are one shard whose segments merge in minutes. */
const sharingBounds: SharingBounds = { namespaceRowsMax: sharedRowsMax, indexRowsMax: 1_000_000 };

/** Result of a pass over a batch; `more` says that another batch may be due. */
export interface CollectedBatch {
  removed: number;
  more: boolean;
}

/**
 * Creates the background work of documents. It removes rows that no collection shows and no rollback can
 * restore, repairs the search index after crashes, and flattens collections that inherit from many.
 *
 * @param clock default the machine's
 * @param bounds bounds of shared indexes
 */
export function createDocumentUpkeep(
  { db, search }: { db: Db; search: SearchIndex },
  clock: () => Date = () => new Date(),
  bounds: SharingBounds = sharingBounds,
) {
  const ctx = createWriteContext(db, search);
  const before = (ms: number) => new Date(clock().getTime() - ms);

  return {
    /** Repairs the search index for versions whose update a crash prevented. */
    async repairSearch(): Promise<{ repaired: number; more: boolean }> {
      const stale = await ctx.rows.documents
        .find({ searchPending: { $lt: before(searchRepairAfterMs) } }, { projection: { _id: 1 } })
        .limit(rowsPerBatchMax)
        .toArray();
      for (const { _id: versionId } of stale) await syncSearch(ctx, [versionId], false);
      return { repaired: stale.length, more: stale.length === rowsPerBatchMax };
    },

    /**
     * Removes a batch of versions and relations whose retention has ended, and of abandoned unpublished
     * versions.
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

    /** Removes the blobs of a batch of documents that have no version in any collection. */
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
     * Collects a batch of namespaces, in the order of their ids, after `after`; returns where the next batch
     * begins, null at the end. The last batch also maintains the shared indexes.
     */
    collectNamespaces: (after: string | null, onBatch: () => void) =>
      collectNamespaces(ctx, after, onBatch, clock()),

    /**
     * Flattens one collection that needs it, within the available time. Before that, it begins the moves of
     * collections that have outgrown a shared index.
     */
    async flattenNext(stint: Stint): Promise<{ flattened: number; more: boolean }> {
      await checkGrowth(ctx, bounds, clock());
      const [collectionId, another] = await collectionsToFlatten(ctx, 2);
      if (collectionId === undefined) return { flattened: 0, more: false };
      const finished = await flattenCollection(ctx, bounds, collectionId, stint);
      return { flattened: finished ? 1 : 0, more: !finished || another !== undefined };
    },

    /** Flattens one collection now, however few layers it inherits. */
    flatten: (collectionId: string, stint: Stint): Promise<boolean> =>
      flattenCollection(ctx, bounds, collectionId, stint),
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
 * Whether any collection still shows a row that its own collection has removed. No collection can begin to
 * show it.
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
