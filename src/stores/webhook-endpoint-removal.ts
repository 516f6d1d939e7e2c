import { type createWebhookAttemptStore } from './webhook-attempts';
import { type WebhookEndpointStore } from './webhook-endpoints';
import { type WebhookMessageStore } from './webhook-messages';
import { type createWebhookRecoveryStore } from './webhook-recoveries';

/** The end of endpoints, over all that belongs to them. */
export function createWebhookEndpointRemoval(stores: {
  webhookAttempts: ReturnType<typeof createWebhookAttemptStore>;
  webhookEndpoints: WebhookEndpointStore;
  webhookMessages: WebhookMessageStore;
  webhookRecoveries: ReturnType<typeof createWebhookRecoveryStore>;
}) {
  const { webhookAttempts, webhookEndpoints, webhookMessages, webhookRecoveries } = stores;
  return {
    /** Removes the history of an endpoint that is marked as deleted, then the endpoint; safe to do again. */
    async finish(endpointId: string): Promise<void> {
      await webhookMessages.removeOf(endpointId);
      await webhookAttempts.removeOf(endpointId);
      await webhookRecoveries.removeOf(endpointId);
      await webhookEndpoints.remove(endpointId);
    },
  };
}
