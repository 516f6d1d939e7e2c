import { continueAsNew, patched, workflowInfo } from '@temporalio/workflow';
import { bulkActivities } from '../activity-proxies';
import { PATCHES } from '../patches';

const { removeExpiredUploads } = bulkActivities('remove uploads that have expired');
const { removeExpiredJobs } = bulkActivities('remove results, stale files and old rows of parse jobs');
const { removeOldIndexJobs } = bulkActivities('remove old rows of indexing jobs');
const { removeOldQueryBodies } = bulkActivities('remove bodies of old queries');
const { removeAbandonedBlobs } = bulkActivities('remove unfinished blobs of writers that were killed');

/**
 * The retention of former releases, which `documentRetention` and `platformRetention` have replaced: no
 * schedule of this release starts it. It stays for the same reasons as the former `sweep`.
 */
export async function retention(): Promise<void> {
  let more = true;
  while (more) {
    const uploads = await removeExpiredUploads();
    const jobs = await removeExpiredJobs();
    more = uploads.more || jobs.more;
    if (patched(PATCHES.removeIndexJobs)) more = (await removeOldIndexJobs()).more || more;
    if (patched(PATCHES.removeQueryBodies)) more = (await removeOldQueryBodies()).more || more;
    if (more && workflowInfo().continueAsNewSuggested) await continueAsNew<typeof retention>();
  }
  await removeAbandonedBlobs();
}
