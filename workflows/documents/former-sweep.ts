import { continueAsNew, patched } from '@temporalio/workflow';
import { type BatchCursor } from '../../src/domain/platform/activities';
import { bulkActivities } from '../activity-proxies';
import { goThrough } from '../batches';
import { PATCHES } from '../patches';

const { sweepParseJobs } = bulkActivities('repair parse jobs that a crash left half done');
const { releaseOrphanHolds } = bulkActivities('release credits and places that no job holds any more');
const { sweepIndexJobs } = bulkActivities('repair indexing jobs that a crash left half done');
const { sweepEvaluations } = bulkActivities('repair evaluations that a crash left half done');

/** Position of a sweep: first come parse jobs and holds, then indexing jobs, then evaluations. */
export interface SweepCursor extends BatchCursor {
  of?: 'indexJobs' | 'evaluations';
}

/**
 * The sweep of former releases, which `documentSweep` has replaced: no schedule of this release starts it. It
 * stays for runs that are open, and for programs of a former release that make its schedule again while an
 * installation is updated.
 */
export async function sweep(cursor: SweepCursor = { after: null }): Promise<void> {
  const { after, of } = cursor;
  if (of === undefined) {
    await goThrough(sweepParseJobs, { after }, (next) => continueAsNew<typeof sweep>(next));
    await releaseOrphanHolds();
  }
  if (of !== 'evaluations') {
    if (!patched(PATCHES.sweepIndexJobs)) return;
    await goThrough(sweepIndexJobs, { after: of === 'indexJobs' ? after : null }, (next) =>
      continueAsNew<typeof sweep>({ ...next, of: 'indexJobs' }),
    );
  }
  if (!patched(PATCHES.sweepEvaluations)) return;
  await goThrough(sweepEvaluations, { after: of === 'evaluations' ? after : null }, (next) =>
    continueAsNew<typeof sweep>({ ...next, of: 'evaluations' }),
  );
}
