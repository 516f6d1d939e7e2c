import { createHash } from 'node:crypto';
import { type Db } from 'mongodb';
import { digestId, ID_PREFIX } from '../../../domain/platform/ids';
import { type Tenant } from '../../../domain/platform/tenancy';
import { deliveryCheckGraceMs, type DeliveryState } from '../../../domain/platform/webhook-delivery';
import { deliveryWeight, weighedDueMax } from '../../../domain/platform/webhook-weight';
import { type WebhookEventType } from '../../../domain/platform/webhook-event';
import { type DeliveryRunKey } from '../../../domain/platform/webhook-runs';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { beyond, madeWithin, type Place } from '../../mongo/place';
import { readInBatches } from '../../mongo/read-in-batches';
import { type WebhookEventRow } from './webhook-events';
import { webhookDeliveryAttempts } from './webhook-delivery-attempts';
import { webhookDeliveryHousekeeping } from './webhook-delivery-housekeeping';
import { newRequest, newRound } from './webhook-delivery-round';
import { hasEnded, isOpen } from './webhook-delivery-states';
import { type WebhookDeliveryCollection, type WebhookDeliveryRow } from './webhook-delivery-row';

export const webhookDeliveryIndexes: CollectionIndexes = {
  collection: 'webhook_messages',
  indexes: [
    { key: { endpointId: 1, createdAt: -1, _id: -1 } },
    { key: { endpointId: 1, eventId: 1 }, unique: true },
    { key: { endpointId: 1, state: 1, createdAt: 1, _id: 1 } },
    { key: { endpointId: 1, nextAttemptAt: 1 }, partialFilterExpression: isOpen },
    { key: { checkAt: 1 }, sparse: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
};

/** Filter of a list of deliveries; absent fields match all. */
export interface DeliveryFilter {
  state?: DeliveryState | undefined;
  eventType?: WebhookEventType | undefined;
  /** Written at this time or later … */
  from?: Date | undefined;
  /** … and before this one. */
  to?: Date | undefined;
}

/** An endpoint whose deliveries get a weight. */
interface WeighedEndpoint {
  _id: string;
  organizationId: string;
}

function messageIdOf(endpointId: string, eventId: string): string {
  const digest = createHash('sha256').update(`${endpointId}\n${eventId}`).digest();
  return digestId(ID_PREFIX.webhookDelivery, digest);
}

export function createWebhookDeliveryStore(db: Db) {
  const rows: WebhookDeliveryCollection = db.collection<WebhookDeliveryRow>(
    webhookDeliveryIndexes.collection,
  );
  const read = readInBatches(rows);

  return {
    ...webhookDeliveryAttempts(rows),
    ...webhookDeliveryHousekeeping(rows),

    /**
     * Writes the deliveries of an event, one for each of its endpoints; existing ones stay unchanged.
     *
     * @returns the open ones
     */
    async open(
      event: WebhookEventRow,
      environment: Tenant['environment'],
      now = new Date(),
    ): Promise<WebhookDeliveryRow[]> {
      const { endpointIds, test, createdAt, expiresAt, organizationId } = event;
      if (endpointIds.length === 0) return [];
      const wanted = endpointIds.map((endpointId): WebhookDeliveryRow => ({
        _id: messageIdOf(endpointId, event._id),
        organizationId,
        environment,
        endpointId,
        eventId: event._id,
        eventType: event.type,
        test,
        state: 'pending',
        reason: null,
        origin: test ? 'test' : 'event',
        step: 0,
        attempts: 0,
        requested: test ? 1 : 0,
        served: 0,
        nextAttemptAt: now,
        failedAt: null,
        createdAt,
        checkAt: new Date(now.getTime() + deliveryCheckGraceMs),
        expiresAt,
      }));
      await rows.bulkWrite(
        wanted.map(({ _id, ...row }) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true },
        })),
        { ordered: false },
      );
      const ids = wanted.map(({ _id }) => _id);
      return rows.find({ _id: { $in: ids }, ...isOpen }).toArray();
    },

    /** Makes the open ones of these deliveries due for the sweep now. */
    async makeRunsDue(runs: readonly DeliveryRunKey[], now: Date): Promise<void> {
      const ids = runs.map(({ endpointId, eventId }) => messageIdOf(endpointId, eventId));
      await rows.updateMany({ _id: { $in: ids }, ...isOpen }, { $min: { checkAt: now } });
    },

    /** A delivery by its id or by that of its event; null when the endpoint has none. */
    async find(endpointId: string, deliveryOrEventId: string): Promise<WebhookDeliveryRow | null> {
      const either = [{ _id: deliveryOrEventId }, { eventId: deliveryOrEventId }];
      return rows.findOne({ endpointId, $or: either });
    },

    /** A delivery in its present state, for its run. */
    get: (messageId: string): Promise<WebhookDeliveryRow | null> => read(messageId),

    /** Deliveries to an endpoint, newest first. */
    async list(
      endpointId: string,
      before: Place | null,
      limit: number,
      { state, eventType, from, to }: DeliveryFilter = {},
    ): Promise<WebhookDeliveryRow[]> {
      const conditions = [
        before === null ? {} : beyond(before, '$lt'),
        madeWithin({ from, to }),
        state === undefined ? {} : { state },
        eventType === undefined ? {} : { eventType },
      ];
      return rows
        .find({ endpointId, $and: conditions })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .toArray();
    },

    /**
     * Requests another attempt: an ended delivery begins another round, an open one makes an attempt out of
     * turn.
     *
     * @returns the delivery afterwards; null when it is deleted
     */
    async resend(messageId: string, now = new Date()): Promise<WebhookDeliveryRow | null> {
      for (;;) {
        const begun = await rows.findOneAndUpdate({ _id: messageId, ...hasEnded }, newRound('resend', now), {
          returnDocument: 'after',
        });
        if (begun !== null) return begun;
        const asked = await rows.findOneAndUpdate({ _id: messageId, ...isOpen }, newRequest(now), {
          returnDocument: 'after',
        });
        if (asked !== null) return asked;
        if ((await rows.countDocuments({ _id: messageId }, { limit: 1 })) === 0) return null;
      }
    },

    /** Requests an attempt of an open delivery out of turn, unless one is requested already. */
    async request(messageId: string, now = new Date()): Promise<void> {
      const unasked = { $expr: { $lte: ['$requested', '$served'] } };
      await rows.updateOne({ _id: messageId, ...isOpen, ...unasked }, newRequest(now));
    },

    /** Open deliveries to an endpoint. */
    async listOpen(endpointId: string, limit: number): Promise<WebhookDeliveryRow[]> {
      return rows
        .find({ endpointId, ...isOpen })
        .limit(limit)
        .toArray();
    },

    /**
     * Fairness weights of new runs, from the present load of their endpoints and of the others of their
     * organization.
     *
     * @param endpoints endpoints of one or several organizations, each with all that may have deliveries
     * @returns the weight of a run to one of them; 1 for any other
     */
    async weigh(
      endpoints: readonly WeighedEndpoint[],
      now = new Date(),
    ): Promise<(endpointId: string) => number> {
      const due = await countDue(
        endpoints.map(({ _id }) => _id),
        now,
      );
      const busy = new Map<string, number>();
      for (const { _id, organizationId } of endpoints)
        if (due.get(_id)! > 0) busy.set(organizationId, (busy.get(organizationId) ?? 0) + 1);
      const weights = new Map(
        endpoints.map(({ _id, organizationId }) => [
          _id,
          deliveryWeight(due.get(_id)!, busy.get(organizationId) ?? 0),
        ]),
      );
      return (endpointId) => weights.get(endpointId) ?? 1;
    },

    async remove(messageIds: readonly string[]): Promise<void> {
      if (messageIds.length > 0) await rows.deleteMany({ _id: { $in: [...messageIds] } });
    },

    async removeOf(endpointId: string): Promise<void> {
      await rows.deleteMany({ endpointId });
    },
  };

  /** Number of running and due deliveries to each endpoint, up to the number that affects the weight. */
  async function countDue(endpointIds: readonly string[], now: Date): Promise<Map<string, number>> {
    const isDue = { ...isOpen, nextAttemptAt: { $lte: now } };
    const counted = await db
      .aggregate<{ _id: string; due: [] | [{ count: number }] }>([
        { $documents: endpointIds.map((_id) => ({ _id })) },
        {
          $lookup: {
            from: webhookDeliveryIndexes.collection,
            localField: '_id',
            foreignField: 'endpointId',
            pipeline: [{ $match: isDue }, { $limit: weighedDueMax }, { $count: 'count' }],
            as: 'due',
          },
        },
      ])
      .toArray();
    return new Map(counted.map(({ _id, due: [found] }) => [_id, found?.count ?? 0]));
  }
}

export type WebhookDeliveryStore = ReturnType<typeof createWebhookDeliveryStore>;
