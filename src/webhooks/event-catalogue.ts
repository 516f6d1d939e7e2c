import { type Tenant } from '../domain/platform/tenancy';
import { type WebhookEventType } from '../domain/platform/webhook-event';

/** An event type as callers see it. */
export interface EventTypeEntry {
  name: WebhookEventType;
  description: string;
  /**
   * Version of the schema, which grows with added fields; removed or renamed fields require a new event name.
   */
  schemaVersion: number;
  /** JSON Schema 2020-12 of the payload. */
  schema: Record<string, unknown>;
  example: Record<string, unknown>;
}

/** Event types of webhooks, which the wing of the events provides. */
export interface EventCatalogue {
  /** Every event type, each with its schema and a valid example. */
  eventTypes(publicUrl: string): EventTypeEntry[];
  /** A payload with placeholders that is marked as a test; its event id is new each time. */
  testPayload(
    eventType: WebhookEventType,
    owner: Tenant,
    options: { publicUrl: string; now: Date },
  ): Record<string, unknown> & { id: string };
}
