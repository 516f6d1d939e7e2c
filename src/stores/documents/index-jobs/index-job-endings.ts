import { type Db } from 'mongodb';
import { type CreditStore } from '../../platform/credits';
import { type IndexJobEnd, type IndexJobRow, type IndexJobStore } from './index-jobs';

/** Ends indexing jobs: the row moves once, and what the job held is settled or released. */
export function createIndexJobEndings(
  db: Db,
  { indexJobs, credits }: { indexJobs: IndexJobStore; credits: CreditStore },
) {
  return {
    /**
     * Ends and charges a job in one transaction: a final job that is seen is charged.
     *
     * @returns as `end` of the jobs
     */
    end(jobId: string, end: IndexJobEnd): Promise<IndexJobRow | null> {
      return db.client.withSession((session) =>
        session.withTransaction(async () => {
          const row = await indexJobs.end(jobId, end, session);
          if (row?.billing == null || row.checkAt === undefined) return row;
          const { organizationId, billing } = row;
          const remaining = await credits.settleIn(session, organizationId, jobId, billing.credits);
          await indexJobs.noteRemaining(jobId, remaining, session);
          return { ...row, billing: { ...billing, remaining } };
        }),
      );
    },

    /** Charges a final job that has not been charged, and releases what any other one held. Safe to repeat. */
    async closeHold({
      _id: jobId,
      organizationId,
      billing,
    }: Pick<IndexJobRow, '_id' | 'organizationId' | 'billing'>): Promise<void> {
      if (billing === null) await credits.release(organizationId, jobId);
      else await credits.settle(organizationId, jobId, billing.credits);
    },
  };
}
