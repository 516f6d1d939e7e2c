import { type Db, type Filter } from 'mongodb';
import { type NamespaceHome } from '../../../domain/documents/layers';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { type Tenant } from '../../../domain/platform/tenancy';
import { sharedNamespace } from '../../elastic/index-alias';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { newId } from '../../mongo/new-id';
import { createSharedIndexStore } from './shared-indexes';

/**
 * A namespace that rows may lie in. Its row is there before any other row names it, so that nothing is ever
 * lost sight of. Its id tells which index of the search its rows lie in, from the first to the last.
 */
export interface NamespaceRow {
  _id: string;
  organizationId: string;
  /** The shared index that it lies in; absent where it has one of its own. */
  sharedIndex?: string;
  createdAt: Date;
  /** When a writer last claimed it, to have a collection name it soon. */
  claimedAt: Date;
  /** When its rows were removed from a shared index; it is looked at once more. */
  removedAt?: Date;
}

export const namespaceIndexes: CollectionIndexes = {
  collection: 'namespaces',
  indexes: [{ key: { sharedIndex: 1 }, sparse: true }],
};

/** The registry of namespaces; the collector goes through it. */
export function createNamespaceStore(db: Db) {
  const rows = db.collection<NamespaceRow>(namespaceIndexes.collection);
  const sharedIndexes = createSharedIndexStore(db);

  async function insert(namespace: Pick<NamespaceRow, '_id' | 'organizationId' | 'sharedIndex'>) {
    const now = new Date();
    await rows.insertOne({ ...namespace, createdAt: now, claimedAt: now });
    return namespace._id;
  }

  const store = {
    /**
     * Registers a fresh namespace and answers its id; rows in the search would have an index of their own. One
     * that no collection comes to name is collected later.
     */
    create: (organizationId: string): Promise<string> =>
      insert({ _id: newId(ID_PREFIX.namespace), organizationId }),

    /**
     * The same for rows of the search, in a shared index or one of its own.
     *
     * @param dimensions of the vectors
     */
    async createFor(tenant: Tenant, dimensions: number, home: NamespaceHome): Promise<string> {
      const { organizationId } = tenant;
      if (home === 'own') return store.create(organizationId);
      const sharedIndex = await sharedIndexes.openFor(tenant, dimensions);
      const _id = sharedNamespace(newId(ID_PREFIX.namespace), sharedIndex);
      return insert({ _id, organizationId, sharedIndex });
    },

    /** Keeps one that is still being filled from being collected. False when it was. */
    async claim(namespace: string): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: namespace, removedAt: { $exists: false } },
        { $set: { claimedAt: new Date() } },
      );
      return matchedCount === 1;
    },

    /** All namespaces, by id after `after`. */
    list: (after: string | null, limit: number): Promise<NamespaceRow[]> => page({}, after, limit),

    /**
     * Namespaces that were not claimed since, by id after `after`, without those whose rows were removed since
     * the second time.
     */
    unclaimedSince: (
      since: Date,
      removedSince: Date,
      after: string | null,
      limit: number,
    ): Promise<NamespaceRow[]> =>
      page(
        {
          claimedAt: { $lt: since },
          $or: [{ removedAt: { $exists: false } }, { removedAt: { $lt: removedSince } }],
        },
        after,
        limit,
      ),

    /** Whether namespaces lie in a shared index, or have lain there a short while ago. */
    async isUsed(sharedIndex: string): Promise<boolean> {
      return (await rows.findOne({ sharedIndex }, { projection: { _id: 1 } })) !== null;
    },

    /** Notes that the rows of namespaces of shared indexes were removed. */
    async noteRemoved(namespaces: readonly string[], now: Date): Promise<void> {
      await rows.updateMany({ _id: { $in: [...namespaces] } }, { $set: { removedAt: now } });
    },

    /** Forgets namespaces whose rows are gone. */
    async remove(namespaces: readonly string[]): Promise<void> {
      await rows.deleteMany({ _id: { $in: [...namespaces] } });
    },
  };

  const page = (filter: Filter<NamespaceRow>, after: string | null, limit: number): Promise<NamespaceRow[]> =>
    rows
      .find({ ...filter, ...(after !== null && { _id: { $gt: after } }) })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();

  return store;
}

export type NamespaceStore = ReturnType<typeof createNamespaceStore>;
