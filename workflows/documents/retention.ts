import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { bulkActivities } from '../activity-proxies';

const { removeExpiredJobs } = bulkActivities('remove results, stale files and old rows of parse jobs');
const { removeOldIndexJobs } = bulkActivities('remove old rows of indexing jobs');
const { removeMaskingReports } = bulkActivities('remove masking reports that have expired or were deleted');
const { removeOldQueryBodies } = bulkActivities('remove bodies of old queries');

/** Deletes expired data of documents, rows and blobs together, in bounded batches until none is left. */
export async function documentRetention(): Promise<void> {
  let more = true;
  while (more) {
    const removed = [
      await removeExpiredJobs(),
      await removeOldIndexJobs(),
      await removeOldQueryBodies(),
      await removeMaskingReports(),
    ];
    more = removed.some((batch) => batch.more);
    if (more && workflowInfo().continueAsNewSuggested) await continueAsNew<typeof documentRetention>();
  }
}
