import { type Document } from 'mongodb';
import {
  deliveryCheckGraceMs,
  type DeliveryOrigin,
  deliveryTtlMs,
} from '../../../domain/platform/webhook-delivery';

/** Update that begins another round of attempts and counts the requested attempt. */
export function newRound(origin: DeliveryOrigin, now: Date) {
  return {
    $set: {
      state: 'pending' as const,
      origin,
      reason: null,
      step: 0,
      nextAttemptAt: now,
      checkAt: new Date(now.getTime() + deliveryCheckGraceMs),
      expiresAt: new Date(now.getTime() + deliveryTtlMs),
    },
    $inc: { requested: 1 },
  };
}

/**
 * Update that requests an attempt of an open delivery out of turn; the schedule stays. If this process dies
 * before it signals the run, the sweep does.
 */
export function newRequest(now: Date): Document[] {
  const checkAt = new Date(now.getTime() + deliveryCheckGraceMs);
  return [
    {
      $set: {
        state: { $cond: [{ $eq: ['$state', 'sending'] }, 'sending', 'pending'] },
        requested: { $add: ['$requested', 1] },
        checkAt: { $min: ['$checkAt', checkAt] },
      },
    },
    { $unset: 'cancelRequested' },
  ];
}
