import { type Filter } from 'mongodb';
import { beyond, type Place } from '../../mongo/place';
import { rowChecks } from '../../mongo/row-checks';
import { newRequest, newRound } from './webhook-delivery-round';
import { hasEnded, isOpen } from './webhook-delivery-states';
import { type WebhookDeliveryCollection, type WebhookDeliveryRow } from './webhook-delivery-row';

/**
 * Failed deliveries to an endpoint whose last attempt failed within a span, or that ended within it without
 * an attempt. They include those that wait for their next attempt.
 */
export interface FailedSince {
  endpointId: string;
  since: Date;
  /** Later failures are excluded. */
  until: Date;
  /** Whether only waiting deliveries are included; default: ended ones too. */
  waitingOnly?: boolean;
}

/** Creates the reads and writes of deliveries by the sweep and by recoveries. */
export function webhookDeliveryHousekeeping(rows: WebhookDeliveryCollection) {
  const failed = ({ endpointId, since, until, waitingOnly = false }: FailedSince) =>
    ({
      endpointId,
      state: 'failed',
      failedAt: { $gte: since, $lte: until },
      // An operator has cancelled it: only a resend sends it again.
      reason: { $ne: 'cancelled' },
      ...(waitingOnly ? { nextAttemptAt: { $ne: null } } : {}),
    }) satisfies Filter<WebhookDeliveryRow>;

  return {
    /** Deliveries are due for a check when they are open and their run has not moved them in time. */
    ...rowChecks(rows),

    /**
     * Requests the end of one delivery, or of all open ones of an endpoint, from the sweep.
     *
     * @returns their number
     */
    async requestCancel(one: { _id: string } | { endpointId: string }, now = new Date()): Promise<number> {
      const change = { $set: { cancelRequested: true as const, checkAt: now } };
      const { matchedCount } = await rows.updateMany({ ...one, ...isOpen }, change);
      return matchedCount;
    },

    /** Makes an open delivery due for the sweep now. */
    async makeDue(messageId: string, now = new Date()): Promise<void> {
      await rows.updateOne({ _id: messageId, ...isOpen }, { $min: { checkAt: now } });
    },

    /** Number of deliveries that a recovery would resend. */
    async countFailed(set: FailedSince): Promise<number> {
      return rows.countDocuments(failed(set));
    },

    /** The next of these deliveries, oldest first. */
    async listFailed(set: FailedSince, after: Place | null, limit: number): Promise<WebhookDeliveryRow[]> {
      return rows
        .find(after === null ? failed(set) : { $and: [failed(set), beyond(after, '$gt')] })
        .sort({ createdAt: 1, _id: 1 })
        .limit(limit)
        .toArray();
    },

    /**
     * Requests an attempt of one of them now: an ended one begins another round, a waiting one keeps its
     * schedule. Null when it is no longer failed.
     */
    async recover(set: FailedSince, messageId: string, now = new Date()): Promise<WebhookDeliveryRow | null> {
      const one = { _id: messageId, ...failed(set) };
      const asked = await rows.findOneAndUpdate({ ...one, ...isOpen }, newRequest(now), {
        returnDocument: 'after',
      });
      if (asked !== null) return asked;
      return rows.findOneAndUpdate({ ...one, ...hasEnded }, newRound('recover', now), {
        returnDocument: 'after',
      });
    },
  };
}
