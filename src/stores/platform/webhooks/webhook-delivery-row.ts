import { type Collection } from 'mongodb';
import { type Tenant } from '../../../domain/platform/tenancy';
import {
  type DeliveryEndReason,
  type DeliveryOrigin,
  type DeliveryState,
} from '../../../domain/platform/webhook-delivery';
import { type WebhookEventType } from '../../../domain/platform/webhook-event';

/** Delivery of an event to an endpoint. The row is the truth; the run in Temporal only moves it on. */
export interface WebhookDeliveryRow extends Tenant {
  /** Follows from endpoint and event, so that there is one row for both. */
  _id: string;
  endpointId: string;
  eventId: string;
  eventType: WebhookEventType;
  test: boolean;
  state: DeliveryState;
  /** Why it ended `failed`; null while another attempt is to come. */
  reason: DeliveryEndReason | null;
  origin: DeliveryOrigin;
  /** Place of the next attempt in the schedule of the present round. */
  step: number;
  /** Attempts so far, of all rounds. */
  attempts: number;
  /** Attempts that were asked for, and how many of them were made. */
  requested: number;
  served: number;
  /** Null once it has ended. */
  nextAttemptAt: Date | null;
  /** When it came to be `failed` the last time. */
  failedAt: Date | null;
  createdAt: Date;
  /** When the sweep looks for the run; absent once it has ended. */
  checkAt?: Date;
  /** An operator wants it to end; the sweep does that. */
  cancelRequested?: true;
  expiresAt: Date;
}

export type WebhookDeliveryCollection = Collection<WebhookDeliveryRow>;
