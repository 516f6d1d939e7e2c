import { syncCheckAfterMs, syncStepMs } from '../../../domain/documents/sync';
import { rowChecks } from '../../mongo/row-checks';
import { type SyncCollection, type SyncRow } from './sync-row';

/** A run at work shows a sign of life with each step, which is shorter. */
const silentAfterMs = 2 * syncStepMs;

/** Reads and writes of the sweep. */
export function syncHousekeeping(rows: SyncCollection) {
  return {
    /** Syncs are due whose schedule or run may need a repair. */
    ...rowChecks(rows),

    /** Lets the sweep look now at syncs whose runs show no sign of life: another run may have taken over. */
    async makeDue(syncIds: readonly string[], now: Date): Promise<void> {
      const silent = new Date(now.getTime() + syncCheckAfterMs - silentAfterMs);
      await rows.updateMany(
        { _id: { $in: [...syncIds] }, checkAt: { $lte: silent } },
        { $min: { checkAt: now } },
      );
    },

    /** Schedule and row agree, and no run is under way or awaited: nothing is left to look at. */
    async markChecked({ _id, updatedAt }: Pick<SyncRow, '_id' | 'updatedAt'>): Promise<void> {
      await rows.updateOne(
        { _id, updatedAt, run: null, announced: null, wanted: { $ne: true } },
        { $unset: { checkAt: '' } },
      );
    },

    /** Drops the run and the announced job of a sync that is inactive; no workflow will continue them. */
    async dropRun(syncId: string): Promise<void> {
      await rows.updateOne({ _id: syncId, status: 'inactive' }, { $set: { run: null, announced: null } });
    },
  };
}
