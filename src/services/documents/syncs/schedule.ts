import { type Logger } from 'pino';
import { type SyncRow } from '../../../stores/documents/syncs/syncs';
import { type ServiceDeps } from '../../deps';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';
import { holdSyncJob } from './hold-job';

/**
 * Brings the schedule of a sync in line with its row, and starts a run where a job was announced, which callers
 * see from then on. The row of the sync is written already: what cannot be done now the sweep does.
 */
export async function scheduleSync(
  { jobs, sealer, stores }: Pick<ServiceDeps, 'jobs' | 'sealer' | 'stores'>,
  sync: SyncRow,
  log: Logger,
): Promise<void> {
  const { announced } = sync;
  if (announced !== null) await holdSyncJob({ sealer, stores }, sync, announced);
  await orLeaveToSweep(putSchedule(jobs, sync), log, { syncId: sync._id });
}

async function putSchedule(jobs: ServiceDeps['jobs'], sync: SyncRow): Promise<void> {
  await jobs.syncs.put(sync);
  if (sync.announced !== null) await jobs.syncs.trigger(sync._id);
}
