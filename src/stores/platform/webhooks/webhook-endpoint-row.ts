import { type Collection } from 'mongodb';
import {
  type DisabledReason,
  type EndpointFilter,
  type EndpointTimes,
} from '../../../domain/platform/webhook-endpoint';
import { type Environment } from '../../../domain/platform/tenancy';
import { type WebhookEventType } from '../../../domain/platform/webhook-event';

/** A sealed signing secret; the newest does not expire. */
export interface StoredSecret {
  sealed: string;
  expiresAt: Date | null;
}

/** Failures since the last success: the first one of all, and the first one of another delivery. */
export interface FailingStreak {
  firstAt: Date;
  firstMessageId: string;
  otherAt: Date | null;
  /** Whether two deliveries failed far enough apart. */
  spread: boolean;
}

/** A receiver of an organization's events in all environments. */
export interface WebhookEndpointRow extends EndpointTimes {
  _id: string;
  organizationId: string;
  /** Environment of the key that created it. */
  environment: Environment;
  /**
   * A number from 0 to 19, unique in the organization, which enforces the limit for concurrent requests.
   * Absent once it is being deleted.
   */
  slot?: number;
  url: string;
  description: string | null;
  eventTypes: WebhookEventType[];
  filter: EndpointFilter;
  includeCollectionName: boolean;
  /** Newest first. */
  secrets: StoredSecret[];
  disabledReason: DisabledReason | null;
  streak: FailingStreak | null;
  /** Durations of the last attempts in milliseconds, oldest first. */
  recentMs: number[];
  lastDelivery: { messageId: string; at: Date; status: 'succeeded' | 'failed' } | null;
  updatedAt: Date;
  /** Set while its history is being removed; it is then not listed. */
  deletedAt: Date | null;
}

export type WebhookEndpointCollection = Collection<WebhookEndpointRow>;
