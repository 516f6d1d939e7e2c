import { type Document, type UpdateFilter } from 'mongodb';
import {
  type AttemptOutcome,
  type AttemptTrigger,
  deliveryCheckGraceMs,
  type DeliveryEndReason,
  type DeliveryState,
} from '../../../domain/platform/webhook-delivery';
import { retryDelayMs, testAttemptsMax } from '../../../domain/platform/webhook-retries';
import { lightWrite } from '../../mongo/light-write';
import { isOpen } from './webhook-delivery-states';
import { type WebhookDeliveryCollection, type WebhookDeliveryRow } from './webhook-delivery-row';

/** Tolerance for clocks of machines: an attempt that is early by this much is due. */
const clockSlackMs = 1_000;

/** An attempt that a process has begun. */
export interface BegunAttempt {
  delivery: WebhookDeliveryRow;
  /** From 1. */
  number: number;
  trigger: AttemptTrigger;
  /** Whether the schedule made it due, besides any request. */
  due: boolean;
}

/** Creates the writes by which attempts move their deliveries. */
export function webhookDeliveryAttempts(rows: WebhookDeliveryCollection) {
  const isDue = ({ nextAttemptAt }: WebhookDeliveryRow, now: Date) =>
    nextAttemptAt !== null && nextAttemptAt.getTime() <= now.getTime() + clockSlackMs;

  return {
    /**
     * Begins the next attempt of an open delivery; null when none is due or requested, or the delivery has
     * ended or is to end. The attempt's own row, written next, makes it durable.
     */
    async beginAttempt(messageId: string, now = new Date()): Promise<BegunAttempt | null> {
      const delivery = await rows.findOneAndUpdate(
        {
          _id: messageId,
          ...isOpen,
          cancelRequested: { $ne: true },
          $or: [
            { nextAttemptAt: { $lte: new Date(now.getTime() + clockSlackMs) } },
            { $expr: { $gt: ['$requested', '$served'] } },
          ],
        },
        { $set: { state: 'sending', checkAt: checkAfter(now) }, $inc: { attempts: 1 } },
        { returnDocument: 'before', writeConcern: lightWrite },
      );
      if (delivery === null) return null;
      return {
        delivery,
        number: delivery.attempts + 1,
        trigger: delivery.requested > delivery.served ? 'manual' : 'scheduled',
        due: isDue(delivery, now),
      };
    },

    /**
     * Moves a delivery after an attempt: to its end, or to the pause before the next one. An attempt that a
     * later one has overtaken moves nothing. The success of an attempt counts even if the delivery was
     * cancelled during it.
     *
     * @returns the delivery afterwards; null when it is deleted
     */
    async endAttempt(
      attempt: BegunAttempt,
      outcome: AttemptOutcome & { gone: boolean },
      now = new Date(),
    ): Promise<WebhookDeliveryRow | null> {
      const { delivery, number, trigger } = attempt;
      const served = delivery.served + (trigger === 'manual' ? 1 : 0);
      const mine = { _id: delivery._id, attempts: number, state: 'sending' as const };
      const { update, isLast } = moveAfter(attempt, outcome, now, served);
      const ended = isLast
        ? // Each request for an attempt gets one.
          ((await moved({ ...mine, requested: served }, update)) ??
          (await moved(mine, { $set: { served, ...newTurn(now) } })))
        : await moved(mine, update);
      if (ended !== null) return ended;
      const cancelled = { ...mine, state: 'failed' as const, reason: 'cancelled' as const };
      const late = outcome.class === 'success' ? await moved(cancelled, update) : null;
      return late ?? rows.findOne({ _id: delivery._id });
    },

    /** Ends an open delivery without an attempt. */
    async endUnsent(messageId: string, reason: DeliveryEndReason, now = new Date()): Promise<void> {
      await rows.updateOne({ _id: messageId, ...isOpen }, failing(reason, now));
    },

    /**
     * Ends a delivery whose cancellation was requested during an attempt that failed.
     *
     * @returns the delivery afterwards; null when it is deleted
     */
    async endCancelled(messageId: string, now = new Date()): Promise<WebhookDeliveryRow | null> {
      const asked = { _id: messageId, ...isOpen, cancelRequested: true as const };
      return (await moved(asked, failing('cancelled', now))) ?? rows.findOne({ _id: messageId });
    },

    /**
     * Ends the waiting deliveries to an endpoint without an attempt. A delivery with a running attempt
     * follows the outcome of that attempt.
     */
    async endWaiting(endpointId: string, reason: DeliveryEndReason, now = new Date()): Promise<void> {
      await rows.updateMany({ endpointId, ...isOpen, state: { $ne: 'sending' } }, failing(reason, now));
    },
  };

  async function moved(filter: object, update: Move['update']) {
    return rows.findOneAndUpdate(filter, update, { returnDocument: 'after' });
  }
}

/**
 * The write by which an attempt moves its delivery; `isLast` applies unless another attempt was requested.
 */
interface Move {
  update: UpdateFilter<WebhookDeliveryRow> | Document[];
  isLast: boolean;
}

function moveAfter(
  { delivery, due }: BegunAttempt,
  outcome: AttemptOutcome & { gone: boolean },
  now: Date,
  served: number,
): Move {
  if (outcome.class === 'success') {
    const $set = { served, state: 'succeeded' as const, reason: null, nextAttemptAt: null };
    return { update: { $set, $unset: { checkAt: '', cancelRequested: '' } }, isLast: true };
  }
  // The endpoint is disabled now, so that requested attempts are dropped.
  if (outcome.gone) return { update: failing('gone', now), isLast: false };
  const failed = { served, state: 'failed' as const, failedAt: now };
  if (!due) {
    const checkAt = checkAfter(delivery.nextAttemptAt ?? now);
    return { update: { $set: { ...failed, checkAt } }, isLast: false };
  }
  const isLastTest = delivery.origin === 'test' && delivery.step + 1 >= testAttemptsMax;
  const delayMs = isLastTest ? null : retryDelayMs(delivery.step, delivery._id, outcome);
  if (delayMs === null) return { update: failing('exhausted', now), isLast: true };
  const nextAttemptAt = new Date(now.getTime() + delayMs);
  const $set = { ...failed, step: delivery.step + 1, nextAttemptAt, checkAt: checkAfter(nextAttemptAt) };
  return { update: { $set }, isLast: false };
}

/**
 * Update to a final failure. Unserved requests are dropped, so that a later request makes only one attempt.
 */
function failing(reason: DeliveryEndReason, now: Date): Document[] {
  const state: DeliveryState = 'failed';
  return [
    { $set: { state, reason, nextAttemptAt: null, failedAt: now, served: '$requested' } },
    { $unset: ['checkAt', 'cancelRequested'] },
  ];
}

function newTurn(now: Date) {
  return { state: 'pending' as const, nextAttemptAt: now, checkAt: checkAfter(now) };
}

function checkAfter(at: Date): Date {
  return new Date(at.getTime() + deliveryCheckGraceMs);
}
