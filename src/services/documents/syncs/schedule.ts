import { type Logger } from 'pino';
import { JobsUnavailable } from '../../../jobs/runs';
import { createReportKey } from '../../../masking-report';
import { syncJobRow } from '../../../stores/documents/syncs/sync-job-row';
import { type SyncRow } from '../../../stores/documents/syncs/syncs';
import { type ServiceDeps } from '../../deps';

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
  if (announced !== null) {
    const row = syncJobRow(sync, announced, (jobId) => createReportKey(sealer, jobId));
    await stores.indexJobs.insertPending(row, { held: true });
  }
  try {
    await jobs.syncs.put(sync);
    if (announced !== null) await jobs.syncs.trigger(sync._id);
  } catch (err) {
    if (!(err instanceof JobsUnavailable)) throw err;
    log.warn({ err, syncId: sync._id }, 'the schedule of a sync is left to the sweep');
  }
}
