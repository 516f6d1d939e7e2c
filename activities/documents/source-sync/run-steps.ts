import { Context } from '@temporalio/activity';
import {
  type SyncRef,
  type SyncRunClaim,
  type SyncRunRef,
  type SyncJobView,
} from '../../../src/domain/documents/activities';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { isFinalIndexState } from '../../../src/domain/documents/index-job';
import {
  errorOfJob,
  isSuspiciousListing,
  syncErrorSentences,
  type SyncCounts,
  type SyncError,
} from '../../../src/domain/documents/sync';
import { holdSyncJob } from '../../../src/services/documents/syncs/hold-job';
import { newId } from '../../../src/stores/mongo/new-id';
import { type RunningSync } from '../../../src/stores/documents/syncs/sync-run-writes';
import { type SyncRow } from '../../../src/stores/documents/syncs/sync-row';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { type FinishIndexJobDeps, finishIndexJob } from '../index-job/finish-job';
import { startListedJob, type StartDeps } from './start-listed-job';
import { requireWritten, requireRun, runOver, syncFailure } from './sync-run';

export type RunStepsDeps = Pick<
  ActivityDeps,
  'collections' | 'indexJobs' | 'jobFiles' | 'jobs' | 'metrics' | 'sealer' | 'syncObjects' | 'syncs'
> &
  FinishIndexJobDeps &
  StartDeps;

export async function beginSyncRun(deps: RunStepsDeps, { syncId }: SyncRef): Promise<SyncRunClaim | null> {
  const sync = await deps.syncs.get(syncId);
  if (sync === null || sync.status === 'inactive' || !(await hasCollection(deps, sync))) return null;
  const { workflowExecution } = Context.current().info;
  const begun = await deps.syncs.beginRun(sync, {
    id: workflowExecution?.runId ?? '',
    jobId: newId(ID_PREFIX.indexJob),
  });
  if (begun === null) throw new Error('the sync has changed meanwhile');
  const { run } = begun;
  if (run.announced) await holdSyncJob({ sealer: deps.sealer, stores: deps }, begun, run);
  return { runId: run.id, stage: run.stage };
}

export function startSyncJob(
  deps: RunStepsDeps,
  ref: SyncRunRef,
): Promise<{ counts: SyncCounts; job: boolean }> {
  return whileAlive(async () => {
    const sync = await requireRun(deps, ref);
    const { stage, counts } = sync.run;
    if (stage !== 'listing') return { counts, job: stage === 'indexing' };
    return startJob(deps, sync);
  });
}

export async function viewSyncJob(deps: RunStepsDeps, { syncId, runId }: SyncRunRef): Promise<SyncJobView> {
  const { run } = await requireRun(deps, { syncId, runId });
  const [job] = await Promise.all([deps.indexJobs.get(run.jobId), deps.syncs.markAlive(syncId, runId)]);
  return { state: job?.state ?? null, counts: job?.counts ?? null };
}

export async function endSyncRun(
  deps: RunStepsDeps,
  ref: SyncRunRef,
): Promise<{ counts: SyncCounts; error: SyncError | null; more: boolean }> {
  const sync = await requireRun(deps, ref);
  const job = await deps.indexJobs.get(sync.run.jobId);
  const error = job === null ? null : errorOfJob(job.state, job.error);
  const message = error === null ? null : (job?.message ?? syncErrorSentences[error]);
  const isGood = error === null && job?.state !== 'cancelled';
  // If every file has failed, the same files would fail again at once.
  const goesOn = isGood && sync.run.more && job?.state !== 'failed';
  const end = { error, message, isGood, hasJob: job !== null, goesOn };
  const ended = await deps.syncs.endRun(sync, end, newId(ID_PREFIX.indexJob));
  if (ended === null) throw runOver();
  const failedOr = (state: string) => (error === null ? state : 'failed');
  deps.metrics.count('jobs', { type: 'sync', state: failedOr(isGood ? 'succeeded' : 'cancelled') });
  return { counts: sync.run.counts, error, more: ended.run !== null };
}

export function failSyncRun(
  deps: RunStepsDeps,
  ref: SyncRunRef & { error: SyncError; message: string },
): Promise<void> {
  return whileAlive(async () => {
    const sync = await requireRun(deps, ref);
    const { jobId, stage } = sync.run;
    if (stage === 'indexing') return;
    const job = await deps.indexJobs.get(jobId);
    if (job === null) await deps.jobFiles.removeAll(jobId);
    else if (!isFinalIndexState(job.state))
      await finishIndexJob(deps, { jobId, ending: 'execution_failed', message: ref.message });
    const { error, message } = ref;
    const end = { error, message, isGood: false, hasJob: job !== null, goesOn: false };
    const ended = await deps.syncs.endRun(sync, end, jobId);
    if (ended !== null) deps.metrics.count('jobs', { type: 'sync', state: 'failed' });
    if (error === 'collection_moved') await hasCollection(deps, sync);
  });
}

/** Whether the collection is in the sync's environment; otherwise the sync stops. */
async function hasCollection(deps: RunStepsDeps, sync: SyncRow): Promise<boolean> {
  const collection = await deps.collections.findById(sync.collectionId);
  if (collection?.environment === sync.environment) return true;
  if (collection === null) await deps.syncs.deactivate(sync._id, 'collection_deleted');
  else await deps.syncs.pauseMoved(sync.collectionId);
  const message = syncErrorSentences[collection === null ? 'collection_deleted' : 'collection_moved'];
  for (const job of [sync.announced, sync.run])
    if (job !== null) await finishIndexJob(deps, { jobId: job.jobId, ending: 'execution_failed', message });
  await deps.syncs.dropRun(sync._id);
  const stopped = await deps.syncs.get(sync._id);
  if (stopped !== null) await deps.jobs.syncs.put(stopped);
  return false;
}

/** Number of objects whose documents this run removes: none where the sync keeps them. */
function removalsOf({ deletionPolicy }: SyncRow, removed: number): number {
  return deletionPolicy === 'ignore' ? 0 : removed;
}

async function startJob(deps: RunStepsDeps, sync: RunningSync) {
  const { _id: syncId, run } = sync;
  const { jobId, type, files } = run;
  const removed = await deps.syncObjects.countMissing(syncId, jobId);
  const counts = { ...run.counts, removed };
  const isSuspicious = isSuspiciousListing(counts.listed, sync.lastListed);
  const removals = isSuspicious ? 0 : removalsOf(sync, removed);
  await deps.syncs.saveOutcome(syncId, run.id, { jobId, counts, withheld: removed - removals });
  if (isSuspicious)
    throw syncFailure(
      'source_listing_suspicious',
      'The container is empty, or shows nothing to this key; nothing was removed.',
    );
  const hasJob = run.announced || files > 0 || removals > 0;
  if (!hasJob) {
    await requireWritten(deps.syncs.saveRun(syncId, run, { stage: 'removing', counts }));
    return { counts, job: false };
  }
  const { excluded } = counts;
  const warnings = excluded === 0 ? [] : [`${excluded} objects were left out by the patterns of the sync.`];
  await startListedJob(deps, sync, { jobId, type }, { files, warnings });
  await requireWritten(deps.syncs.saveRun(syncId, run, { stage: 'indexing', counts }));
  return { counts, job: true };
}
