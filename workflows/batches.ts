import { workflowInfo } from '@temporalio/workflow';
import { type BatchCursor } from '../src/domain/platform/activities';

/**
 * Processes all rows of one kind in batches, each after the last row of the one before. When the history of
 * the run has become long, `goOn` continues in a new run.
 */
export async function goThrough(
  batch: (cursor: BatchCursor) => Promise<BatchCursor>,
  from: BatchCursor,
  goOn: (cursor: BatchCursor) => Promise<never>,
): Promise<void> {
  let { after } = from;
  do {
    ({ after } = await batch({ after }));
    if (after !== null && workflowInfo().continueAsNewSuggested) await goOn({ after });
  } while (after !== null);
}
