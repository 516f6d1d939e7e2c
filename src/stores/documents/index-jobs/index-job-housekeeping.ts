import { type IndexJobCollection, type IndexJobRow } from './index-jobs';

/** Reads and writes of the sweep and of retention. Every read is bounded by `limit` and follows an index. */
export function indexJobHousekeeping(rows: IndexJobCollection) {
  return {
    /**
     * Jobs that showed no sign of life, and final ones that may have left something behind, by id after
     * `after`.
     */
    async dueForCheck(now: Date, after: string | null, limit: number): Promise<IndexJobRow[]> {
      return rows
        .find({ checkAt: { $lte: now }, ...(after === null ? {} : { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
    },

    /** The job was looked at and is fine; a sign of life in the meantime stays as it is. */
    async postponeCheck(jobId: string, until: Date): Promise<void> {
      await rows.updateOne({ _id: jobId, checkAt: { $exists: true } }, { $max: { checkAt: until } });
    },

    /** Final jobs whose rows are due to go, oldest first. */
    async dueForPurge(now: Date, limit: number): Promise<Pick<IndexJobRow, '_id'>[]> {
      return rows
        .find({ purgeAt: { $lte: now }, checkAt: { $exists: false } }, { projection: { _id: 1 } })
        .sort({ purgeAt: 1 })
        .limit(limit)
        .toArray();
    },

    /** Forgets a job whose files are forgotten already. */
    async remove(jobId: string, now: Date): Promise<void> {
      await rows.deleteOne({ _id: jobId, purgeAt: { $lte: now } });
    },
  };
}
