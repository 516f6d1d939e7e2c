import { wakeEach } from './wake-each';
import { type createWebhookAttemptStore } from './webhook-attempts';
import { type WebhookEndpointStore } from './webhook-endpoints';
import { type WebhookDeliveryStore } from './webhook-deliveries';
import { type WebhookDeliveryRow } from './webhook-delivery-row';
import { type createWebhookRecoveryStore } from './webhook-recoveries';

const openPerStepMax = 200;

/** The end of endpoints, over all that belongs to them. */
export function createWebhookEndpointRemoval(stores: {
  webhookAttempts: ReturnType<typeof createWebhookAttemptStore>;
  webhookEndpoints: WebhookEndpointStore;
  webhookDeliveries: WebhookDeliveryStore;
  webhookRecoveries: ReturnType<typeof createWebhookRecoveryStore>;
}) {
  const { webhookAttempts, webhookEndpoints, webhookDeliveries, webhookRecoveries } = stores;
  return {
    /**
     * Removes up to 200 open deliveries of an endpoint that is marked as deleted, or, once there are no more,
     * its history and then the endpoint; safe to do again.
     *
     * @param wake tells the run of a delivery that there is something to see; its row goes when all were
     *   told, so that one that was not told is told by whoever does this step again
     * @returns whether nothing is left
     * @throws what `wake` throws
     */
    async step(endpointId: string, wake: (delivery: WebhookDeliveryRow) => Promise<void>): Promise<boolean> {
      const open = await webhookDeliveries.listOpen(endpointId, openPerStepMax);
      await wakeEach(open, wake);
      await webhookDeliveries.remove(open.map(({ _id }) => _id));
      if (open.length === openPerStepMax) return false;
      await webhookDeliveries.removeOf(endpointId);
      await webhookAttempts.removeOf(endpointId);
      await webhookRecoveries.removeOf(endpointId);
      await webhookEndpoints.remove(endpointId);
      return true;
    },
  };
}
