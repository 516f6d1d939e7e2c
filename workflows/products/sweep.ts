import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { type BatchCursor } from '../../src/domain/platform/activities';
import { bulkActivities } from '../activity-proxies';
import { goThrough } from '../batches';

const { sweepProductJobs } = bulkActivities('repair jobs of indexes that a crash left half done');
const { sweepWrites } = bulkActivities('wake runs of indexes whose live writes wait');
const { removeBrokenUploads } = bulkActivities('remove what uploads that broke off have left');

const passes = [sweepProductJobs, sweepWrites];

/** Position of a sweep: index of the pass, default the first, and the last row that it has processed. */
export interface ProductSweepCursor extends BatchCursor {
  pass?: number;
}

/**
 * Repairs jobs of indexes that a crash left between two steps. It starts jobs that have a row and no run,
 * fails jobs whose run was terminated, cleans up behind ended jobs, signals runs whose live writes wait, and
 * removes interrupted uploads. Repairs are idempotent: a sweep may stop anywhere, and two may run at once.
 */
export async function productSweep(cursor: ProductSweepCursor = { after: null }): Promise<void> {
  const { after, pass: first = 0 } = cursor;
  for (const [pass, sweepRows] of passes.entries()) {
    if (pass < first) continue;
    await goThrough(sweepRows, { after: pass === first ? after : null }, (next) =>
      continueAsNew<typeof productSweep>({ ...next, pass }),
    );
  }
  while ((await removeBrokenUploads()).more)
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof productSweep>({ after: null, pass: passes.length });
}
