import { type BatchCursor } from '../../../src/domain/platform/activities';
import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { syncCheckAfterMs } from '../../../src/domain/documents/sync';
import { requestCancel } from '../../../src/services/documents/index-jobs/cancel';
import { type SyncRow } from '../../../src/stores/documents/syncs/sync-row';
import { sweepRows } from '../../attempt/sweep-rows';
import { type ActivityDeps } from '../../deps';

const objectsPerBatch = 5_000;

/** Repairs what a crash left between the row of a sync, its schedule and its runs. */
export function sweepSyncs(
  deps: ActivityDeps,
  { after }: BatchCursor,
): ReturnType<DocumentActivities['sweepSyncs']> {
  const { jobs, syncs } = deps;
  return sweepRows({ store: syncs, runs: [jobs.syncs], repair: (sync) => repair(deps, sync) }, after);
}

async function repair(deps: ActivityDeps, sync: SyncRow): Promise<void> {
  const { collections, jobs, syncs } = deps;
  const next = new Date(Date.now() + syncCheckAfterMs);
  if (sync.status === 'inactive') await clear(deps, sync);
  else if ((await collections.findById(sync.collectionId)) === null) {
    await syncs.deactivate(sync._id, 'collection_deleted');
    return;
  } else {
    await jobs.syncs.put(sync);
    if (sync.announced !== null || sync.run !== null || sync.wanted === true)
      await jobs.syncs.trigger(sync._id);
  }
  await syncs.markChecked(sync);
  await syncs.postponeCheck(sync._id, next);
}

/** Removes the data of an inactive sync; its documents stay. */
async function clear(deps: ActivityDeps, sync: SyncRow): Promise<void> {
  const { jobs, syncObjects, syncs } = deps;
  await jobs.syncs.put(sync);
  for (const job of [sync.announced, sync.run])
    if (job !== null) await requestCancel({ jobs, stores: deps }, job.jobId, null);
  await syncs.dropRun(sync._id);
  while (await syncObjects.removeSome(sync._id, objectsPerBatch));
}
