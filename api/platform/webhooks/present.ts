import { type WebhookAttemptRow } from '../../../src/stores/platform/webhooks/webhook-attempts';
import { type WebhookEndpointRow } from '../../../src/stores/platform/webhooks/webhook-endpoint-row';
import { type WebhookDeliveryRow } from '../../../src/stores/platform/webhooks/webhook-delivery-row';
import { type WebhookEventRow } from '../../../src/stores/platform/webhooks/webhook-events';
import { type WebhookRecoveryRow } from '../../../src/stores/platform/webhooks/webhook-recoveries';
import { type EventTypeEntry, maskSecrets, shownPart } from '../../../src/webhooks';
import {
  type AttemptPage,
  type DeliveryDetail,
  type DeliveryPage,
  type EndpointResource,
  type Recovery,
  type StoredEvent,
} from './schema';

/** An endpoint, without its secret. */
export function presentEndpoint(row: WebhookEndpointRow): EndpointResource {
  const { lastDelivery } = row;
  return {
    endpoint_id: row._id,
    url: row.url,
    description: row.description,
    event_types: row.eventTypes,
    collection_ids: row.filter.collectionIds,
    sync_ids: row.filter.syncIds,
    sources: row.filter.sources,
    channels: null,
    include_collection_name: row.includeCollectionName,
    disabled: row.disabledAt !== null,
    disabled_reason: row.disabledReason,
    disabled_at: row.disabledAt?.toISOString() ?? null,
    last_delivery:
      lastDelivery === null
        ? null
        : {
            message_id: lastDelivery.messageId,
            at: lastDelivery.at.toISOString(),
            status: lastDelivery.status,
          },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A delivery as an entry of a list. */
export function presentDelivery(row: WebhookDeliveryRow): DeliveryPage['deliveries'][number] {
  return {
    message_id: row._id,
    event_id: row.eventId,
    event_type: row.eventType,
    status: row.state,
    test: row.test,
    attempts: row.attempts,
    created_at: row.createdAt.toISOString(),
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    failure_reason: row.state === 'failed' && row.nextAttemptAt === null ? row.reason : null,
  };
}

/** A single delivery. */
export function presentDeliveryDetail(row: WebhookDeliveryRow): DeliveryDetail {
  return {
    ...presentDelivery(row),
    endpoint_id: row.endpointId,
    environment: row.environment,
    failed_at: row.failedAt?.toISOString() ?? null,
    expires_at: row.expiresAt.toISOString(),
  };
}

/** The event of a delivery with its body, byte for byte. */
export function presentEvent({ _id }: WebhookDeliveryRow, event: WebhookEventRow): StoredEvent {
  return {
    message_id: _id,
    event_id: event._id,
    event_type: event.type,
    test: event.test,
    created_at: event.createdAt.toISOString(),
    body: event.body,
  };
}

/** An attempt as an entry of a list; `sent` is the body of its event, null when that is deleted. */
export function presentAttempt(row: WebhookAttemptRow, sent: string | null): AttemptPage['attempts'][number] {
  return {
    attempt_id: row._id,
    status: row.class === 'success' ? 'succeeded' : 'failed',
    response_status_code: row.status,
    duration_ms: row.durationMs,
    trigger: row.trigger,
    error: row.class === 'success' ? null : row.class,
    request_body: row.durationMs === null || sent === null ? null : shownPart(sent),
    response_body: row.answer === null ? null : shownPart(maskSecrets(row.answer)),
    attempted_at: row.at.toISOString(),
  };
}

/** A recovery in one of its states. */
export function presentRecovery(row: WebhookRecoveryRow, status: Recovery['status']): Recovery {
  return {
    endpoint_id: row._id,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    status,
    messages: row.messages,
    resent: row.resent,
  };
}

/** An event type with its schema and example. */
export function presentEventType({ name, description, schemaVersion, schema, example }: EventTypeEntry) {
  return { name, description, schema_version: schemaVersion, schema, example };
}
