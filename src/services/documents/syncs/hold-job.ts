import { createReportKey } from '../../../masking-report';
import { type Sealer } from '../../../signing/sealed-text';
import { type Stores } from '../../../stores';
import { type SyncJob, syncJobRow } from '../../../stores/documents/syncs/sync-job-row';
import { type SyncRow } from '../../../stores/documents/syncs/sync-row';

export interface HoldSyncJobDeps {
  sealer: Sealer;
  stores: Pick<Stores, 'collections' | 'indexJobs'>;
}

/** Writes the row of a sync's job, which waits for its files; an existing row does not change. */
export async function holdSyncJob(
  { sealer, stores }: HoldSyncJobDeps,
  sync: SyncRow,
  job: SyncJob,
): Promise<void> {
  const collection = sync.masking === null ? null : await stores.collections.findById(sync.collectionId);
  const makeKey = (jobId: string) => createReportKey(sealer, jobId);
  const row = syncJobRow(sync, job, makeKey, collection?.maskingBounds);
  await stores.indexJobs.insertPending(row, { held: true });
}
