import { type Db } from 'mongodb';
import { type NoteFinalJob } from '../../../domain/platform/final-job';
import { type CreditStore } from '../../platform/credits';
import { createNotedEnd } from '../noted-end';
import { type IndexJobEnd, type IndexJobRow, type IndexJobStore } from './index-jobs';

/** Ends indexing jobs: the row moves once, and what the job held is settled or released. */
export function createIndexJobEndings(
  db: Db,
  {
    indexJobs,
    credits,
    noteFinalJob,
  }: { indexJobs: IndexJobStore; credits: CreditStore; noteFinalJob: NoteFinalJob },
) {
  return {
    /**
     * Ends and charges a job in one transaction: a final job that is seen is charged.
     *
     * @returns as `end` of the jobs
     */
    async end(jobId: string, end: IndexJobEnd): Promise<IndexJobRow | null> {
      const noted = createNotedEnd<IndexJobRow>('indexing', noteFinalJob);
      const ended = await db.client.withSession((session) =>
        session.withTransaction(async () => {
          noted.forget();
          const row = await indexJobs.end(jobId, end, { session, onEnded: noted.onEnded });
          if (row?.billing == null || row.checkAt === undefined) return row;
          const { organizationId, billing } = row;
          const remaining = await credits.settleIn(session, organizationId, jobId, billing.credits);
          await indexJobs.noteRemaining(jobId, remaining, session);
          return { ...row, billing: { ...billing, remaining } };
        }),
      );
      noted.tell();
      return ended;
    },

    /** Cancels a job; see `cancel` of the jobs. */
    async cancel(jobId: string, by: string | null): Promise<IndexJobRow | null> {
      const noted = createNotedEnd<IndexJobRow>('indexing', noteFinalJob);
      const job = await indexJobs.cancel(jobId, by, noted.onEnded);
      noted.tell();
      return job;
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
