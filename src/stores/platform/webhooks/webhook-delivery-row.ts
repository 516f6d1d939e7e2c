import { type Collection } from 'mongodb';
import { type Tenant } from '../../../domain/platform/tenancy';
import {
  type DeliveryEndReason,
  type DeliveryOrigin,
  type DeliveryState,
} from '../../../domain/platform/webhook-delivery';
import { type WebhookEventType } from '../../../domain/platform/webhook-event';

/** Delivery of an event to an endpoint. The row is the truth; the run in Temporal only advances it. */
export interface WebhookDeliveryRow extends Tenant {
  /** Derived from endpoint and event, so that there is one row for both. */
  _id: string;
  endpointId: string;
  eventId: string;
  eventType: WebhookEventType;
  test: boolean;
  state: DeliveryState;
  /** Why it is `failed` for good; null while another attempt is due. */
  reason: DeliveryEndReason | null;
  origin: DeliveryOrigin;
  /** Index of the next attempt in the schedule of the present round. */
  step: number;
  /** Number of attempts in all rounds. */
  attempts: number;
  /** Number of requested attempts, and of those that were made. */
  requested: number;
  served: number;
  /** Null once it has ended. */
  nextAttemptAt: Date | null;
  /** Time of the last failure. */
  failedAt: Date | null;
  createdAt: Date;
  /** Time at which the sweep checks the run; absent once it has ended. */
  checkAt?: Date;
  /** An operator has requested its end, which the sweep carries out. */
  cancelRequested?: true;
  expiresAt: Date;
}

export type WebhookDeliveryCollection = Collection<WebhookDeliveryRow>;
