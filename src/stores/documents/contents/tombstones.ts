import { type ClientSession, type Db } from 'mongodb';
import { type CollectionIndexes } from '../../mongo/collection-indexes';

/** Kind of the hidden object: a document, all relations that start in a document, or one relation. */
export type TombstoneKind = 'document' | 'relations_of' | 'relation';

/** Hides an object of earlier layers, from a number of its namespace on. It is permanent. */
export interface TombstoneRow {
  /** `<namespace>:<kind>:<target>` */
  _id: string;
  namespace: string;
  kind: TombstoneKind;
  /** Id of the document or the relation. */
  target: string;
  added: number;
}

export const tombstoneIndexes: CollectionIndexes = {
  collection: 'tombstones',
  indexes: [{ key: { namespace: 1, added: 1 } }],
};

/** Creates the store of tombstones, which are read and written together with the rows that they hide. */
export function createTombstoneStore(db: Db) {
  const rows = db.collection<TombstoneRow>(tombstoneIndexes.collection);

  return {
    /** All tombstones of these namespaces at these numbers. */
    of(
      windows: readonly { namespace: string; asOf: number }[],
      session?: ClientSession,
    ): Promise<TombstoneRow[]> {
      if (windows.length === 0) return Promise.resolve([]);
      return rows
        .find(
          { $or: windows.map(({ namespace, asOf }) => ({ namespace, added: { $lte: asOf } })) },
          { ...(session && { session }) },
        )
        .toArray();
    },

    /** Hides an object from `added` on, unless it is hidden already. */
    async put(tombstone: Omit<TombstoneRow, '_id'>, session: ClientSession): Promise<void> {
      const { namespace, kind, target } = tombstone;
      await rows.updateOne(
        { _id: `${namespace}:${kind}:${target}` },
        { $setOnInsert: tombstone },
        { upsert: true, session },
      );
    },

    count: (namespace: string): Promise<number> => rows.countDocuments({ namespace }),

    /** Removes at most `limit` tombstones of unnamed namespaces; returns their number. */
    async removeOf(namespaces: readonly string[], limit: number): Promise<number> {
      const found = await rows
        .find({ namespace: { $in: [...namespaces] } }, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      if (found.length === 0) return 0;
      const { deletedCount } = await rows.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
      return deletedCount;
    },
  };
}

export type TombstoneStore = ReturnType<typeof createTombstoneStore>;
