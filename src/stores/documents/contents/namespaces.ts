import { type Db, type Filter } from 'mongodb';
import { type NamespaceHome } from '../../../domain/documents/layers';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { type Tenant } from '../../../domain/platform/tenancy';
import { sharedNamespace } from '../search-index/namespace-alias';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { newId } from '../../mongo/new-id';
import { createSharedIndexStore } from './shared-indexes';

/**
 * A namespace of rows. Its row is written before any other row names it, so that no namespace is lost. Its id
 * says which search index contains its rows, and never changes.
 */
export interface NamespaceRow {
  _id: string;
  organizationId: string;
  /** The shared index of its rows; absent for an index of its own. */
  sharedIndex?: string;
  createdAt: Date;
  /** Time of the last claim by a writer, which is about to make a collection name it. */
  claimedAt: Date;
  /** Time of the removal of its rows from a shared index, which is checked once more later. */
  removedAt?: Date;
}

export const namespaceIndexes: CollectionIndexes = {
  collection: 'namespaces',
  indexes: [{ key: { sharedIndex: 1 }, sparse: true }],
};

/** Creates the registry of namespaces, which the collector iterates. */
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
     * Registers a new namespace, whose search rows would have an index of their own, and returns its id. The
     * collector removes it unless a collection names it.
     */
    create: (organizationId: string): Promise<string> =>
      insert({ _id: newId(ID_PREFIX.namespace), organizationId }),

    /**
     * Registers a new namespace for search rows, in a shared index or one of its own.
     *
     * @param dimensions dimensions of the vectors
     */
    async createFor(tenant: Tenant, dimensions: number, home: NamespaceHome): Promise<string> {
      const { organizationId } = tenant;
      if (home === 'own') return store.create(organizationId);
      const sharedIndex = await sharedIndexes.openFor(tenant, dimensions);
      const _id = sharedNamespace(newId(ID_PREFIX.namespace), sharedIndex);
      return insert({ _id, organizationId, sharedIndex });
    },

    /** Protects a namespace that is being filled from the collector. False when it was collected. */
    async claim(namespace: string): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: namespace, removedAt: { $exists: false } },
        { $set: { claimedAt: new Date() } },
      );
      return matchedCount === 1;
    },

    /** All namespaces, in the order of their ids, after `after`. */
    list: (after: string | null, limit: number): Promise<NamespaceRow[]> => page({}, after, limit),

    /**
     * Namespaces that were not claimed since `claimedBefore`, in the order of their ids, except those whose
     * rows were removed after the second time.
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

    /** Whether a shared index contains namespaces, or did a short while ago. */
    async isUsed(sharedIndex: string): Promise<boolean> {
      return (await rows.findOne({ sharedIndex }, { projection: { _id: 1 } })) !== null;
    },

    /** Records the removal of the rows of namespaces in shared indexes. */
    async markRemoved(namespaces: readonly string[], now: Date): Promise<void> {
      await rows.updateMany({ _id: { $in: [...namespaces] } }, { $set: { removedAt: now } });
    },

    /** Deletes the rows of namespaces that are empty. */
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
