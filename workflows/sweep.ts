import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { type BatchCursor } from '../src/domain/activities';
import { bulkActivities } from './activity-proxies';

const { sweepParseJobs } = bulkActivities('repair parse jobs that a crash left half done');
const { releaseOrphanHolds } = bulkActivities('release credits and places that no job holds any more');

/**
 * Repairs, every minute, what a crash left between two steps: starts jobs that have a row and no run, fails jobs whose run
 * was terminated, closes holds of jobs that have ended and of jobs that never came to be. Goes through all of them, batch
 * by batch; repairing is idempotent, so that a pass may be cut short anywhere.
 */
export async function sweep(cursor: BatchCursor = { after: null }): Promise<void> {
  let { after } = cursor;
  do {
    ({ after } = await sweepParseJobs({ after }));
    if (after !== null && workflowInfo().continueAsNewSuggested) await continueAsNew<typeof sweep>({ after });
  } while (after !== null);
  await releaseOrphanHolds();
}
