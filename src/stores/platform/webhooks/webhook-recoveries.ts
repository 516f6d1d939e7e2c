import { type Db } from 'mongodb';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { isDuplicateKey } from '../../mongo/mongo';
import { type Place } from '../../mongo/place';

/** The latest recovery of an endpoint. One runs at a time, under the endpoint's id. */
export interface WebhookRecoveryRow {
  _id: string;
  organizationId: string;
  since: Date;
  /** End of its span, at the latest the time of its request. */
  until: Date;
  running: boolean;
  /** Whether it covers only waiting deliveries; absent: ended ones too. */
  waitingOnly?: boolean;
  /** Number of failed deliveries at its request. */
  messages: number;
  /** Number of resent deliveries so far. */
  resent: number;
  /** The last processed delivery. */
  after: Place | null;
  /** Time at which the sweep checks the run; absent once it has ended. */
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

/** Creates the store of recoveries. */
export function createWebhookRecoveryStore(db: Db) {
  const rows = db.collection<WebhookRecoveryRow>(webhookRecoveryIndexes.collection);

  const store = {
    /** Begins a recovery, or returns the running one. */
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

    /** Begins a recovery of waiting deliveries. A running one starts over instead. */
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

    /** Makes a recovery due for the sweep now, which starts its run. */
    async makeDue(endpointId: string, now = new Date()): Promise<void> {
      await rows.updateOne({ _id: endpointId, running: true }, { $min: { checkAt: now } });
    },

    /** Makes running recoveries due for the sweep now. */
    async makeAllDue(endpointIds: readonly string[], now: Date): Promise<void> {
      await rows.updateMany({ _id: { $in: [...endpointIds] }, running: true }, { $min: { checkAt: now } });
    },

    /** The latest recovery, running or ended; null without one. */
    async latest(endpointId: string): Promise<WebhookRecoveryRow | null> {
      return rows.findOne({ _id: endpointId });
    },

    /** The running recovery; null without one. */
    async running(endpointId: string): Promise<WebhookRecoveryRow | null> {
      return rows.findOne({ _id: endpointId, running: true });
    },

    /**
     * Records that deliveries up to `to` were processed, and how many were resent; a repeated step is not
     * counted twice.
     */
    async saveStep(
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

    /** Ends a recovery; false when it was told to start over meanwhile. */
    async end({ _id, until }: Pick<WebhookRecoveryRow, '_id' | 'until'>): Promise<boolean> {
      const ended = { $set: { running: false }, $unset: { checkAt: '' as const } };
      const { matchedCount } = await rows.updateOne({ _id, until }, ended);
      return matchedCount === 1;
    },

    /** Recoveries without recent progress. */
    async dueForCheck(now: Date, limit: number): Promise<WebhookRecoveryRow[]> {
      return rows
        .find({ checkAt: { $lte: now } })
        .limit(limit)
        .toArray();
    },

    /** Removes the recovery of a deleted endpoint. */
    async removeOf(endpointId: string): Promise<void> {
      await rows.deleteOne({ _id: endpointId });
    },
  };
  return store;
}
