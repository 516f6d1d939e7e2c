import { type Db } from 'mongodb';
import { ID_PREFIX } from '../domain/ids';
import { type CollectionIndexes } from './collection-indexes';
import { newId } from './new-id';

/** A namespace that rows may lie in. Its row is there before any other row names it, so that nothing is ever lost sight of. */
export interface NamespaceRow {
  _id: string;
  organizationId: string;
  createdAt: Date;
}

export const namespaceIndexes: CollectionIndexes = { collection: 'namespaces', indexes: [] };

/** The registry of namespaces; the collector goes through it. */
export function createNamespaceStore(db: Db) {
  const rows = db.collection<NamespaceRow>(namespaceIndexes.collection);

  return {
    /** Registers a fresh namespace and answers its id. One that no collection comes to name is collected later. */
    async create(organizationId: string): Promise<string> {
      const _id = newId(ID_PREFIX.namespace);
      await rows.insertOne({ _id, organizationId, createdAt: new Date() });
      return _id;
    },

    /** Namespaces that are old enough to be judged, by id after `after`. */
    listBefore: (createdBefore: Date, after: string | null, limit: number): Promise<NamespaceRow[]> =>
      rows
        .find({ createdAt: { $lt: createdBefore }, ...(after === null ? {} : { _id: { $gt: after } }) })
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
