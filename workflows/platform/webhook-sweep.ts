import { continueAsNew } from '@temporalio/workflow';
import { type BatchCursor } from '../../src/domain/platform/activities';
import { bulkActivities } from '../activity-proxies';
import { goThrough } from '../batches';

const { sweepDeliveries } = bulkActivities('start deliveries that have no run');
const { sweepWebhookEndpoints } = bulkActivities(
  'start recoveries, remove what is left of deleted endpoints',
);

/** Repairs webhooks for which a crash left a row without a run. */
export async function webhookSweep({ after }: BatchCursor = { after: null }): Promise<void> {
  if (after === null) await sweepWebhookEndpoints();
  await goThrough(sweepDeliveries, { after }, (next) => continueAsNew<typeof webhookSweep>(next));
}
