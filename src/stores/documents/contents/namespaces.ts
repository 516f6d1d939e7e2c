import { type Db } from 'mongodb';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { newId } from '../../mongo/new-id';

/**
 * A namespace that rows may lie in. Its row is there before any other row names it, so that nothing is ever
 * lost sight of.
 */
export interface NamespaceRow {
  _id: string;
  organizationId: string;
  createdAt: Date;
  /** When somebody last said that it is about to be named by a collection. */
  claimedAt: Date;
}

/** The registry of namespaces; the collector goes through it. */
export function createNamespaceStore(db: Db) {
  const rows = db.collection<NamespaceRow>('namespaces');

  return {
    /**
     * Registers a fresh namespace and answers its id. One that no collection comes to name is collected
     * later.
     */
    async create(organizationId: string): Promise<string> {
      const _id = newId(ID_PREFIX.namespace);
      const now = new Date();
      await rows.insertOne({ _id, organizationId, createdAt: now, claimedAt: now });
      return _id;
    },

    /** Keeps one that is still being filled from being collected. False when it was. */
    async claim(namespace: string): Promise<boolean> {
      const { matchedCount } = await rows.updateOne({ _id: namespace }, { $set: { claimedAt: new Date() } });
      return matchedCount === 1;
    },

    /** All namespaces, by id after `after`. */
    list: (after: string | null, limit: number): Promise<NamespaceRow[]> =>
      rows
        .find(after === null ? {} : { _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Namespaces that were not claimed since, by id after `after`. */
    unclaimedSince: (since: Date, after: string | null, limit: number): Promise<NamespaceRow[]> =>
      rows
        .find({ claimedAt: { $lt: since }, ...(after === null ? {} : { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Forgets a namespace whose rows are gone. */
    async remove(namespace: string): Promise<void> {
      await rows.deleteOne({ _id: namespace });
    },
  };
}

export type NamespaceStore = ReturnType<typeof createNamespaceStore>;
