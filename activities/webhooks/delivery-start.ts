import { type DeliveryStart } from '../../src/jobs';
import { type WebhookMessageRow } from '../../src/stores/webhook-messages';

/** What the run of a delivery is started with. */
export function deliveryStart(message: WebhookMessageRow, slow: boolean): DeliveryStart {
  const { _id: messageId, endpointId, eventId, eventType, organizationId, environment } = message;
  return { messageId, endpointId, eventId, eventType, organizationId, environment, slow };
}
