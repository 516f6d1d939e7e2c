import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { type BatchCursor } from '../../src/domain/platform/activities';
import { bulkActivities } from '../activity-proxies';

const { sweepDeliveries } = bulkActivities('start deliveries that have no run');
const { sweepWebhookEndpoints } = bulkActivities(
  'start recoveries, remove what is left of deleted endpoints',
);

/** Repairs, every minute, what a crash left of webhooks between a row and its run. */
export async function webhookSweep({ after }: BatchCursor = { after: null }): Promise<void> {
  if (after === null) await sweepWebhookEndpoints();
  let cursor = after;
  do {
    ({ after: cursor } = await sweepDeliveries({ after: cursor }));
    if (cursor !== null && workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof webhookSweep>({ after: cursor });
  } while (cursor !== null);
}
