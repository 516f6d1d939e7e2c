import { FINAL_INDEX_STATES } from '../../../domain/documents/index-job';
import { type IndexJobCollection } from './index-jobs';

/** Outcome of a rollback for the documents of a job. */
export interface RollbackAnswer {
  at: Date;
  removed: string[];
  kept: { documentId: string; byJobId: string | null }[];
  restored: string[];
  notRestored: string[];
}

/** Rollbacks: one at a time works on a job, and the first whole answer is the answer for good. */
export function indexJobRollbacks(rows: IndexJobCollection) {
  return {
    /**
     * Takes the right to roll a finished job back, until `leaseUntil`.
     *
     * @returns `taken`, the answer of an earlier one, or `busy` while somebody else has the right
     */
    async beginRollback(
      jobId: string,
      leaseUntil: Date,
      now: Date,
    ): Promise<'taken' | 'busy' | RollbackAnswer> {
      const { matchedCount } = await rows.updateOne(
        {
          _id: jobId,
          state: { $in: [...FINAL_INDEX_STATES] },
          $or: [{ rollback: null }, { 'rollback.answer': null, 'rollback.leaseUntil': { $lte: now } }],
        },
        { $set: { rollback: { answer: null, leaseUntil } } },
      );
      if (matchedCount === 1) return 'taken';
      const row = await rows.findOne({ _id: jobId }, { projection: { rollback: 1 } });
      return row?.rollback?.answer ?? 'busy';
    },

    /** Keeps the answer, unless there is one. @returns the answer that counts */
    async finishRollback(jobId: string, answer: RollbackAnswer): Promise<RollbackAnswer> {
      await rows.updateOne(
        { _id: jobId, 'rollback.answer': null },
        { $set: { 'rollback.answer': answer, rolledBackAt: answer.at, updatedAt: answer.at } },
      );
      const row = await rows.findOne({ _id: jobId }, { projection: { rollback: 1 } });
      return row?.rollback?.answer ?? answer;
    },

    /** Gives the right back after a failure, so that the next request goes on at once. */
    async leaveRollback(jobId: string, leaseUntil: Date, now: Date): Promise<void> {
      await rows.updateOne(
        { _id: jobId, 'rollback.answer': null, 'rollback.leaseUntil': leaseUntil },
        { $set: { 'rollback.leaseUntil': now } },
      );
    },
  };
}
