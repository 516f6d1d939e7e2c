import { continueAsNew, patched, workflowInfo } from '@temporalio/workflow';
import { type BatchCursor } from '../../src/domain/platform/activities';
import { bulkActivities } from '../activity-proxies';

const { sweepParseJobs } = bulkActivities('repair parse jobs that a crash left half done');
const { releaseOrphanHolds } = bulkActivities('release credits and places that no job holds any more');
const { sweepIndexJobs } = bulkActivities('repair indexing jobs that a crash left half done');
const { sweepEvaluations } = bulkActivities('repair evaluations that a crash left half done');

/** Where a pass stands: first come parse jobs and holds, then indexing jobs, then evaluations. */
export interface SweepCursor extends BatchCursor {
  of?: 'indexJobs' | 'evaluations';
}

/**
 * Repairs, every minute, what a crash left between two steps: starts jobs that have a row and no run, fails jobs whose run
 * was terminated, closes holds of jobs that have ended and of jobs that never came to be, cleans up behind indexing jobs; does
 * the same for evaluations. Goes through all of them, batch by batch; repairing is idempotent, so that a pass may be cut short anywhere.
 */
export async function sweep(cursor: SweepCursor = { after: null }): Promise<void> {
  let { after } = cursor;
  if (cursor.of === undefined) {
    do {
      ({ after } = await sweepParseJobs({ after }));
      if (after !== null && workflowInfo().continueAsNewSuggested)
        await continueAsNew<typeof sweep>({ after });
    } while (after !== null);
    await releaseOrphanHolds();
  }
  if (cursor.of !== 'evaluations') {
    if (!patched('sweep indexing jobs')) return;
    do {
      ({ after } = await sweepIndexJobs({ after }));
      if (after !== null && workflowInfo().continueAsNewSuggested)
        await continueAsNew<typeof sweep>({ after, of: 'indexJobs' });
    } while (after !== null);
  }
  if (!patched('sweep evaluations')) return;
  do {
    ({ after } = await sweepEvaluations({ after }));
    if (after !== null && workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof sweep>({ after, of: 'evaluations' });
  } while (after !== null);
}
