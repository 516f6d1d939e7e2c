import { type IndexJobCollection, type IndexJobMachine, type IndexJobRow } from './index-job-kind';

/** Reads and writes of the sweep and of retention. Every read is bounded by `limit` and follows an index. */
export function indexJobHousekeeping(rows: IndexJobCollection, machine: IndexJobMachine) {
  const { makeDue, postponeCheck, remove, withOpenHolds } = machine;

  return {
    makeDue,
    postponeCheck,
    withOpenHolds,
    /** Forgets a job whose files are forgotten already. */
    remove,

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
    dueForPurge: (now: Date, limit: number): Promise<Pick<IndexJobRow, '_id'>[]> =>
      machine.dueForPurge(now, limit, {
        where: {
          checkAt: { $exists: false },
          'rollback.checkAt': { $exists: false },
          'maskingReport.purgeAt': { $exists: false },
        },
      }),
  };
}
