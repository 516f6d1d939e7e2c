import { type Logger } from 'pino';
import { type SyncError } from '../../../domain/documents/sync';
import { type SyncRow } from '../../../stores/documents/syncs/sync-row';
import { type ServiceDeps } from '../../deps';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';
import { requestCancel } from '../index-jobs/cancel';
import { scheduleSync } from './schedule';

/** Cause of the end of a sync: the key that requests it, and the error where there is one. */
interface End {
  /** Key that requests it. */
  keyId: string;
  error?: SyncError;
  log: Logger;
}

/**
 * Ends a sync permanently: removes its schedule, cancels its jobs, and keeps its documents. A run in progress
 * observes the end at its next step.
 */
export async function endSync(
  { jobs, sealer, stores }: Pick<ServiceDeps, 'jobs' | 'sealer' | 'stores'>,
  { _id: syncId }: Pick<SyncRow, '_id'>,
  { keyId, error, log }: End,
): Promise<SyncRow | null> {
  const sync = await stores.syncs.deactivate(syncId, error);
  if (sync === null) return null;
  await scheduleSync({ jobs, sealer, stores }, { ...sync, announced: null }, log);
  for (const job of [sync.announced, sync.run])
    if (job !== null)
      await orLeaveToSweep(requestCancel({ jobs, stores }, job.jobId, keyId), log, { jobId: job.jobId });
  return sync;
}
