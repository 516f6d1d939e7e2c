import { type Logger } from 'pino';
import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { type Tenant } from '../../../domain/platform/tenancy';
import {
  isWithinRecoverWindow,
  recoverSpan,
  recoverWindowMs,
} from '../../../domain/platform/webhook-recovery';
import { isSlow } from '../../../domain/platform/webhook-endpoint';
import { type WebhookEventType } from '../../../domain/platform/webhook-event';
import { type WebhookEndpointRow } from '../../../stores/platform/webhooks/webhook-endpoint-row';
import { type WebhookDeliveryRow } from '../../../stores/platform/webhooks/webhook-delivery-row';
import { type WebhookRecoveryRow } from '../../../stores/platform/webhooks/webhook-recoveries';
import { deliveryStart, type EventCatalogue } from '../../../webhooks';
import { type ServiceDeps } from '../../deps';
import { checkAddress } from './check-address';

type DeliveryDeps = Pick<ServiceDeps, 'jobs' | 'stores'>;

interface TestDeps extends DeliveryDeps, Pick<ServiceDeps, 'config' | 'outbound'> {
  events: EventCatalogue;
}

/**
 * Sends a test delivery to an endpoint. It is sent once its row is written: when its run cannot start, the
 * sweep starts one.
 *
 * @throws Refusal `endpoint_disabled`, `invalid_url`, `url_not_public`
 */
export async function sendTest(
  { config, jobs, outbound, stores, events }: TestDeps,
  tenant: Tenant,
  endpoint: WebhookEndpointRow,
  eventType: WebhookEventType,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<WebhookDeliveryRow> {
  requireEnabled(endpoint);
  await checkAddress(outbound, endpoint.url, signal);
  const now = new Date();
  const payload = events.testPayload(eventType, tenant, { publicUrl: config.PUBLIC_URL, now });
  const event = await stores.webhookEvents.write({
    _id: payload.id,
    organizationId: tenant.organizationId,
    type: eventType,
    test: true,
    body: JSON.stringify(payload),
    endpointIds: [endpoint._id],
    createdAt: now,
  });
  const [delivery] = await stores.webhookDeliveries.open(event, tenant.environment, now);
  await startOrLeave(async () => jobs.deliveries.start(await startOf(stores, endpoint, delivery!)), log);
  return delivery!;
}

/**
 * Resends a delivery in any state.
 *
 * @throws Refusal `endpoint_disabled`, `message_not_found`
 */
export async function resend(
  { jobs, stores }: DeliveryDeps,
  endpoint: WebhookEndpointRow,
  messageId: string,
  log: Logger,
): Promise<WebhookDeliveryRow> {
  requireEnabled(endpoint);
  const found = await stores.webhookDeliveries.find(endpoint._id, messageId);
  if (found !== null) await stores.webhookEvents.keep([found.eventId]);
  const delivery = found === null ? null : await stores.webhookDeliveries.resend(found._id);
  if (delivery === null) throw new Refusal<PlatformErrorCode>('message_not_found');
  await startOrLeave(async () => jobs.deliveries.resend(await startOf(stores, endpoint, delivery)), log);
  return delivery;
}

/**
 * Resends all deliveries that failed within a span and are still failed. A running recovery does not change.
 *
 * @throws Refusal `endpoint_disabled`, `since_out_of_range`
 */
export async function recover(
  { jobs, stores }: DeliveryDeps,
  endpoint: WebhookEndpointRow,
  asked: { since: Date; until?: Date | undefined },
  log: Logger,
): Promise<{ row: WebhookRecoveryRow; begun: boolean }> {
  requireEnabled(endpoint);
  const { _id: endpointId, organizationId } = endpoint;
  const now = new Date();
  const { since, until } = recoverSpan(asked, now);
  if (!isWithinRecoverWindow(since, now)) throw new Refusal<PlatformErrorCode>('since_out_of_range');
  const messages = await stores.webhookDeliveries.countFailed({ endpointId, since, until });
  const recovery = await stores.webhookRecoveries.begin({
    _id: endpointId,
    organizationId,
    since,
    until,
    messages,
  });
  if (recovery.row.running)
    await startOrLeave(() => jobs.recoveries.start({ endpointId, organizationId }), log);
  return recovery;
}

/**
 * Requests, in the background, an attempt of every delivery that has been waiting since before the endpoint
 * changed; later failures were already attempts at the new address. Where the process ends before the request
 * is stored, each delivery keeps the time of its next attempt.
 */
export async function resendWaiting(
  { jobs, stores }: DeliveryDeps,
  { _id: endpointId, organizationId, disabledAt, updatedAt: until }: WebhookEndpointRow,
  log: Logger,
): Promise<void> {
  if (disabledAt !== null) return;
  const since = new Date(until.getTime() - recoverWindowMs);
  const set = { endpointId, since, until };
  const messages = await stores.webhookDeliveries.countFailed({ ...set, waitingOnly: true });
  if (messages === 0) return;
  await stores.webhookRecoveries.beginWaiting({ _id: endpointId, organizationId, since, until, messages });
  await startOrLeave(() => jobs.recoveries.start({ endpointId, organizationId }), log);
}

/** Start arguments of a delivery's run. */
async function startOf(
  { webhookDeliveries, webhookEndpoints }: ServiceDeps['stores'],
  { _id: endpointId, organizationId, recentMs }: WebhookEndpointRow,
  delivery: WebhookDeliveryRow,
) {
  const weightOf = await webhookDeliveries.weigh(await webhookEndpoints.list(organizationId));
  return deliveryStart(delivery, { slow: isSlow(recentMs), weight: weightOf(endpointId) });
}

/** Starts a run. The row is written already, so the sweep starts the run when this start fails. */
async function startOrLeave(start: () => Promise<void>, log: Logger): Promise<void> {
  try {
    await start();
  } catch (err) {
    log.warn({ err }, 'a run is left to the sweep');
  }
}

/** Refuses a disabled endpoint, because it gets no deliveries. @throws Refusal `endpoint_disabled` */
function requireEnabled({ disabledAt, disabledReason }: WebhookEndpointRow): void {
  if (disabledAt !== null)
    throw new Refusal<PlatformErrorCode>('endpoint_disabled', {
      details: { disabled_reason: disabledReason },
    });
}
