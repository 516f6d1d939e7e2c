import { type Collection, type Db } from 'mongodb';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { ownedBy } from '../mongo/owned-by';

/** Records that were sent together for the next build. */
export interface StagedUploadRow extends Tenant {
  _id: string;
  indexId: string;
  /** `receiving` before its commit; `broken` after the sweep has abandoned it. */
  state: 'receiving' | 'committed' | 'broken';
  /** Sequence number of the upload; null before its commit. */
  seq: number | null;
  /** Id that the request of the commit has reserved, by which a repeated request finds the commit. */
  commitId: string | null;
  /** Answer to the request of the commit, for repeated requests. */
  answer: UploadAnswer | null;
  createdAt: Date;
  /** Time at which the sweep checks an uncommitted upload; absent afterwards. */
  leaseUntil?: Date;
}

/** Counts of a committed upload. */
export interface UploadAnswer {
  received: number;
  staged: number;
  /** Staged or served records that the upload replaces. */
  replaced: number;
  rejected: number;
  /** Null for an empty upload to an index without an id field. */
  idField: string | null;
  stagedTotal: number;
}

/** Time without progress after which an upload is abandoned. */
export const uploadLeaseMs = 10 * 60_000;

export const stagedUploadIndexes: CollectionIndexes = {
  collection: 'product_uploads',
  indexes: [
    { key: { indexId: 1, seq: 1 } },
    { key: { commitId: 1 }, unique: true, partialFilterExpression: { commitId: { $type: 'string' } } },
    { key: { leaseUntil: 1 }, sparse: true },
  ],
};

/** Creates the store of staged uploads. An upload takes effect atomically with its commit. */
export function createStagedUploadStore(db: Db, clock: () => Date = () => new Date()) {
  const rows: Collection<StagedUploadRow> = db.collection<StagedUploadRow>(stagedUploadIndexes.collection);
  const lease = () => new Date(clock().getTime() + uploadLeaseMs);

  return {
    /** Creates an upload before its first entry is written. */
    async begin(upload: Tenant & { uploadId: string; indexId: string }): Promise<void> {
      await rows.insertOne({
        _id: upload.uploadId,
        indexId: upload.indexId,
        ...ownedBy(upload),
        state: 'receiving',
        seq: null,
        commitId: null,
        answer: null,
        createdAt: clock(),
        leaseUntil: lease(),
      });
    },

    /** Extends the lease of a running upload. False when it was abandoned. */
    async keep(uploadId: string): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: uploadId, state: 'receiving' },
        { $set: { leaseUntil: lease() } },
      );
      return matchedCount === 1;
    },

    /** The upload that a request has committed; null for none. */
    findCommit: (commitId: string): Promise<StagedUploadRow | null> => rows.findOne({ commitId }),

    /** Numbers and ids of the committed uploads of an index after a number. */
    async committedAfter(indexId: string, seq: number): Promise<{ uploadId: string; seq: number }[]> {
      const found = await rows
        .find({ indexId, seq: { $gt: seq } }, { projection: { seq: 1 } })
        .sort({ seq: 1 })
        .toArray();
      return found.map((row) => ({ uploadId: row._id, seq: row.seq! }));
    },

    /**
     * Abandons uploads without progress, which can then no longer be committed. Each is returned again one
     * lease later, since its writer may have been slow, not dead.
     */
    async giveUp(limit: number): Promise<{ uploadId: string; isLast: boolean }[]> {
      const due = await rows
        .find({ leaseUntil: { $lte: clock() } })
        .limit(limit)
        .toArray();
      const given: { uploadId: string; isLast: boolean }[] = [];
      for (const { _id: uploadId, state, leaseUntil } of due) {
        const isLast = state === 'broken';
        const { matchedCount } = await rows.updateOne(
          { _id: uploadId, state, leaseUntil: leaseUntil! },
          { $set: { state: 'broken', ...(isLast ? {} : { leaseUntil: lease() }) } },
        );
        if (matchedCount === 1) given.push({ uploadId, isLast });
      }
      return given;
    },

    /** Prevents the commit of an upload. False when it is committed or removed. */
    async abandon(uploadId: string): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: uploadId, state: { $ne: 'committed' } },
        { $set: { state: 'broken' } },
      );
      return matchedCount === 1;
    },

    /** Removes the row of an uncommitted upload. */
    async remove(uploadId: string): Promise<void> {
      await rows.deleteOne({ _id: uploadId, state: { $ne: 'committed' } });
    },

    /** Removes all uploads of a deleted index. */
    async removeOf(indexId: string): Promise<void> {
      await rows.deleteMany({ indexId });
    },
  };
}
