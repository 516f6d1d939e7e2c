import { type Db } from 'mongodb';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { isDuplicateKey } from '../../mongo/mongo';
import { newId } from '../../mongo/new-id';
import { ownedBy } from '../../mongo/owned-by';

/**
 * A search index that namespaces of one organization share. They were created in one environment, and their
 * vectors have the same dimensions.
 */
export interface SharedIndexRow extends Tenant {
  _id: string;
  dimensions: number;
  /** Set while new namespaces are added to it. */
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

/** Creates the registry of shared indexes. At most one is open per owner and dimensions. */
export function createSharedIndexStore(db: Db) {
  const rows = db.collection<SharedIndexRow>(sharedIndexIndexes.collection);

  return {
    /** The open index, registered if there is none. */
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
          // Another writer has registered it.
          if (!isDuplicateKey(error)) throw error;
        }
      }
    },

    /** All shared indexes, in the order of their ids, after `after`. */
    list: (after: string | null, limit: number): Promise<SharedIndexRow[]> =>
      rows
        .find(after === null ? {} : { _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Closes an index to new namespaces; the next one gets another index. */
    async close(sharedIndex: string, now: Date): Promise<void> {
      await rows.updateOne(
        { _id: sharedIndex, open: true },
        { $unset: { open: '' }, $set: { closedAt: now } },
      );
    },

    /** Deletes the row of an index that has been removed. */
    async remove(sharedIndex: string): Promise<void> {
      await rows.deleteOne({ _id: sharedIndex });
    },
  };
}

export type SharedIndexStore = ReturnType<typeof createSharedIndexStore>;
