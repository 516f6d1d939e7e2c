import { type Collection, type Filter } from 'mongodb';
import { type FinalJob, type NoteFinalJob } from '../../domain/platform/final-job';
import { PRODUCT_JOB_MOVES } from '../../domain/products/product-job';
import { ownedBy } from '../mongo/owned-by';
import { nextCheck } from './product-job-checks';
import { type ProductJobRow } from './product-jobs';

/** The end of a job, and what it leaves to say. */
type ProductJobEnd = Pick<ProductJobRow, 'error' | 'errorCode'> &
  Partial<Pick<ProductJobRow, 'result' | 'badValues' | 'warnings' | 'facetReport' | 'records'>>;

/** Time for which the row of an ended job is kept. */
const keptMs = 90 * 24 * 3_600_000;

/** The other jobs of an index that is being deleted. */
function othersOf(deletion: ProductJobRow): Filter<ProductJobRow> {
  const { _id, indexId, indexName } = deletion;
  return { ...ownedBy(deletion), indexName, indexId, _id: { $ne: _id } };
}

/** A job that has ended, as whoever counts jobs is told of it. */
export function finalJobOf({
  type,
  state,
  createdAt,
  startedAt,
  finishedAt,
  stages,
}: ProductJobRow): FinalJob {
  const timed = stages.flatMap(({ name, startedAt: from, finishedAt: to }) =>
    from === null || to === null ? [] : [{ name, ms: to - from }],
  );
  return { type, state, createdAt, startedAt, endedAt: finishedAt ?? createdAt, stages: timed };
}

/** Ends of the jobs of product search, each in one conditional update, so that no job ends twice. */
export function createProductJobEnds(rows: Collection<ProductJobRow>, noteFinalJob: NoteFinalJob) {
  /** Ends a job other than a burst, once. Null when it cannot enter the state (any more). */
  async function end(
    jobId: string,
    state: 'succeeded' | 'failed',
    findings: Partial<ProductJobRow>,
    where: Filter<ProductJobRow> = {},
  ): Promise<ProductJobRow | null> {
    const now = new Date();
    const ended = await rows.findOneAndUpdate(
      { _id: jobId, state: { $in: [...PRODUCT_JOB_MOVES[state]] }, ...where },
      {
        $set: {
          ...findings,
          state,
          finishedAt: now,
          checkAt: nextCheck(now),
          expiresAt: new Date(now.getTime() + keptMs),
          'stages.$[stage].status': 'failed',
          'stages.$[stage].finishedAt': now.getTime(),
        },
        $unset: { credentials: 1 },
      },
      { arrayFilters: [{ 'stage.status': 'running' }], returnDocument: 'after' },
    );
    if (ended !== null) noteFinalJob(finalJobOf(ended));
    return ended;
  }

  return {
    /** Ends a running job as succeeded. The row as it then is, null when there is none. */
    async succeed(
      jobId: string,
      findings: Omit<ProductJobEnd, 'error' | 'errorCode'>,
    ): Promise<ProductJobRow | null> {
      return (await end(jobId, 'succeeded', findings)) ?? rows.findOne({ _id: jobId });
    },

    /** Ends a job as failed, and with it its stage under way. The row as it then is, null when there is none. */
    async fail(jobId: string, findings: ProductJobEnd): Promise<ProductJobRow | null> {
      return (await end(jobId, 'failed', findings)) ?? rows.findOne({ _id: jobId });
    },

    /**
     * Cancels a job that has not begun to publish. Null when it cannot be cancelled (any more).
     *
     * @param error sentence for the owner of the job
     */
    async cancel(jobId: string, error: string): Promise<ProductJobRow | null> {
      return end(jobId, 'failed', { error, errorCode: 'CANCELLED' }, { isPublishing: false });
    },

    /** Nothing is left to clean up behind a job that has ended. */
    async noteSettled(jobId: string): Promise<void> {
      await rows.updateOne({ _id: jobId, finishedAt: { $ne: null } }, { $unset: { checkAt: 1 } });
    },

    /**
     * Ends every build and import of an index that is being deleted, however far they are.
     *
     * @param error sentence for the owner of the jobs
     */
    async cancelOf(deletion: ProductJobRow, error: string): Promise<void> {
      const open = { type: { $ne: 'index.write' as const }, state: { $in: [...PRODUCT_JOB_MOVES.failed] } };
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
