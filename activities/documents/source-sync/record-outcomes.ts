import { type SyncRunRef } from '../../../src/domain/documents/activities';
import { mayPass } from '../../../src/domain/documents/sync';
import { objectUri } from '../../../src/object-stores';
import { type JobFileRow } from '../../../src/stores/documents/index-jobs/job-file-row';
import { type SyncObjectRow } from '../../../src/stores/documents/syncs/sync-objects';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { accessOf, requireWritten, requireRun } from './sync-run';

const filesPerBatch = 500;

export type RecordOutcomesDeps = Pick<ActivityDeps, 'jobFiles' | 'sealer' | 'syncObjects' | 'syncs'>;

/**
 * Records the outcomes of a job in the objects of its sync. A file that failed for a transient reason is not
 * recorded, so that the next run treats its object as changed again.
 */
export function recordSyncOutcomes(deps: RecordOutcomesDeps, ref: SyncRunRef): Promise<void> {
  return whileAlive(async (signal) => {
    const sync = await requireRun(deps, ref);
    let { run } = sync;
    if (run.stage !== 'indexing') return;
    const start = objectUri(accessOf(deps, sync), '').length;
    for (let more = true; more;) {
      signal.throwIfAborted();
      const files = await deps.jobFiles.page(run.jobId, run.lastRecorded, filesPerBatch);
      await deps.syncObjects.put(
        sync._id,
        files.flatMap((file) => objectOf(file, start, run.epoch)),
      );
      more = files.length === filesPerBatch;
      const last = files.at(-1)?.file ?? run.lastRecorded;
      const progress = more ? { lastRecorded: last } : { lastRecorded: last, stage: 'removing' as const };
      await requireWritten(deps.syncs.saveRun(sync._id, run, progress));
      run = { ...run, ...progress };
    }
  });
}

/** The object of a file with a permanent outcome. @param start length of the URI before the key */
function objectOf(
  { state, error, uri, etag, byteSize }: JobFileRow,
  start: number,
  epoch: number,
): (Omit<SyncObjectRow, '_id' | 'syncId' | 'missing'> & { key: string })[] {
  const isLasting = state === 'completed' || (state === 'failed' && error !== null && !mayPass(error));
  if (!isLasting || uri === null) return [];
  const facts = { key: uri.slice(start), etag: etag ?? null, byteSize: byteSize ?? 0, epoch };
  return [{ ...facts, state: state === 'completed' ? 'indexed' : 'failed' }];
}
