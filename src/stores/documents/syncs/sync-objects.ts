import { type Db } from 'mongodb';
import { type CollectionIndexes } from '../../mongo/collection-indexes';

/** An object of a source as its sync has dealt with it last. */
export interface SyncObjectRow {
  /** `<sync>/<key>`, so that the rows of a sync are in the order of their keys. */
  _id: string;
  syncId: string;
  /** ETag in the listing by which it was indexed: never newer than the bytes that were read. */
  etag: string | null;
  byteSize: number;
  /**
   * `failed` for bytes that cannot be indexed: they are not tried again. `archived` for an object that is
   * gone and whose documents are archived.
   */
  state: 'indexed' | 'failed' | 'archived';
  /** `epoch` of the sync at that time. */
  epoch: number;
  /** Id of the job of the run in whose listing the object was missing. */
  missing?: string;
}

/** The facts of an object by which a change is told. */
export type KnownObject = Pick<SyncObjectRow, 'etag' | 'byteSize' | 'epoch' | 'state' | 'missing'> & {
  key: string;
};

export const syncObjectIndexes: CollectionIndexes = {
  collection: 'sync_objects',
  indexes: [{ key: { syncId: 1, missing: 1 }, partialFilterExpression: { missing: { $exists: true } } }],
};

const rowId = (syncId: string, key: string) => `${syncId}/${key}`;
/** Follows every row of a sync in the order of ids: the character behind the slash. */
const endOf = (syncId: string) => `${syncId}0`;
const facts = { etag: 1, byteSize: 1, epoch: 1, state: 1, missing: 1 } as const;

/** Objects of the sources of syncs, by key in the order of their UTF-8 bytes. */
export function createSyncObjectStore(db: Db) {
  const rows = db.collection<SyncObjectRow>(syncObjectIndexes.collection);

  const known =
    (syncId: string) =>
    ({ _id, ...row }: Omit<SyncObjectRow, 'syncId'>): KnownObject => ({
      ...row,
      key: _id.slice(syncId.length + 1),
    });

  return {
    /** Objects with keys behind `after` up to `upTo`, in order; all behind it where `upTo` is null. */
    async between(syncId: string, after: string, upTo: string | null, limit: number): Promise<KnownObject[]> {
      const range = {
        $gt: rowId(syncId, after),
        ...(upTo === null ? { $lt: endOf(syncId) } : { $lte: rowId(syncId, upTo) }),
      };
      const found = await rows
        .find({ _id: range }, { projection: facts })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(known(syncId));
    },

    async getMany(syncId: string, keys: readonly string[]): Promise<KnownObject[]> {
      const found = await rows
        .find({ _id: { $in: keys.map((key) => rowId(syncId, key)) } }, { projection: facts })
        .toArray();
      return found.map(known(syncId));
    },

    /** Notes which objects a listing does not have. */
    async markMissing(syncId: string, jobId: string, keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await rows.updateMany(
        { _id: { $in: keys.map((key) => rowId(syncId, key)) } },
        { $set: { missing: jobId } },
      );
    },

    /** The objects are in the source after all. */
    async unmark(syncId: string, keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await rows.updateMany(
        { _id: { $in: keys.map((key) => rowId(syncId, key)) } },
        { $unset: { missing: '' } },
      );
    },

    /** Keys of some objects that were missing in the listing of a run. */
    async missingIn(syncId: string, jobId: string, limit: number): Promise<string[]> {
      const found = await rows
        .find({ syncId, missing: jobId }, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id.slice(syncId.length + 1));
    },

    /** How many objects were missing in the listing of a run. */
    countMissing: (syncId: string, jobId: string): Promise<number> =>
      rows.countDocuments({ syncId, missing: jobId }),

    /** Writes what has become of objects. */
    async put(
      syncId: string,
      objects: readonly (Omit<SyncObjectRow, '_id' | 'syncId' | 'missing'> & { key: string })[],
    ): Promise<void> {
      if (objects.length === 0) return;
      await rows.bulkWrite(
        objects.map(({ key, ...row }) => ({
          replaceOne: {
            filter: { _id: rowId(syncId, key) },
            replacement: { syncId, ...row },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },

    /** The documents of objects were archived, or brought back. */
    async markArchived(syncId: string, keys: readonly string[], archived: boolean): Promise<void> {
      if (keys.length === 0) return;
      await rows.updateMany(
        { _id: { $in: keys.map((key) => rowId(syncId, key)) } },
        { $set: { state: archived ? 'archived' : 'indexed' }, $unset: { missing: '' } },
      );
    },

    /** Forgets objects. */
    async remove(syncId: string, keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await rows.deleteMany({ _id: { $in: keys.map((key) => rowId(syncId, key)) } });
    },

    /** Forgets some objects of a sync. @returns whether there may be more */
    async removeSome(syncId: string, limit: number): Promise<boolean> {
      const found = await rows
        .find({ _id: { $gt: rowId(syncId, ''), $lt: endOf(syncId) } }, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      await rows.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
      return found.length === limit;
    },
  };
}

export type SyncObjectStore = ReturnType<typeof createSyncObjectStore>;
