import { isFinalIndexState } from '../../../src/domain/documents/index-job';
import { holdSyncJob } from '../../../src/services/documents/syncs/hold-job';
import { type SyncJob } from '../../../src/stores/documents/syncs/sync-job-row';
import { type SyncRow } from '../../../src/stores/documents/syncs/sync-row';
import { type ActivityDeps } from '../../deps';
import { accessOf, syncFailure } from './sync-run';

export type StartDeps = Pick<ActivityDeps, 'collections' | 'indexJobs' | 'jobFiles' | 'jobs' | 'sealer'>;

/**
 * Starts the job of a sync with its listed files. The job may have been cancelled before.
 *
 * @param files number of files
 * @throws ApplicationFailure `collection_moved`
 */
export async function startListedJob(
  deps: StartDeps,
  sync: SyncRow,
  job: SyncJob,
  { files, warnings }: { files: number; warnings: string[] },
): Promise<void> {
  const { collections, indexJobs, jobFiles, jobs, sealer } = deps;
  const { organizationId, environment, collectionId, collectionName, prefix } = sync;
  await holdSyncJob({ sealer, stores: deps }, sync, job);
  if (!(await collections.recordJob(sync, { _id: collectionId, name: collectionName })))
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
  // A job that was cancelled before its start needs no files.
  if (isFinalIndexState(state) && row?.startedAt == null) await jobFiles.removeAll(job.jobId);
  if (!isFinalIndexState(state))
    await jobs.indexing.start({ ...job, organizationId, environment, collectionName });
}
