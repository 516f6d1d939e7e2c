import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { type BatchCursor } from '../../src/domain/platform/activities';
import { bulkActivities } from '../activity-proxies';

const { repairSearchIndex } = bulkActivities('write to the search index what a crash kept from it');
const { removeUnseenVersions } = bulkActivities(
  'remove versions of documents that no collection shows any more',
);
const { collectNamespaces } = bulkActivities('remove namespaces that no collection names');
const { flattenCollection } = bulkActivities('give a collection with many layers one base layer');

/**
 * Maintains the storage of documents: repairs the search index from MongoDB, removes versions that no
 * collection shows and no rollback can restore, and flattens collections that inherit from many. All steps
 * are bounded batches that may run twice. Rows that a collection shows stay unchanged.
 */
export async function collector(cursor: BatchCursor = { after: null }): Promise<void> {
  let { after } = cursor;
  if (after === null) {
    while ((await repairSearchIndex()).more) await makeRoom(after);
    while ((await removeUnseenVersions()).more) await makeRoom(after);
  }
  do {
    ({ after } = await collectNamespaces({ after }));
    if (after !== null) await makeRoom(after);
  } while (after !== null);
  while ((await flattenCollection()).more) await makeRoom(after);
}

/** Continues in a new run when the history of this one is long. */
async function makeRoom(after: string | null): Promise<void> {
  if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof collector>({ after });
}
