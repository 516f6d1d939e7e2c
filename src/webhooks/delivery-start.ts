import { type Tenant } from '../domain/platform/tenancy';
import { type WebhookEventType } from '../domain/platform/webhook-event';

/** The fields of a delivery's row that its start needs. */
interface DeliveryFacts extends Tenant {
  _id: string;
  endpointId: string;
  eventId: string;
  eventType: WebhookEventType;
}

/**
 * Input for the start of a delivery's run.
 *
 * @param slow whether its first attempt goes to the queue of slow receivers
 * @param weight fairness weight among the runs of other endpoints, in (0, 1]
 */
export function deliveryStart(
  { _id: messageId, endpointId, eventId, eventType, organizationId, environment }: DeliveryFacts,
  { slow, weight }: { slow: boolean; weight: number },
) {
  return { messageId, endpointId, eventId, eventType, organizationId, environment, slow, weight };
}
