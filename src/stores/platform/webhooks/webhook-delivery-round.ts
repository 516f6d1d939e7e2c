import { type Document } from 'mongodb';
import {
  deliveryCheckGraceMs,
  type DeliveryOrigin,
  deliveryTtlMs,
} from '../../../domain/platform/webhook-delivery';

/** Update that begins another round of attempts and counts the attempt that was requested. */
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
 * Update that asks for an attempt out of turn of a delivery that is open; the schedule stays. A run that was not
 * told, because this process died, is told by the sweep.
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
