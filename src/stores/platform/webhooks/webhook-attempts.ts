import { type Db } from 'mongodb';
import {
  attemptTimeoutMs,
  type AttemptClass,
  type AttemptTrigger,
  deliveryTtlMs,
} from '../../../domain/platform/webhook-delivery';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { inBatches } from '../../mongo/in-batches';
import { lightWrite } from '../../mongo/light-write';

/**
 * A request to a receiver. The row is written before the request; it stays `unknown` when the process dies.
 */
export interface WebhookAttemptRow {
  /** `<delivery id>/<number>`. */
  _id: string;
  messageId: string;
  endpointId: string;
  /** From 1. */
  number: number;
  trigger: AttemptTrigger;
  class: AttemptClass;
  status: number | null;
  durationMs: number | null;
  /** Beginning of the answer's body, for operators. */
  answer: string | null;
  at: Date;
  expiresAt: Date;
}

type AttemptEnd = Pick<WebhookAttemptRow, 'class' | 'status' | 'durationMs' | 'answer'>;

/** Attempts written with one request. */
const writesMax = 100;

export const webhookAttemptIndexes: CollectionIndexes = {
  collection: 'webhook_attempts',
  indexes: [
    { key: { messageId: 1, number: -1 }, unique: true },
    { key: { endpointId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
};

/** Creates the store of attempts, the history that owners of endpoints see. */
export function createWebhookAttemptStore(db: Db) {
  const rows = db.collection<WebhookAttemptRow>(webhookAttemptIndexes.collection);
  const completeAll = inBatches<{ _id: string; end: AttemptEnd }, null>(writesMax, async (_, ends) => {
    const writes = ends.map(({ _id, end }) => ({ updateOne: { filter: { _id }, update: { $set: end } } }));
    await rows.bulkWrite(writes, { ordered: false, writeConcern: lightWrite });
    return ends.map(() => null);
  });

  return {
    /** Writes an attempt before its request is sent. */
    async begin(
      attempt: Pick<WebhookAttemptRow, 'messageId' | 'endpointId' | 'number' | 'trigger' | 'at'>,
    ): Promise<void> {
      await rows.insertOne({
        _id: `${attempt.messageId}/${attempt.number}`,
        ...attempt,
        class: 'unknown',
        status: null,
        durationMs: null,
        answer: null,
        expiresAt: new Date(attempt.at.getTime() + deliveryTtlMs),
      });
    },

    /**
     * Records the outcome; ignored when the history was removed meanwhile. Concurrent calls share a round
     * trip. The delivery's next move makes it durable.
     */
    async complete(messageId: string, number: number, end: AttemptEnd): Promise<void> {
      await completeAll('', { _id: `${messageId}/${number}`, end });
    },

    /** Attempts of a delivery, newest first, without those that may still be running. */
    async list(
      messageId: string,
      { before, limit, now = new Date() }: { before: number | null; limit: number; now?: Date },
    ): Promise<WebhookAttemptRow[]> {
      return rows
        .find({
          messageId,
          ...(before === null ? {} : { number: { $lt: before } }),
          $or: [
            { class: { $ne: 'unknown' } },
            { at: { $lt: new Date(now.getTime() - 2 * attemptTimeoutMs) } },
          ],
        })
        .sort({ number: -1 })
        .limit(limit)
        .toArray();
    },

    /** Removes the history of an endpoint. */
    async removeOf(endpointId: string): Promise<void> {
      await rows.deleteMany({ endpointId });
    },
  };
}
