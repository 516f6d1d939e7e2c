import { type Db } from 'mongodb';
import { deliveryTtlMs } from '../../../domain/platform/webhook-delivery';
import { type WebhookEventType } from '../../../domain/platform/webhook-event';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { isDuplicateKey } from '../../mongo/mongo';
import { readInBatches } from '../../mongo/read-in-batches';

/** An event: its body, byte for byte, and the endpoints that receive it. */
export interface WebhookEventRow {
  _id: string;
  organizationId: string;
  type: WebhookEventType;
  test: boolean;
  body: string;
  /** Receiving endpoints, decided at the first write. */
  endpointIds: string[];
  createdAt: Date;
  expiresAt: Date;
}

export const webhookEventIndexes: CollectionIndexes = {
  collection: 'webhook_events',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

/** Creates the store of events. They are written once: a second write with the same id changes nothing. */
export function createWebhookEventStore(db: Db) {
  const rows = db.collection<WebhookEventRow>(webhookEventIndexes.collection);
  const read = readInBatches(rows);

  return {
    /** Writes an event and returns the stored one, which an earlier call may have written. */
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

    /** An event; null without one. */
    async get(eventId: string): Promise<WebhookEventRow | null> {
      return read(eventId);
    },

    /** Restarts the retention of events that are resent. */
    async keep(eventIds: readonly string[], now = new Date()): Promise<void> {
      await rows.updateMany(
        { _id: { $in: [...eventIds] } },
        { $max: { expiresAt: new Date(now.getTime() + deliveryTtlMs) } },
      );
    },
  };
}
