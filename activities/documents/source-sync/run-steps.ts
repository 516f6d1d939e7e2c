import { Context } from '@temporalio/activity';
import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { isFinalIndexState } from '../../../src/domain/documents/index-job';
import { errorOfJob, isSuspiciousListing, syncErrorSentences } from '../../../src/domain/documents/sync';
import { holdSyncJob } from '../../../src/services/documents/syncs/hold-job';
import { newId } from '../../../src/stores/mongo/new-id';
import { type RunningSync } from '../../../src/stores/documents/syncs/sync-run-writes';
import { type SyncRow } from '../../../src/stores/documents/syncs/syncs';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { createFinishJob } from '../index-job/finish-job';
import { startListedJob } from './start-listed-job';
import { noted, requireRun, runOver, syncFailure } from './sync-run';

type Steps = 'beginSyncRun' | 'startSyncJob' | 'viewSyncJob' | 'endSyncRun' | 'failSyncRun';

/** The steps of a run around its listing. Each may be done again: the row says how far the run has come. */
export function createRunSteps(deps: ActivityDeps): Pick<DocumentActivities, Steps> {
  const { collections, indexJobs, jobFiles, jobs, metrics, sealer, syncObjects, syncs } = deps;
  const { finish } = createFinishJob(deps);

  /** Whether the collection is where the sync belongs; a sync whose collection is not there stops. */
  async function hasCollection(sync: SyncRow): Promise<boolean> {
    const collection = await collections.findById(sync.collectionId);
    if (collection?.environment === sync.environment) return true;
    if (collection === null) await syncs.deactivate(sync._id, 'collection_deleted');
    else await syncs.pauseMoved(sync.collectionId);
    const message = syncErrorSentences[collection === null ? 'collection_deleted' : 'collection_moved'];
    for (const job of [sync.announced, sync.run])
      if (job !== null) await finish(job.jobId, 'execution_failed', message);
    await syncs.dropRun(sync._id);
    const stopped = await syncs.get(sync._id);
    if (stopped !== null) await jobs.syncs.put(stopped);
    return false;
  }

  /** Objects whose documents this run takes away. */
  function doomed({ deletionPolicy }: SyncRow, removed: number): number {
    return deletionPolicy === 'ignore' ? 0 : removed;
  }

  async function startJob(sync: RunningSync) {
    const { _id: syncId, run } = sync;
    const { jobId, type, files } = run;
    const removed = await syncObjects.countMissing(syncId, jobId);
    const counts = { ...run.counts, removed };
    const isSuspicious = isSuspiciousListing(counts.listed, sync.lastListed);
    const dooms = isSuspicious ? 0 : doomed(sync, removed);
    await syncs.noteOutcome(syncId, run.id, { jobId, counts, withheld: removed - dooms });
    if (isSuspicious)
      throw syncFailure(
        'source_listing_suspicious',
        'The container is empty, or shows nothing to this key; nothing was removed.',
      );
    const hasJob = run.announced || files > 0 || dooms > 0;
    if (!hasJob) {
      await noted(syncs.noteRun(syncId, run, { stage: 'removing', counts }));
      return { counts, job: false };
    }
    const { excluded } = counts;
    const warnings = excluded === 0 ? [] : [`${excluded} objects were left out by the patterns of the sync.`];
    await startListedJob(deps, sync, { jobId, type }, { files, warnings });
    await noted(syncs.noteRun(syncId, run, { stage: 'indexing', counts }));
    return { counts, job: true };
  }

  return {
    async beginSyncRun({ syncId }) {
      const sync = await syncs.get(syncId);
      if (sync === null || sync.status === 'inactive' || !(await hasCollection(sync))) return null;
      const { workflowExecution } = Context.current().info;
      const begun = await syncs.beginRun(sync, {
        id: workflowExecution?.runId ?? '',
        jobId: newId(ID_PREFIX.indexJob),
      });
      if (begun === null) throw new Error('the sync has changed meanwhile');
      const { run } = begun;
      if (run.announced) await holdSyncJob({ sealer, stores: deps }, begun, run);
      return { runId: run.id, stage: run.stage };
    },

    startSyncJob: (ref) =>
      whileAlive(async () => {
        const sync = await requireRun(deps, ref);
        const { stage, counts } = sync.run;
        if (stage !== 'listing') return { counts, job: stage === 'indexing' };
        return startJob(sync);
      }),

    async viewSyncJob({ syncId, runId }) {
      const { run } = await requireRun(deps, { syncId, runId });
      const [job] = await Promise.all([indexJobs.get(run.jobId), syncs.noteAlive(syncId, runId)]);
      return { state: job?.state ?? null, counts: job?.counts ?? null };
    },

    async endSyncRun(ref) {
      const sync = await requireRun(deps, ref);
      const job = await indexJobs.get(sync.run.jobId);
      const error = job === null ? null : errorOfJob(job.state, job.error);
      const message = error === null ? null : (job?.message ?? syncErrorSentences[error]);
      const isGood = error === null && job?.state !== 'cancelled';
      // Where every file has failed, the same ones would come again at once.
      const goesOn = isGood && sync.run.more && job?.state !== 'failed';
      const end = { error, message, isGood, hasJob: job !== null, goesOn };
      const ended = await syncs.endRun(sync, end, newId(ID_PREFIX.indexJob));
      if (ended === null) throw runOver();
      const failedOr = (state: string) => (error === null ? state : 'failed');
      metrics.count('jobs', { type: 'sync', state: failedOr(isGood ? 'succeeded' : 'cancelled') });
      return { counts: sync.run.counts, error, more: ended.run !== null };
    },

    failSyncRun: (ref) =>
      whileAlive(async () => {
        const sync = await requireRun(deps, ref);
        const { jobId, stage } = sync.run;
        if (stage === 'indexing') return;
        const job = await indexJobs.get(jobId);
        if (job === null) await jobFiles.removeAll(jobId);
        else if (!isFinalIndexState(job.state)) await finish(jobId, 'execution_failed', ref.message);
        const { error, message } = ref;
        const end = { error, message, isGood: false, hasJob: job !== null, goesOn: false };
        const ended = await syncs.endRun(sync, end, jobId);
        if (ended !== null) metrics.count('jobs', { type: 'sync', state: 'failed' });
        if (error === 'collection_moved') await hasCollection(sync);
      }),
  };
}
