import { continueAsNew, patched, workflowInfo } from '@temporalio/workflow';
import { bulkActivities } from '../activity-proxies';

const { removeExpiredUploads } = bulkActivities('remove uploads that have expired');
const { removeExpiredJobs } = bulkActivities('remove results, stale files and old rows of parse jobs');
const { removeOldIndexJobs } = bulkActivities('remove old rows of indexing jobs');
const { removeOldQueryBodies } = bulkActivities('remove bodies of old queries');
const { removeAbandonedBlobs } = bulkActivities('remove unfinished blobs of writers that were killed');

/** Deletes what has expired, rows and blobs together, in bounded batches until nothing is due. */
export async function retention(): Promise<void> {
  let more = true;
  while (more) {
    const uploads = await removeExpiredUploads();
    const jobs = await removeExpiredJobs();
    more = uploads.more || jobs.more;
    if (patched('remove indexing jobs')) more = (await removeOldIndexJobs()).more || more;
    if (patched('remove bodies of queries')) more = (await removeOldQueryBodies()).more || more;
    if (more && workflowInfo().continueAsNewSuggested) await continueAsNew<typeof retention>();
  }
  await removeAbandonedBlobs();
}
