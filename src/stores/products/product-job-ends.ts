import { type Collection, type Filter } from 'mongodb';
import { type EndedJob } from '../../job-rows/job-ends';
import { ownedBy } from '../mongo/owned-by';
import { type ProductJobRow, type ProductMachine } from './product-job-kind';

/** The end of a job, and what it leaves to say. */
type ProductJobEnd = Pick<ProductJobRow, 'error' | 'errorCode'> &
  Partial<Pick<ProductJobRow, 'result' | 'badValues' | 'warnings' | 'facetReport' | 'records'>>;

/** The other jobs of an index that is being deleted. */
function othersOf(deletion: ProductJobRow): Filter<ProductJobRow> {
  const { _id, indexId, indexName } = deletion;
  return { ...ownedBy(deletion), indexName, indexId, _id: { $ne: _id } };
}

/** Ends of the jobs of product search, each in one conditional update, so that no job ends twice. */
export function createProductJobEnds(rows: Collection<ProductJobRow>, machine: ProductMachine) {
  /** Ends a job other than a burst, once, and with it its stage under way. */
  function end(
    jobId: string,
    state: 'succeeded' | 'failed',
    findings: Partial<ProductJobRow>,
    where: Filter<ProductJobRow> = {},
  ): Promise<EndedJob<ProductJobRow>> {
    const now = new Date();
    return machine.end(jobId, {
      state,
      set: {
        ...findings,
        'stages.$[stage].status': 'failed',
        'stages.$[stage].finishedAt': now.getTime(),
      },
      update: { $unset: { credentials: 1 } },
      where,
      arrayFilters: [{ 'stage.status': 'running' }],
      now,
    });
  }

  return {
    /** Ends a running job as succeeded. The row as it then is, null when there is none. */
    async succeed(
      jobId: string,
      findings: Omit<ProductJobEnd, 'error' | 'errorCode'>,
    ): Promise<ProductJobRow | null> {
      return (await end(jobId, 'succeeded', findings)).row;
    },

    /**
     * Ends a job as failed, and with it its stage under way. The row as it then is, null when there is none.
     */
    async fail(jobId: string, findings: ProductJobEnd): Promise<ProductJobRow | null> {
      return (await end(jobId, 'failed', findings)).row;
    },

    /**
     * Cancels a job that has not begun to publish. Null when it cannot be cancelled (any more).
     *
     * @param error sentence for the owner of the job
     */
    async cancel(jobId: string, error: string): Promise<ProductJobRow | null> {
      const cancelled = { error, errorCode: 'CANCELLED' } as const;
      const { row, hasEnded } = await end(jobId, 'failed', cancelled, { isPublishing: false });
      return hasEnded ? row : null;
    },

    /** Nothing is left to clean up behind a job that has ended. */
    markSettled: (jobId: string): Promise<void> => machine.markSettled(jobId),

    /**
     * Ends every build and import of an index that is being deleted, however far they are.
     *
     * @param error sentence for the owner of the jobs
     */
    async cancelOf(deletion: ProductJobRow, error: string): Promise<void> {
      const open = { type: { $ne: 'index.write' as const }, finishedAt: null };
      const found = await rows.find({ ...othersOf(deletion), ...open }).toArray();
      for (const { _id } of found) await end(_id, 'failed', { error, errorCode: 'CANCELLED' });
    },

    /** Removes the jobs of a deleted index, but the deletion and those that it has cancelled. */
    async removeOf(deletion: ProductJobRow): Promise<void> {
      const cancelled = { errorCode: 'CANCELLED' as const, finishedAt: { $gte: deletion.createdAt } };
      await rows.deleteMany({ ...othersOf(deletion), $nor: [cancelled] });
    },
  };
}
