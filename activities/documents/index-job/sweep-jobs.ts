import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { indexCheckAfterMs, isFinalIndexState } from '../../../src/domain/documents/index-job';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-jobs';
import { type ActivityDeps } from '../../deps';
import { findStopped } from '../../attempt/find-stopped';
import { oneByOne } from '../../attempt/one-by-one';
import { countedRepairs } from '../../attempt/counted-repairs';
import { lostRunSentence } from '../../attempt/lost-run';
import { sweepRows } from '../../attempt/sweep-rows';
import { cleanUpIndexJob, finishIndexJob } from './finish-job';

const jobsPerBatchMax = 100;

type Repairs = 'sweepIndexJobs' | 'removeOldIndexJobs';

/** Repairs what a crash left between two steps of indexing jobs, and forgets old ones. */
export function createIndexJobSweep(deps: ActivityDeps): Pick<DocumentActivities, Repairs> {
  const { indexJobs, jobFiles, jobRemovals, jobs } = deps;

  /** The counted repair that a job needed; null when its run is at work. */
  async function repair(row: IndexJobRow): Promise<'started' | 'ended' | 'cleaned' | null> {
    if (isFinalIndexState(row.state)) {
      await cleanUpIndexJob(deps, row);
      return 'cleaned';
    }
    const { _id: jobId, organizationId, environment, type, collectionName } = row;
    const run = await jobs.indexing.describe(jobId);
    if (run === 'running') {
      // The request to stop may have been lost on its way.
      if (row.cancelRequestedAt !== null) await jobs.indexing.cancel(jobId);
      return null;
    }
    const start = { jobId, organizationId, environment, type, collectionName };
    if (run === 'missing' && row.state === 'pending' && (await jobs.indexing.start(start)) === 'running')
      return 'started';
    const cancelled = row.cancelRequestedAt !== null;
    await finishIndexJob(deps, {
      jobId,
      ending: cancelled ? 'cancelled' : 'execution_failed',
      message: cancelled ? null : lostRunSentence('job', run),
    });
    return 'ended';
  }

  /** Starts the run of a rollback that has none, also in the place of one that failed or was stopped. */
  async function repairRollback(row: IndexJobRow): Promise<'started' | null> {
    const { _id: jobId, organizationId, environment, collectionName } = row;
    if ((await jobs.rollbacks.describe(jobId)) === 'running') return null;
    const run = await jobs.rollbacks.start({ jobId, organizationId, environment, collectionName });
    return run === 'running' ? 'started' : null;
  }

  async function hastenRollbacks(): Promise<void> {
    const now = new Date();
    const hasten = (ids: string[]) => indexJobs.hastenRollbackChecks(ids, now);
    await findStopped({ runs: jobs.rollbacks, hasten }, now);
  }

  return {
    async sweepIndexJobs({ after }) {
      const { counts, check } = countedRepairs({
        store: indexJobs,
        kinds: ['started', 'ended', 'cleaned'],
        repair,
        checkAfterMs: indexCheckAfterMs,
      });
      const checkBoth = async (row: IndexJobRow, now: Date) => {
        const isDue = (checkAt: Date | undefined) => checkAt !== undefined && checkAt <= now;
        if (row.rollback !== null && isDue(row.rollback.checkAt)) {
          if ((await repairRollback(row)) !== null) counts.started++;
          await indexJobs.postponeRollbackCheck(row._id, new Date(now.getTime() + indexCheckAfterMs));
        }
        if (isDue(row.checkAt)) await check(row, now);
      };
      if (after === null) await hastenRollbacks();
      const page = await sweepRows({ store: indexJobs, runs: [jobs.indexing], repair: checkBoth }, after);
      return { ...counts, after: page.after };
    },

    async removeOldIndexJobs() {
      const now = new Date();
      const rows = await indexJobs.dueForPurge(now, jobsPerBatchMax);
      const removed = await oneByOne(rows, async ({ _id: jobId }) => {
        await Promise.all([jobFiles.removeAll(jobId), jobRemovals.removeAll(jobId)]);
        await indexJobs.remove(jobId, now);
      });
      return { removed, more: rows.length === jobsPerBatchMax };
    },
  };
}
