import { type Logger } from 'pino';
import { type SyncError } from '../../../domain/documents/sync';
import { JobsUnavailable } from '../../../jobs/runs';
import { type SyncRow } from '../../../stores/documents/syncs/syncs';
import { type ServiceDeps } from '../../deps';
import { scheduleSync } from './schedule';

/** Who ends syncs, and why. */
interface End {
  /** Id of the key that asks. */
  keyId: string;
  error?: SyncError;
  log: Logger;
}

/**
 * Ends a sync for good: its schedule goes, its jobs are cancelled, its documents stay. A run that is under way
 * notices at its next step.
 */
export async function endSync(
  { jobs, sealer, stores }: Pick<ServiceDeps, 'jobs' | 'sealer' | 'stores'>,
  { _id: syncId }: Pick<SyncRow, '_id'>,
  { keyId, error, log }: End,
): Promise<SyncRow | null> {
  const sync = await stores.syncs.deactivate(syncId, error);
  if (sync === null) return null;
  await scheduleSync({ jobs, sealer, stores }, { ...sync, announced: null }, log);
  for (const job of [sync.announced, sync.run]) {
    if (job === null) continue;
    const { jobId } = job;
    if ((await stores.indexJobEndings.cancel(jobId, keyId)) === null) continue;
    await jobs.indexing.cancel(jobId).catch((err: unknown) => {
      if (!(err instanceof JobsUnavailable)) throw err;
      log.warn({ err, jobId }, 'the run was not told; the sweep will do it');
    });
  }
  return sync;
}
