import { type Db } from 'mongodb';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { isDuplicateKey } from '../../mongo/mongo';
import { newId } from '../../mongo/new-id';
import { ownedBy } from '../../mongo/owned-by';

/**
 * A search index that namespaces of one organization share. They were made in one environment and have vectors
 * of one length.
 */
export interface SharedIndexRow extends Tenant {
  _id: string;
  dimensions: number;
  /** Set while fresh namespaces are put into it. */
  open?: true;
  createdAt: Date;
  closedAt?: Date;
}

export const sharedIndexIndexes: CollectionIndexes = {
  collection: 'shared_indexes',
  indexes: [
    {
      key: { organizationId: 1, environment: 1, dimensions: 1 },
      unique: true,
      partialFilterExpression: { open: true },
    },
  ],
};

/** The registry of shared indexes. Of one owner and length of vectors one is open at a time. */
export function createSharedIndexStore(db: Db) {
  const rows = db.collection<SharedIndexRow>(sharedIndexIndexes.collection);

  return {
    /** The one that fresh namespaces are put into; registered where there is none. */
    async openFor(tenant: Tenant, dimensions: number): Promise<string> {
      const wanted = { ...ownedBy(tenant), dimensions, open: true } as const;
      for (;;) {
        const found = await rows.findOne(wanted, { projection: { _id: 1 } });
        if (found !== null) return found._id;
        const fresh = { _id: newId(ID_PREFIX.sharedIndex), ...wanted, createdAt: new Date() };
        try {
          await rows.insertOne(fresh);
          return fresh._id;
        } catch (error) {
          // Another writer has made it.
          if (!isDuplicateKey(error)) throw error;
        }
      }
    },

    /** All of them, by id after `after`. */
    list: (after: string | null, limit: number): Promise<SharedIndexRow[]> =>
      rows
        .find(after === null ? {} : { _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Puts no fresh namespace into one any more; the next one gets another index. */
    async close(sharedIndex: string, now: Date): Promise<void> {
      await rows.updateOne(
        { _id: sharedIndex, open: true },
        { $unset: { open: '' }, $set: { closedAt: now } },
      );
    },

    /** Forgets one whose index is gone. */
    async remove(sharedIndex: string): Promise<void> {
      await rows.deleteOne({ _id: sharedIndex });
    },
  };
}

export type SharedIndexStore = ReturnType<typeof createSharedIndexStore>;
