import { failingDaysMs, failingSpreadMs } from '../../../domain/platform/webhook-delivery';
import { type DisabledReason, recentDurationsMax } from '../../../domain/platform/webhook-endpoint';
import { lightWrite } from '../../mongo/light-write';
import { type WebhookEndpointCollection, type WebhookEndpointRow } from './webhook-endpoint-row';

/** Result of an attempt, for its endpoint. */
export interface AttemptReport {
  endpointId: string;
  messageId: string;
  /** Address that was called; a report on a former address changes nothing. */
  url: string;
  /** Null when nothing was sent. */
  durationMs: number | null;
  /** Outcome of the attempt. */
  status: 'succeeded' | 'failed';
  at: Date;
}

/**
 * Creates the reports of attempts to endpoints. Each report is one update: concurrent ones are all counted,
 * and only one disables the endpoint. The next report compensates for a lost one.
 */
export function webhookEndpointHealth(rows: WebhookEndpointCollection) {
  async function disable(
    { endpointId, url, at }: AttemptReport,
    reason: Exclude<DisabledReason, 'manual'>,
    condition: object,
  ): Promise<boolean> {
    const { modifiedCount } = await rows.updateOne(
      { _id: endpointId, url, disabledAt: null, deletedAt: null, ...condition },
      { $set: { disabledAt: at, disabledReason: reason, updatedAt: at } },
    );
    return modifiedCount === 1;
  }

  return {
    /**
     * Records a success, which clears earlier failures. @returns durations of its last attempts, in
     * milliseconds
     */
    async recordSuccess(report: AttemptReport): Promise<number[]> {
      const row = await rows.findOneAndUpdate(
        { _id: report.endpointId, url: report.url },
        [{ $set: { ...measured(report), streak: null } }],
        { returnDocument: 'after', projection: { recentMs: 1 }, writeConcern: lightWrite },
      );
      return row?.recentMs ?? [];
    },

    /**
     * Records a failure. One that `counts` belongs to the streak of failures: a streak of five days in which
     * two deliveries failed at least twelve hours apart disables the endpoint.
     *
     * @returns whether this report has disabled it, and durations of its last attempts in milliseconds
     */
    async recordFailure(
      report: AttemptReport,
      { counts }: { counts: boolean },
    ): Promise<{ disabled: boolean; recentMs: number[] }> {
      const { endpointId, messageId, url, at } = report;
      const row = await rows.findOneAndUpdate(
        { _id: endpointId, url },
        [{ $set: { ...measured(report), ...(counts ? { streak: grown(messageId, at) } : {}) } }],
        { returnDocument: 'after', projection: { streak: 1, recentMs: 1 }, writeConcern: lightWrite },
      );
      const disabled =
        counts &&
        isDue(row?.streak ?? null, at) &&
        (await disable(report, 'delivery_failures', {
          'streak.spread': true,
          'streak.firstAt': { $lte: new Date(at.getTime() - failingDaysMs) },
        }));
      return { disabled, recentMs: row?.recentMs ?? [] };
    },

    /** Records a 410 answer, which disables the endpoint. @returns whether this report has disabled it */
    async recordGone(report: AttemptReport): Promise<boolean> {
      return disable(report, 'gone', {});
    },
  };
}

function isDue(streak: WebhookEndpointRow['streak'], at: Date): boolean {
  return streak?.spread === true && at.getTime() - streak.firstAt.getTime() >= failingDaysMs;
}

/** Fields that every report updates. */
function measured({ messageId, durationMs, status, at }: AttemptReport) {
  const measurements = durationMs === null ? [] : [durationMs];
  return {
    recentMs: { $slice: [{ $concatArrays: ['$recentMs', measurements] }, -recentDurationsMax] },
    lastDelivery: {
      $cond: [{ $gt: ['$lastDelivery.at', at] }, '$lastDelivery', { $literal: { messageId, at, status } }],
    },
  };
}

/**
 * The streak with one more failure. The first failure of all and the first of another delivery suffice: if
 * two failures of different deliveries are far enough apart, the later one is so from one of these.
 */
function grown(messageId: string, at: Date) {
  const isFirst = { $eq: ['$streak.firstMessageId', messageId] };
  const partner = { $cond: [isFirst, '$streak.otherAt', '$streak.firstAt'] };
  const apart = {
    $and: [{ $ne: [partner, null] }, { $gte: [{ $subtract: [at, partner] }, failingSpreadMs] }],
  };
  return {
    $cond: [
      { $eq: ['$streak', null] },
      { $literal: { firstAt: at, firstMessageId: messageId, otherAt: null, spread: false } },
      {
        firstAt: '$streak.firstAt',
        firstMessageId: '$streak.firstMessageId',
        otherAt: { $cond: [isFirst, '$streak.otherAt', { $ifNull: ['$streak.otherAt', at] }] },
        spread: { $or: ['$streak.spread', apart] },
      },
    ],
  };
}
