import { wakeEach } from './wake-each';
import { type createWebhookAttemptStore } from './webhook-attempts';
import { type WebhookEndpointStore } from './webhook-endpoints';
import { type WebhookDeliveryStore } from './webhook-deliveries';
import { type WebhookDeliveryRow } from './webhook-delivery-row';
import { type createWebhookRecoveryStore } from './webhook-recoveries';

const openPerStepMax = 200;

export interface EndpointRemovalDeps {
  webhookAttempts: ReturnType<typeof createWebhookAttemptStore>;
  webhookEndpoints: WebhookEndpointStore;
  webhookDeliveries: WebhookDeliveryStore;
  webhookRecoveries: ReturnType<typeof createWebhookRecoveryStore>;
}

/**
 * Removes up to 200 open deliveries of an endpoint that is marked as deleted or, without any, its history
 * and then the endpoint. Idempotent.
 *
 * @param wake signals the run of a delivery to read its row. Rows are removed after all signals, so that
 * a repeated step signals a run again that was missed
 * @returns whether all is removed
 * @throws what `wake` throws
 */
export async function removeEndpointStep(
  deps: EndpointRemovalDeps,
  endpointId: string,
  wake: (delivery: WebhookDeliveryRow) => Promise<void>,
): Promise<boolean> {
  const { webhookAttempts, webhookDeliveries, webhookEndpoints, webhookRecoveries } = deps;
  const open = await webhookDeliveries.listOpen(endpointId, openPerStepMax);
  await wakeEach(open, wake);
  await webhookDeliveries.remove(open.map(({ _id }) => _id));
  if (open.length === openPerStepMax) return false;
  await webhookDeliveries.removeOf(endpointId);
  await webhookAttempts.removeOf(endpointId);
  await webhookRecoveries.removeOf(endpointId);
  await webhookEndpoints.remove(endpointId);
  return true;
}
