import { createReportKey } from '../../../masking-report';
import { type Sealer } from '../../../signing/sealed-text';
import { type Stores } from '../../../stores';
import { type SyncJob, syncJobRow } from '../../../stores/documents/syncs/sync-job-row';
import { type SyncRow } from '../../../stores/documents/syncs/syncs';

export interface HoldSyncJobDeps {
  sealer: Sealer;
  stores: Pick<Stores, 'indexJobs'>;
}

/** Writes the row of a job of a sync, which waits for its files; a row that exists stays as it is. */
export async function holdSyncJob(
  { sealer, stores }: HoldSyncJobDeps,
  sync: SyncRow,
  job: SyncJob,
): Promise<void> {
  const row = syncJobRow(sync, job, (jobId) => createReportKey(sealer, jobId));
  await stores.indexJobs.insertPending(row, { held: true });
}
