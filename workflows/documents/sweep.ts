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

/** Position of a sweep: index of the pass, default the first, and the last row that it has processed. */
export interface DocumentSweepCursor extends BatchCursor {
  pass?: number;
}

/**
 * Repairs jobs of documents that a crash left between two steps. It starts jobs that have a row and no run,
 * fails jobs whose run was terminated, cleans up behind ended jobs, brings schedules of syncs in line with
 * their rows, and releases holds of jobs that were never written. Repairs are idempotent: a sweep may stop
 * anywhere, and two may run at once.
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
