import { type BatchCursor } from '../../../src/domain/platform/activities';
import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { indexCheckAfterMs } from '../../../src/domain/documents/index-job';
import { type JobRepair, repairJob } from '../../../src/job-rows/repair-job';
import { indexJobKind, type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type ActivityDeps } from '../../deps';
import { findStopped } from '../../attempt/find-stopped';
import { tryEach } from '../../attempt/try-each';
import { countedRepairs } from '../../attempt/counted-repairs';
import { lostRunSentence } from '../../attempt/lost-run';
import { sweepRows } from '../../attempt/sweep-rows';
import { cleanUpIndexJob, finishIndexJob } from './finish-job';

const jobsPerBatchMax = 100;

/** Repairs what a crash left between two steps of indexing jobs and of rollbacks. */
export async function sweepIndexJobs(
  deps: ActivityDeps,
  { after }: BatchCursor,
): ReturnType<DocumentActivities['sweepIndexJobs']> {
  const { indexJobs, jobs } = deps;
  const { counts, check } = countedRepairs({
    store: indexJobs,
    kinds: ['started', 'ended', 'settled'],
    repair: (row: IndexJobRow) => repair(deps, row),
    checkAfterMs: indexCheckAfterMs,
  });
  const checkBoth = async (row: IndexJobRow, now: Date) => {
    const isDue = (checkAt: Date | undefined) => checkAt !== undefined && checkAt <= now;
    if (row.rollback !== null && isDue(row.rollback.checkAt)) {
      if ((await repairRollback(deps, row)) !== null) counts.started++;
      await indexJobs.postponeRollbackCheck(row._id, new Date(now.getTime() + indexCheckAfterMs));
    }
    if (isDue(row.checkAt)) await check(row, now);
  };
  if (after === null) await makeStoppedRollbacksDue(deps);
  const page = await sweepRows({ store: indexJobs, runs: [jobs.indexing], repair: checkBoth }, after);
  const { started, ended, settled } = counts;
  return { started, ended, cleaned: settled, after: page.after };
}

/** Removes the rows of indexing jobs that have expired, those of their files first. */
export async function removeOldIndexJobs({
  indexJobs,
  jobFiles,
  jobRemovals,
}: Pick<ActivityDeps, 'indexJobs' | 'jobFiles' | 'jobRemovals'>): ReturnType<
  DocumentActivities['removeOldIndexJobs']
> {
  const now = new Date();
  const rows = await indexJobs.dueForPurge(now, jobsPerBatchMax);
  const removed = await tryEach(rows, async ({ _id: jobId }) => {
    await Promise.all([jobFiles.removeAll(jobId), jobRemovals.removeAll(jobId)]);
    await indexJobs.remove(jobId, now);
  });
  return { removed, more: rows.length === jobsPerBatchMax };
}

function repair(deps: ActivityDeps, row: IndexJobRow): Promise<JobRepair | null> {
  const { jobs } = deps;
  return repairJob(indexJobKind, row, {
    runs: jobs.indexing,
    start: ({ _id: jobId, organizationId, environment, type, collectionName }) =>
      jobs.indexing.start({ jobId, organizationId, environment, type, collectionName }),
    settle: (job) => cleanUpIndexJob(deps, job),
    stop: ({ _id: jobId, cancelRequestedAt }, run) =>
      finishIndexJob(deps, {
        jobId,
        ...(cancelRequestedAt === null
          ? { ending: 'execution_failed', message: lostRunSentence('job', run) }
          : { ending: 'cancelled', message: null }),
      }),
  });
}

/** Starts the run of a rollback that has none, also in the place of one that failed or was stopped. */
async function repairRollback(
  { jobs }: Pick<ActivityDeps, 'jobs'>,
  row: IndexJobRow,
): Promise<'started' | null> {
  const { _id: jobId, organizationId, environment, collectionName } = row;
  if ((await jobs.rollbacks.describe(jobId)) === 'running') return null;
  const run = await jobs.rollbacks.start({ jobId, organizationId, environment, collectionName });
  return run === 'running' ? 'started' : null;
}

async function makeStoppedRollbacksDue({
  indexJobs,
  jobs,
}: Pick<ActivityDeps, 'indexJobs' | 'jobs'>): Promise<void> {
  const now = new Date();
  const makeDue = (ids: string[]) => indexJobs.makeRollbacksDue(ids, now);
  await findStopped({ runs: jobs.rollbacks, makeDue }, now);
}
