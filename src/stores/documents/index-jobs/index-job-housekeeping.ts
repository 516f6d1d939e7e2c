import { type IndexJobCollection, type IndexJobRow } from './index-jobs';
import { rowChecks } from '../../mongo/row-checks';

/** Reads and writes of the sweep and of retention. Every read is bounded by `limit` and follows an index. */
export function indexJobHousekeeping(rows: IndexJobCollection) {
  return {
    ...rowChecks(rows),

    /**
     * Jobs that showed no sign of life, final ones that may have left something behind, and those whose
     * rollback shows none, by id after `after`.
     */
    async dueForCheck(now: Date, after: string | null, limit: number): Promise<IndexJobRow[]> {
      return rows
        .find({
          $or: [{ checkAt: { $lte: now } }, { 'rollback.checkAt': { $lte: now } }],
          ...(after === null ? {} : { _id: { $gt: after } }),
        })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
    },

    /** Final jobs whose rows are due to go, oldest first. */
    async dueForPurge(now: Date, limit: number): Promise<Pick<IndexJobRow, '_id'>[]> {
      return rows
        .find(
          {
            purgeAt: { $lte: now },
            checkAt: { $exists: false },
            'rollback.checkAt': { $exists: false },
            'maskingReport.purgeAt': { $exists: false },
          },
          { projection: { _id: 1 } },
        )
        .sort({ purgeAt: 1 })
        .limit(limit)
        .toArray();
    },

    /** Ids, among these, of jobs that may still hold credits. */
    async withOpenHolds(jobIds: readonly string[]): Promise<Set<string>> {
      const found = await rows
        .find({ _id: { $in: [...jobIds] }, checkAt: { $exists: true } }, { projection: { _id: 1 } })
        .toArray();
      return new Set(found.map((row) => row._id));
    },

    /** Forgets a job whose files are forgotten already. */
    async remove(jobId: string, now: Date): Promise<void> {
      await rows.deleteOne({ _id: jobId, purgeAt: { $lte: now } });
    },
  };
}
