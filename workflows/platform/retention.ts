import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { bulkActivities } from '../activity-proxies';

const { removeExpiredUploads } = bulkActivities('remove uploads that have expired');
const { removeAbandonedBlobs } = bulkActivities('remove unfinished blobs of writers that were killed');

/**
 * Deletes expired uploads in bounded batches until none is left, then unfinished writes of killed processes.
 */
export async function platformRetention(): Promise<void> {
  while ((await removeExpiredUploads()).more)
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof platformRetention>();
  await removeAbandonedBlobs();
}
