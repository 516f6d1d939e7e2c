import { isFinalIndexState, type IndexJobState } from '../../../src/domain/documents/index-job';
import { createReportKey } from '../../../src/masking-report';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-jobs';
import { type SyncJob, syncJobRow } from '../../../src/stores/documents/syncs/sync-job-row';
import { type SyncRow } from '../../../src/stores/documents/syncs/syncs';
import { type ActivityDeps } from '../../deps';
import { createFinishJob } from '../index-job/finish-job';
import { accessOf, syncFailure } from './sync-run';

/** The jobs that do the work of runs on files. */
export function createSyncJobs(deps: ActivityDeps) {
  const { collections, indexJobEndings, indexJobs, jobFiles, jobs, sealer } = deps;
  const { finish } = createFinishJob(deps);

  /** Writes the row of a job, which waits for its files; one that is there stays. */
  async function hold(sync: SyncRow, job: SyncJob): Promise<void> {
    const row = syncJobRow(sync, job, (jobId) => createReportKey(sealer, jobId));
    await indexJobs.insertPending(row, { held: true });
  }

  /**
   * Starts the job with the files that were listed for it.
   *
   * @param files how many
   * @returns state of the job; it may have been cancelled before
   * @throws ApplicationFailure `collection_moved`
   */
  async function start(
    sync: SyncRow,
    job: SyncJob,
    { files, warnings }: { files: number; warnings: string[] },
  ): Promise<IndexJobState> {
    const { organizationId, environment, collectionId, collectionName, prefix } = sync;
    await hold(sync, job);
    if (!(await collections.noteJob(sync, { _id: collectionId, name: collectionName })))
      throw syncFailure('collection_moved', 'The collection was moved or deleted.');
    const access = accessOf(deps, sync);
    await indexJobs.release(job.jobId, {
      source: {
        kind: 'objects',
        objects: { family: 'azure', scope: 'directory', bucket: sync.container, path: prefix },
      },
      credentials: sealer.seal(access, job.jobId),
      warnings,
      counts: { total: files, indexed: 0, failed: 0, skipped: 0 },
    });
    const row = await indexJobs.get(job.jobId);
    const state = row?.state ?? 'cancelled';
    // A job that was cancelled before it had its files never gets them.
    if (isFinalIndexState(state) && row?.startedAt == null) await jobFiles.removeAll(job.jobId);
    if (!isFinalIndexState(state))
      await jobs.indexing.start({ ...job, organizationId, environment, collectionName });
    return state;
  }

  /** Ends a job that will get no files, and tells receivers; one that has ended stays. */
  async function fail(jobId: string, message: string): Promise<void> {
    await finish(jobId, 'execution_failed', message);
  }

  /** Asks a job to end: the sync has ended. */
  async function cancel(jobId: string): Promise<void> {
    const row: IndexJobRow | null = await indexJobEndings.cancel(jobId, null);
    if (row?.cancelRequestedAt != null) await jobs.indexing.cancel(jobId);
  }

  return { hold, start, fail, cancel };
}
