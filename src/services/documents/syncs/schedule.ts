import { type Logger } from 'pino';
import { type SyncRow } from '../../../stores/documents/syncs/sync-row';
import { type ServiceDeps } from '../../deps';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';
import { holdSyncJob } from './hold-job';

/**
 * Updates the schedule of a sync to match its row, and starts a run where a job was announced; callers see
 * that job from then on. The row is written before, so the sweep does what this call cannot.
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
