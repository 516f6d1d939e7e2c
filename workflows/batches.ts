import { workflowInfo } from '@temporalio/workflow';
import { type BatchCursor } from '../src/domain/platform/activities';

/**
 * Goes through all rows of one kind, each batch from where the former ended. Where the history of the run has
 * become long, `goOn` continues in a fresh one.
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
