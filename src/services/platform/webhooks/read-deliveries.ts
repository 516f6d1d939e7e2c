import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { type WebhookAttemptRow } from '../../../stores/platform/webhooks/webhook-attempts';
import { type WebhookDeliveryRow } from '../../../stores/platform/webhooks/webhook-delivery-row';
import { type WebhookEndpointRow } from '../../../stores/platform/webhooks/webhook-endpoint-row';
import { type WebhookEventRow } from '../../../stores/platform/webhooks/webhook-events';
import { type ServiceDeps } from '../../deps';

type ReadDeps = Pick<ServiceDeps, 'stores'>;

/**
 * Finds a delivery to an endpoint, by its own id or by that of its event. @throws Refusal `message_not_found`
 */
export async function findDelivery(
  { stores }: ReadDeps,
  { _id: endpointId }: WebhookEndpointRow,
  messageId: string,
): Promise<WebhookDeliveryRow> {
  const delivery = await stores.webhookDeliveries.find(endpointId, messageId);
  if (delivery === null) throw new Refusal<PlatformErrorCode>('message_not_found');
  return delivery;
}

/** Reads a delivery to an endpoint with its event. @throws Refusal `message_not_found` */
export async function readDeliveryEvent(
  deps: ReadDeps,
  endpoint: WebhookEndpointRow,
  messageId: string,
): Promise<{ delivery: WebhookDeliveryRow; event: WebhookEventRow }> {
  const delivery = await findDelivery(deps, endpoint, messageId);
  const event = await deps.stores.webhookEvents.get(delivery.eventId);
  // Expired rows are deleted one by one, and the event may be deleted before its deliveries.
  if (event === null) throw new Refusal<PlatformErrorCode>('message_not_found');
  return { delivery, event };
}

/**
 * Lists a page of the attempts of a delivery, newest first, with the body that they sent.
 *
 * @param page.before number of an attempt; null for the first page
 * @returns `next` is the start of the next page; null on the last. `body` is null where the event has expired
 * @throws Refusal `message_not_found`
 */
export async function listAttempts(
  deps: ReadDeps,
  endpoint: WebhookEndpointRow,
  messageId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<{ attempts: WebhookAttemptRow[]; body: string | null; next: number | null }> {
  const delivery = await findDelivery(deps, endpoint, messageId);
  const [rows, event] = await Promise.all([
    deps.stores.webhookAttempts.list(delivery._id, { before, limit: limit + 1 }),
    deps.stores.webhookEvents.get(delivery.eventId),
  ]);
  const attempts = rows.slice(0, limit);
  return { attempts, body: event?.body ?? null, next: rows.length > limit ? attempts.at(-1)!.number : null };
}
