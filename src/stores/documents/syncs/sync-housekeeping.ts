import { type SyncCollection, type SyncRow } from './syncs';

/** Reads and writes of the sweep. */
export function syncHousekeeping(rows: SyncCollection) {
  return {
    /** Syncs whose schedule or run may need a repair, by id after `after`. */
    dueForCheck: (now: Date, after: string | null, limit: number): Promise<SyncRow[]> =>
      rows
        .find({ checkAt: { $lte: now }, ...(after === null ? {} : { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** The sync was looked at; a change or a sign of life in the meantime stays as it is. */
    async postponeCheck(syncId: string, until: Date): Promise<void> {
      await rows.updateOne({ _id: syncId, checkAt: { $exists: true } }, { $max: { checkAt: until } });
    },

    /** Schedule and row agree, and no run is under way or awaited: nothing is left to look at. */
    async noteChecked({ _id, updatedAt }: Pick<SyncRow, '_id' | 'updatedAt'>): Promise<void> {
      await rows.updateOne(
        { _id, updatedAt, run: null, announced: null, wanted: { $ne: true } },
        { $unset: { checkAt: '' } },
      );
    },

    /** Drops the run and the announced job of a sync that is inactive; nobody will go on with them. */
    async dropRun(syncId: string): Promise<void> {
      await rows.updateOne({ _id: syncId, status: 'inactive' }, { $set: { run: null, announced: null } });
    },
  };
}
