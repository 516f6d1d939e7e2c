import { type Tenant } from '../domain/platform/tenancy';
import { type WebhookEventType } from '../domain/platform/webhook-event';

/** A delivery as its row tells of it. */
interface DeliveryFacts extends Tenant {
  _id: string;
  endpointId: string;
  eventId: string;
  eventType: WebhookEventType;
}

/**
 * Input that the run of a delivery is started with.
 *
 * @param slow its first attempt goes to the queue of slow receivers
 * @param weight among the runs of other endpoints, in (0, 1]
 */
export function deliveryStart(
  { _id: messageId, endpointId, eventId, eventType, organizationId, environment }: DeliveryFacts,
  { slow, weight }: { slow: boolean; weight: number },
) {
  return { messageId, endpointId, eventId, eventType, organizationId, environment, slow, weight };
}
