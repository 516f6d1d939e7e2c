import { type Db } from 'mongodb';
import { deliveryTtlMs } from '../../../domain/platform/webhook-delivery';
import { type WebhookEventType } from '../../../domain/platform/webhook-event';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { isDuplicateKey } from '../../mongo/mongo';
import { readInBatches } from '../../mongo/read-in-batches';

/** An event: its body, byte for byte as it is sent, and the endpoints that are to receive it. */
export interface WebhookEventRow {
  _id: string;
  organizationId: string;
  type: WebhookEventType;
  test: boolean;
  body: string;
  /** Endpoints that it is for, decided once. */
  endpointIds: string[];
  createdAt: Date;
  expiresAt: Date;
}

export const webhookEventIndexes: CollectionIndexes = {
  collection: 'webhook_events',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

/** Events. Written once: a second event of the same id changes nothing. */
export function createWebhookEventStore(db: Db) {
  const rows = db.collection<WebhookEventRow>(webhookEventIndexes.collection);
  const read = readInBatches(rows);

  return {
    /** The event as it stands: this one, or the one that was written before under its id. */
    async write(event: Omit<WebhookEventRow, 'expiresAt'>): Promise<WebhookEventRow> {
      const row = { ...event, expiresAt: new Date(event.createdAt.getTime() + deliveryTtlMs) };
      try {
        await rows.insertOne(row);
        return row;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (await rows.findOne({ _id: event._id })) ?? row;
      }
    },

    /** An event, null when there is none (any more). */
    async get(eventId: string): Promise<WebhookEventRow | null> {
      return read(eventId);
    },

    /** Keeps events a full time longer, because they are sent again. */
    async keep(eventIds: readonly string[], now = new Date()): Promise<void> {
      await rows.updateMany(
        { _id: { $in: [...eventIds] } },
        { $max: { expiresAt: new Date(now.getTime() + deliveryTtlMs) } },
      );
    },
  };
}
