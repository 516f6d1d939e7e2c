import { type Db } from 'mongodb';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { isDuplicateKey } from '../../mongo/mongo';
import { type Place } from '../../mongo/place';

/** The latest recovery of an endpoint. One runs at a time, so that the endpoint's id is its own. */
export interface WebhookRecoveryRow {
  _id: string;
  organizationId: string;
  since: Date;
  /** Deliveries that failed later are not part of it; at the latest when it was asked for. */
  until: Date;
  running: boolean;
  /** Only deliveries that wait for an attempt; absent: those that were given up as well. */
  waitingOnly?: boolean;
  /** Deliveries that were failed when it was asked for. */
  messages: number;
  /** Number of those that were sent again so far. */
  resent: number;
  /** The last one that was looked at. */
  after: Place | null;
  /** When the sweep looks for the run; absent once it has ended. */
  checkAt?: Date;
  expiresAt: Date;
}

export const webhookRecoveryIndexes: CollectionIndexes = {
  collection: 'webhook_recoveries',
  indexes: [
    { key: { checkAt: 1 }, sparse: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
};

const checkAfterMs = 2 * 60_000;
const recoveryTtlMs = 30 * 24 * 3_600_000;

/** Recoveries of endpoints. */
export function createWebhookRecoveryStore(db: Db) {
  const rows = db.collection<WebhookRecoveryRow>(webhookRecoveryIndexes.collection);

  const store = {
    /** Begins a recovery; answers the one that is running already where there is one. */
    async begin(
      recovery: Pick<
        WebhookRecoveryRow,
        '_id' | 'organizationId' | 'since' | 'until' | 'messages' | 'waitingOnly'
      >,
      at = new Date(),
    ): Promise<{ row: WebhookRecoveryRow; begun: boolean }> {
      const { _id, ...asked } = recovery;
      const now = at.getTime();
      const fresh = {
        ...asked,
        running: asked.messages > 0,
        resent: 0,
        after: null,
        expiresAt: new Date(now + recoveryTtlMs),
        ...(asked.messages > 0 ? { checkAt: new Date(now + checkAfterMs) } : {}),
      };
      for (;;) {
        try {
          await rows.replaceOne({ _id, running: false }, fresh, { upsert: true });
          return { row: { _id, ...fresh }, begun: true };
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
          const running = await rows.findOne({ _id, running: true });
          if (running !== null) return { row: running, begun: false };
        }
      }
    },

    /**
     * Begins a recovery of deliveries that wait for an attempt. One that is running goes through its deliveries
     * again instead.
     */
    async beginWaiting(
      recovery: Pick<WebhookRecoveryRow, '_id' | 'organizationId' | 'since' | 'until' | 'messages'>,
    ): Promise<void> {
      const { _id, until, messages } = recovery;
      const again = { $set: { after: null, until }, $inc: { messages } };
      for (;;) {
        const { matchedCount } = await rows.updateOne({ _id, running: true }, again);
        if (matchedCount === 1) return;
        const { begun } = await store.begin({ ...recovery, waitingOnly: true });
        if (begun) return;
      }
    },

    /** Lets the sweep start the run of a recovery now. */
    async hasten(endpointId: string, now = new Date()): Promise<void> {
      await rows.updateOne({ _id: endpointId, running: true }, { $min: { checkAt: now } });
    },

    /** Lets the sweep start the runs of recoveries now that are under way. */
    async hastenAll(endpointIds: readonly string[], now: Date): Promise<void> {
      await rows.updateMany({ _id: { $in: [...endpointIds] }, running: true }, { $min: { checkAt: now } });
    },

    /** The latest recovery, whether it runs or has ended; null when there is none (any more). */
    async latest(endpointId: string): Promise<WebhookRecoveryRow | null> {
      return rows.findOne({ _id: endpointId });
    },

    /** The recovery that runs, null when there is none. */
    async running(endpointId: string): Promise<WebhookRecoveryRow | null> {
      return rows.findOne({ _id: endpointId, running: true });
    },

    /**
     * Deliveries up to `to` were looked at, of which so many are sent again; a step that was made before is
     * not counted again.
     */
    async noteStep(
      endpointId: string,
      from: Place | null,
      to: Place,
      resent: number,
      now = new Date(),
    ): Promise<void> {
      await rows.updateOne(
        { _id: endpointId, running: true, ...(from === null ? { after: null } : { 'after.id': from.id }) },
        {
          $set: { after: to, checkAt: new Date(now.getTime() + checkAfterMs) },
          $inc: { resent },
        },
      );
    },

    /** It has come to its end; false when it was asked meanwhile to go through its deliveries again. */
    async end({ _id, until }: Pick<WebhookRecoveryRow, '_id' | 'until'>): Promise<boolean> {
      const ended = { $set: { running: false }, $unset: { checkAt: '' as const } };
      const { matchedCount } = await rows.updateOne({ _id, until }, ended);
      return matchedCount === 1;
    },

    /** Recoveries that have not moved for a while. */
    async dueForCheck(now: Date, limit: number): Promise<WebhookRecoveryRow[]> {
      return rows
        .find({ checkAt: { $lte: now } })
        .limit(limit)
        .toArray();
    },

    /** Forgets the recovery of a deleted endpoint. */
    async removeOf(endpointId: string): Promise<void> {
      await rows.deleteOne({ _id: endpointId });
    },
  };
  return store;
}
