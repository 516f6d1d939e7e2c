import { type Filter } from 'mongodb';
import { newRound } from './webhook-delivery-round';
import {
  type DeliveryPlace,
  type WebhookDeliveryCollection,
  type WebhookDeliveryRow,
} from './webhook-delivery-row';

/** Deliveries to an endpoint that failed in a span of time and are failed now. */
export interface FailedSince {
  endpointId: string;
  since: Date;
  /** Deliveries that fail later are left out. */
  until: Date;
}

/** Reads and writes of deliveries by the sweep and by recoveries. */
export function webhookDeliveryHousekeeping(rows: WebhookDeliveryCollection) {
  const failed = ({ endpointId, since, until }: FailedSince) =>
    ({
      endpointId,
      state: 'failed',
      failedAt: { $gte: since, $lte: until },
    }) satisfies Filter<WebhookDeliveryRow>;

  return {
    /** Open deliveries whose run has not moved them on in time, by id after `after`. */
    async dueForCheck(now: Date, after: string | null, limit: number): Promise<WebhookDeliveryRow[]> {
      return rows
        .find({ checkAt: { $lte: now }, ...(after === null ? {} : { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
    },

    /** The delivery has a run; what moved it on in the meantime stays. */
    async postponeCheck(messageId: string, until: Date): Promise<void> {
      await rows.updateOne({ _id: messageId, checkAt: { $exists: true } }, { $max: { checkAt: until } });
    },

    /** How many deliveries a recovery would send again. */
    async countFailed(set: FailedSince): Promise<number> {
      return rows.countDocuments(failed(set));
    },

    /** The next of them, oldest first. */
    async listFailed(
      set: FailedSince,
      after: DeliveryPlace | null,
      limit: number,
    ): Promise<WebhookDeliveryRow[]> {
      const later =
        after === null
          ? {}
          : {
              $or: [
                { createdAt: { $gt: after.createdAt } },
                { createdAt: after.createdAt, _id: { $gt: after.id } },
              ],
            };
      return rows
        .find({ ...failed(set), ...later })
        .sort({ createdAt: 1, _id: 1 })
        .limit(limit)
        .toArray();
    },

    /** Begins another round of one of them. Null when it is no longer failed. */
    async recover(set: FailedSince, messageId: string, now = new Date()): Promise<WebhookDeliveryRow | null> {
      return rows.findOneAndUpdate({ _id: messageId, ...failed(set) }, newRound('recover', now), {
        returnDocument: 'after',
      });
    },
  };
}
