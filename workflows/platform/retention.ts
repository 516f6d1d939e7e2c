import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { bulkActivities } from '../activity-proxies';

const { removeExpiredUploads } = bulkActivities('remove uploads that have expired');
const { removeAbandonedBlobs } = bulkActivities('remove unfinished blobs of writers that were killed');

/**
 * Deletes uploads that have expired, in bounded batches until none is due, then what killed writers have
 * left.
 */
export async function platformRetention(): Promise<void> {
  while ((await removeExpiredUploads()).more)
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof platformRetention>();
  await removeAbandonedBlobs();
}
