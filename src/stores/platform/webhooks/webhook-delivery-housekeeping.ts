import { type Filter } from 'mongodb';
import { beyond, type Place } from '../../mongo/place';
import { rowChecks } from '../../mongo/row-checks';
import { newRequest, newRound } from './webhook-delivery-round';
import { hasEnded, isOpen } from './webhook-delivery-states';
import { type WebhookDeliveryCollection, type WebhookDeliveryRow } from './webhook-delivery-row';

/**
 * Deliveries to an endpoint whose last attempt failed in a span of time, or that ended then without one, and
 * that are failed now. Those that wait for their next attempt belong to them.
 */
export interface FailedSince {
  endpointId: string;
  since: Date;
  /** Deliveries that fail later are left out. */
  until: Date;
  /** Only those that wait for an attempt; default: those that were given up as well. */
  waitingOnly?: boolean;
}

/** Reads and writes of deliveries by the sweep and by recoveries. */
export function webhookDeliveryHousekeeping(rows: WebhookDeliveryCollection) {
  const failed = ({ endpointId, since, until, waitingOnly = false }: FailedSince) =>
    ({
      endpointId,
      state: 'failed',
      failedAt: { $gte: since, $lte: until },
      // An operator has ended it for good: only a resend sends it again.
      reason: { $ne: 'cancelled' },
      ...(waitingOnly ? { nextAttemptAt: { $ne: null } } : {}),
    }) satisfies Filter<WebhookDeliveryRow>;

  return {
    /** Deliveries are due that are open and that their run has not moved on in time. */
    ...rowChecks(rows),

    /**
     * Has the sweep end one delivery, or all of an endpoint that have not ended.
     *
     * @returns how many
     */
    async requestCancel(one: { _id: string } | { endpointId: string }, now = new Date()): Promise<number> {
      const change = { $set: { cancelRequested: true as const, checkAt: now } };
      const { matchedCount } = await rows.updateMany({ ...one, ...isOpen }, change);
      return matchedCount;
    },

    /** Lets the sweep look at an open delivery now. */
    async hasten(messageId: string, now = new Date()): Promise<void> {
      await rows.updateOne({ _id: messageId, ...isOpen }, { $min: { checkAt: now } });
    },

    /** How many deliveries a recovery would send again. */
    async countFailed(set: FailedSince): Promise<number> {
      return rows.countDocuments(failed(set));
    },

    /** The next of them, oldest first. */
    async listFailed(set: FailedSince, after: Place | null, limit: number): Promise<WebhookDeliveryRow[]> {
      return rows
        .find(after === null ? failed(set) : { $and: [failed(set), beyond(after, '$gt')] })
        .sort({ createdAt: 1, _id: 1 })
        .limit(limit)
        .toArray();
    },

    /**
     * Asks for an attempt of one of them now: one that has ended begins another round, one that waits keeps
     * its schedule. Null when it is no longer failed.
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
