import { type UpdateFilter } from 'mongodb';
import {
  type AttemptOutcome,
  type AttemptTrigger,
  deliveryCheckGraceMs,
  type DeliveryEndReason,
  retryDelayMs,
} from '../domain/webhook-delivery';
import { type WebhookMessageCollection, type WebhookMessageRow } from './webhook-messages';

/** Clocks of machines differ; an attempt that is so little early is due. */
const clockSlackMs = 1_000;
const openStates = ['pending', 'sending'] as const;

/** One attempt in the hands of one process. */
export interface BegunAttempt {
  message: WebhookMessageRow;
  /** From 1. */
  number: number;
  trigger: AttemptTrigger;
  /** It was the schedule's turn, whatever else asked for it. */
  due: boolean;
}

/** What attempts do to deliveries. */
export function webhookMessageAttempts(rows: WebhookMessageCollection) {
  const isDue = ({ nextAttemptAt }: WebhookMessageRow, now: Date) =>
    nextAttemptAt !== null && nextAttemptAt.getTime() <= now.getTime() + clockSlackMs;

  return {
    /** Takes the next attempt of an open delivery; null when nothing is due and nobody asked, or when it has ended. */
    async beginAttempt(messageId: string, now = new Date()): Promise<BegunAttempt | null> {
      const message = await rows.findOneAndUpdate(
        {
          _id: messageId,
          state: { $in: [...openStates] },
          $or: [
            { nextAttemptAt: { $lte: new Date(now.getTime() + clockSlackMs) } },
            { $expr: { $gt: ['$requested', '$served'] } },
          ],
        },
        { $set: { state: 'sending', checkAt: checkAfter(now) }, $inc: { attempts: 1 } },
        { returnDocument: 'before' },
      );
      if (message === null) return null;
      return {
        message,
        number: message.attempts + 1,
        trigger: message.requested > message.served ? 'manual' : 'scheduled',
        due: isDue(message, now),
      };
    },

    /**
     * Moves a delivery on after an attempt: to its end, or to the pause before the next one. An attempt that was overtaken by a
     * later one moves nothing.
     *
     * @returns the delivery afterwards, null when it is gone
     */
    async endAttempt(
      attempt: BegunAttempt,
      outcome: AttemptOutcome & { gone: boolean },
      now = new Date(),
    ): Promise<WebhookMessageRow | null> {
      const { message, number, trigger } = attempt;
      const served = message.served + (trigger === 'manual' ? 1 : 0);
      const mine = { _id: message._id, attempts: number, state: 'sending' as const };
      // Whoever asked for another attempt gets it: each request has one of its own.
      const unasked = { ...mine, requested: served };
      const set = { served };
      const ended =
        (await moved(unasked, ending(attempt, outcome, now, set))) ??
        (await moved(mine, { $set: { ...set, ...newTurn(now) } }));
      return ended ?? rows.findOne({ _id: message._id });
    },

    /** Ends an open delivery without an attempt. */
    async endUnsent(messageId: string, reason: DeliveryEndReason, now = new Date()): Promise<void> {
      await rows.updateOne({ _id: messageId, state: { $in: [...openStates] } }, failing(reason, now, {}));
    },
  };

  async function moved(filter: object, update: UpdateFilter<WebhookMessageRow>) {
    return rows.findOneAndUpdate(filter, update, { returnDocument: 'after' });
  }
}

function ending(
  { message, due }: BegunAttempt,
  outcome: AttemptOutcome & { gone: boolean },
  now: Date,
  set: { served: number },
): UpdateFilter<WebhookMessageRow> {
  if (outcome.class === 'success')
    return {
      $set: { ...set, state: 'succeeded', reason: null, nextAttemptAt: null },
      $unset: { checkAt: '' },
    };
  if (outcome.gone) return failing('gone', now, set);
  if (!due) {
    const nextAttemptAt = message.nextAttemptAt ?? now;
    return { $set: { ...set, state: 'pending', checkAt: checkAfter(nextAttemptAt) } };
  }
  const delayMs = retryDelayMs(message.step, message._id, outcome);
  if (delayMs === null) return failing('exhausted', now, set);
  const nextAttemptAt = new Date(now.getTime() + delayMs);
  return {
    $set: {
      ...set,
      state: 'pending',
      step: message.step + 1,
      nextAttemptAt,
      checkAt: checkAfter(nextAttemptAt),
    },
  };
}

function failing(
  reason: DeliveryEndReason,
  now: Date,
  set: { served?: number },
): UpdateFilter<WebhookMessageRow> {
  return {
    $set: { ...set, state: 'failed', reason, nextAttemptAt: null, failedAt: now },
    $unset: { checkAt: '' },
  };
}

function newTurn(now: Date) {
  return { state: 'pending' as const, nextAttemptAt: now, checkAt: checkAfter(now) };
}

function checkAfter(at: Date): Date {
  return new Date(at.getTime() + deliveryCheckGraceMs);
}
