import { type Tenant } from '../domain/platform/tenancy';
import { type WebhookEventType } from '../domain/platform/webhook-event';

/** An event type, as callers see it. */
export interface EventTypeEntry {
  name: WebhookEventType;
  description: string;
  /** Grows with fields that are added; whatever is removed or renamed comes under a new event name. */
  schemaVersion: number;
  /** JSON Schema 2020-12 of the payload. */
  schema: Record<string, unknown>;
  example: Record<string, unknown>;
}

/** Events that receivers can be told of. The wing whose events they are brings the catalogue. */
export interface EventCatalogue {
  /** Every event type, each with its schema and an example that fits it. */
  eventTypes(publicUrl: string): EventTypeEntry[];
  /** A payload with placeholders that is marked as a test; its event id is new each time. */
  testPayload(
    eventType: WebhookEventType,
    owner: Tenant,
    options: { publicUrl: string; now: Date },
  ): Record<string, unknown> & { id: string };
}
