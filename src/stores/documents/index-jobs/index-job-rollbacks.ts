import {
  FINAL_INDEX_STATES,
  indexCheckAfterMs,
  indexStartGraceMs,
} from '../../../domain/documents/index-job';
import { type RollbackProgress } from '../../../domain/documents/rollback';
import { type IndexJobCollection, type IndexJobRollback, type IndexJobRow } from './index-job-kind';

/** Outcome of a rollback for the documents of a job. */
export interface RollbackAnswer {
  at: Date;
  removed: string[];
  kept: { documentId: string; byJobId: string | null }[];
  restored: string[];
  notRestored: string[];
}

/** The fields of a job that tell of its rollback. */
type RolledBackJob = Pick<IndexJobRow, 'rollback' | 'rolledBackAt' | 'counts' | 'removals'>;

/** The rollback of a job; null where none was requested. */
export function rollbackOf({
  rollback,
  rolledBackAt,
  counts: { indexed },
  removals = 0,
}: RolledBackJob): RollbackProgress | null {
  const filesTotal = indexed + removals;
  if (rolledBackAt !== null) return { state: 'rolled_back', filesDone: filesTotal, filesTotal };
  if (rollback === null) return null;
  const filesDone = Math.min(rollback.filesDone, indexed) + (rollback.removals?.done ?? 0);
  return { state: 'rolling_back', filesDone: Math.min(filesDone, filesTotal), filesTotal };
}

/** Rollbacks of finished jobs. The row says how far one has come, so that any run may continue with it. */
export function indexJobRollbacks(rows: IndexJobCollection) {
  const underWay = { rolledBackAt: null, rollback: { $ne: null } } as const;

  return {
    /** Requests the rollback of a finished job; one that was requested before stays as it is. */
    async requestRollback(jobId: string, now = new Date()): Promise<void> {
      const rollback: IndexJobRollback = {
        requestedAt: now,
        after: -1,
        filesDone: 0,
        checkAt: new Date(now.getTime() + indexStartGraceMs),
      };
      await rows.updateOne(
        {
          _id: jobId,
          state: { $in: [...FINAL_INDEX_STATES] },
          rolledBackAt: null,
          rollback: null,
        },
        { $set: { rollback, updatedAt: now } },
      );
    },

    /**
     * The documents of some more files have their outcome. Nothing happens when another attempt has come
     * farther.
     */
    async saveRollback(
      jobId: string,
      { from, to, files }: { from: number; to: number; files: number },
      now = new Date(),
    ): Promise<void> {
      await rows.updateOne(
        { _id: jobId, ...underWay, 'rollback.after': from },
        {
          $set: {
            'rollback.after': to,
            'rollback.checkAt': new Date(now.getTime() + indexCheckAfterMs),
            updatedAt: now,
          },
          $inc: { 'rollback.filesDone': files },
        },
      );
    },

    /**
     * Some more of what the job has taken away has its outcome. Nothing happens when another attempt has come
     * farther.
     *
     * @param from id of the last removal that was done before, null at the beginning
     */
    async saveRemovals(
      jobId: string,
      { from, to, done }: { from: string | null; to: string; done: number },
      now = new Date(),
    ): Promise<void> {
      await rows.updateOne(
        { _id: jobId, ...underWay, 'rollback.removals.after': from },
        {
          $set: {
            'rollback.removals': { after: to, done },
            'rollback.checkAt': new Date(now.getTime() + indexCheckAfterMs),
            updatedAt: now,
          },
        },
      );
    },

    /** Every document has its outcome. */
    async endRollback(jobId: string, now = new Date()): Promise<void> {
      await rows.updateOne(
        { _id: jobId, ...underWay },
        { $set: { rolledBackAt: now, updatedAt: now }, $unset: { 'rollback.checkAt': '' } },
      );
    },

    /** Lets the sweep look at rollbacks now that are under way. */
    async makeRollbacksDue(jobIds: readonly string[], now: Date): Promise<void> {
      await rows.updateMany(
        { _id: { $in: [...jobIds] }, 'rollback.checkAt': { $exists: true } },
        { $min: { 'rollback.checkAt': now } },
      );
    },

    /** The rollback was looked at and is fine; a sign of life in the meantime stays as it is. */
    async postponeRollbackCheck(jobId: string, until: Date): Promise<void> {
      await rows.updateOne(
        { _id: jobId, 'rollback.checkAt': { $exists: true } },
        { $max: { 'rollback.checkAt': until } },
      );
    },
  };
}
