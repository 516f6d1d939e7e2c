import { parseCheckAfterMs, parseJobTtlMs } from '../../../domain/documents/parse-job';
import { type ParseJobCollection, type ParseJobMachine, type ParseJobRow } from './parse-job-kind';

/** Reads and writes of the sweep and of retention. */
export function parseJobHousekeeping(rows: ParseJobCollection, machine: ParseJobMachine) {
  const { dueForCheck, postponeCheck, makeDue, withOpenHolds, remove } = machine;

  return {
    dueForCheck,
    postponeCheck,
    makeDue,
    withOpenHolds,
    /** Forgets a job whose files are gone; its open holds, if any, keep it. */
    remove,

    /** Final jobs whose files or row are due to go, oldest first. */
    dueForPurge: (now: Date, limit: number) =>
      machine.dueForPurge<Pick<ParseJobRow, '_id' | 'completedAt'>>(now, limit, {
        projection: { completedAt: 1 },
      }),

    /** The job's files are gone, its row stays until `parseJobTtlMs` after the end. */
    async markFilesRemoved(jobId: string, now = new Date()): Promise<void> {
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
  };
}
