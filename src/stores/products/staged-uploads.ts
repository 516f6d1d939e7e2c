import { type Collection, type Db } from 'mongodb';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { ownedBy } from '../mongo/owned-by';

/** Records sent together for the next build. */
export interface StagedUploadRow extends Tenant {
  _id: string;
  indexId: string;
  /** `receiving` until its commit; `broken` once the sweep has given it up. */
  state: 'receiving' | 'committed' | 'broken';
  /** Number of the upload among the writes of the index; null until it is committed. */
  seq: number | null;
  /** Id that the request of the commit has reserved: the commit is found by it when the request is repeated. */
  commitId: string | null;
  /** Answer to the request of the commit, so that a repeated request gets the same. */
  answer: UploadAnswer | null;
  createdAt: Date;
  /** When the sweep looks at an upload that is not committed; absent afterwards. */
  leaseUntil?: Date;
}

/** Counts of a committed upload. */
export interface UploadAnswer {
  received: number;
  staged: number;
  /** Records, staged or served, whose place those of the upload take. */
  replaced: number;
  rejected: number;
  /** Null for an empty upload to an index whose field of ids is open. */
  idField: string | null;
  stagedTotal: number;
}

/** Time without a sign of life after which an upload has broken off. */
export const uploadLeaseMs = 10 * 60_000;

export const stagedUploadIndexes: CollectionIndexes = {
  collection: 'product_uploads',
  indexes: [
    { key: { indexId: 1, seq: 1 } },
    { key: { commitId: 1 }, unique: true, partialFilterExpression: { commitId: { $type: 'string' } } },
    { key: { leaseUntil: 1 }, sparse: true },
  ],
};

/** Staged uploads. An upload counts from the moment of its commit, as a whole. */
export function createStagedUploadStore(db: Db, clock: () => Date = () => new Date()) {
  const rows: Collection<StagedUploadRow> = db.collection<StagedUploadRow>(stagedUploadIndexes.collection);
  const lease = () => new Date(clock().getTime() + uploadLeaseMs);

  return {
    /** Announces an upload, before its first entry is written. */
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

    /** Shows that an upload still comes in. False when it was given up. */
    async keep(uploadId: string): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: uploadId, state: 'receiving' },
        { $set: { leaseUntil: lease() } },
      );
      return matchedCount === 1;
    },

    /** The committed upload of a request; null when that request has committed none. */
    findCommit: (commitId: string): Promise<StagedUploadRow | null> => rows.findOne({ commitId }),

    /** Numbers of the committed uploads of an index after a number, and their ids. */
    async committedAfter(indexId: string, seq: number): Promise<{ uploadId: string; seq: number }[]> {
      const found = await rows
        .find({ indexId, seq: { $gt: seq } }, { projection: { seq: 1 } })
        .sort({ seq: 1 })
        .toArray();
      return found.map((row) => ({ uploadId: row._id, seq: row.seq! }));
    },

    /**
     * Gives up uploads that show no sign of life: they can no longer be committed. Each is answered a second
     * time one lease later, since its writer may have been slow rather than dead.
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

    /** Makes sure that an upload is never committed. False when it is committed, or gone. */
    async abandon(uploadId: string): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: uploadId, state: { $ne: 'committed' } },
        { $set: { state: 'broken' } },
      );
      return matchedCount === 1;
    },

    /** Forgets an upload that is not committed. */
    async remove(uploadId: string): Promise<void> {
      await rows.deleteOne({ _id: uploadId, state: { $ne: 'committed' } });
    },

    /** Removes every upload of a deleted index. */
    async removeOf(indexId: string): Promise<void> {
      await rows.deleteMany({ indexId });
    },
  };
}
