import { continueAsNew } from '@temporalio/workflow';
import { type BatchCursor } from '../../src/domain/platform/activities';
import { bulkActivities } from '../activity-proxies';
import { goThrough } from '../batches';

const { sweepParseJobs } = bulkActivities('repair parse jobs that a crash left half done');
const { sweepIndexJobs } = bulkActivities('repair indexing jobs that a crash left half done');
const { sweepEvaluations } = bulkActivities('repair evaluations that a crash left half done');
const { sweepSyncs } = bulkActivities('repair syncs that a crash left half done');
const { releaseOrphanHolds } = bulkActivities('release credits and places that no job holds any more');

const passes = [sweepParseJobs, sweepIndexJobs, sweepEvaluations, sweepSyncs];

/**
 * Position of a sweep: the pass by its place in the order, default the first, and the last row that it has
 * seen.
 */
export interface DocumentSweepCursor extends BatchCursor {
  pass?: number;
}

/**
 * Repairs, by the clock, what a crash left between two steps of jobs of documents: starts jobs that have a
 * row and no run, fails jobs whose run was terminated, cleans up behind jobs that have ended, brings schedules
 * of syncs in line, then releases holds of jobs that never came to be. Repairs are idempotent, so that a sweep
 * may be cut short anywhere and two may run at once.
 */
export async function documentSweep(cursor: DocumentSweepCursor = { after: null }): Promise<void> {
  const { after, pass: first = 0 } = cursor;
  for (const [pass, sweepRows] of passes.entries()) {
    if (pass < first) continue;
    await goThrough(sweepRows, { after: pass === first ? after : null }, (next) =>
      continueAsNew<typeof documentSweep>({ ...next, pass }),
    );
  }
  await releaseOrphanHolds();
}
