import { parseCheckAfterMs, parseJobTtlMs } from '../../../domain/documents/parse-job';
import { type ParseJobCollection, type ParseJobRow, type ParseJobSummary } from './parse-jobs';
import { rowChecks } from '../../mongo/row-checks';

/** Reads and writes of the sweep and of retention. Every read is bounded by `limit` and follows an index. */
export function parseJobHousekeeping(rows: ParseJobCollection) {
  const lean = { parts: 0, described: 0, 'result.pages': 0 } as const;

  return {
    ...rowChecks<ParseJobRow, ParseJobSummary>(rows, lean),

    /** Final jobs whose files or row are due to go, oldest first. */
    async dueForPurge(
      now: Date,
      limit: number,
    ): Promise<Pick<ParseJobRow, '_id' | 'state' | 'completedAt'>[]> {
      return rows
        .find({ purgeAt: { $lte: now } }, { projection: { state: 1, completedAt: 1 } })
        .sort({ purgeAt: 1 })
        .limit(limit)
        .toArray();
    },

    /** The job's files are gone, its row stays until `parseJobTtlMs` after the end. */
    async noteFilesGone(jobId: string, now = new Date()): Promise<void> {
      await rows.updateOne({ _id: jobId, completedAt: { $ne: null } }, [
        {
          $set: {
            // Never in the past: a row that cannot go yet must not be due again at once.
            purgeAt: {
              $max: [{ $add: ['$completedAt', parseJobTtlMs] }, new Date(now.getTime() + parseCheckAfterMs)],
            },
            result: null,
            resultDeletedAt: {
              $cond: [{ $eq: ['$state', 'completed'] }, { $ifNull: ['$resultDeletedAt', now] }, null],
            },
          },
        },
      ]);
    },

    /** Forgets a job whose files are gone; its open holds, if any, keep it. */
    async remove(jobId: string, now: Date): Promise<boolean> {
      const { deletedCount } = await rows.deleteOne({
        _id: jobId,
        purgeAt: { $lte: now },
        checkAt: { $exists: false },
      });
      return deletedCount === 1;
    },

    /** Ids, among these, of jobs that may still hold credits or a place. */
    async withOpenHolds(jobIds: readonly string[]): Promise<Set<string>> {
      const found = await rows
        .find({ _id: { $in: [...jobIds] }, checkAt: { $exists: true } }, { projection: { _id: 1 } })
        .toArray();
      return new Set(found.map((row) => row._id));
    },
  };
}
