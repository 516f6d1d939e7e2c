import {
  deliveryCheckGraceMs,
  type DeliveryOrigin,
  deliveryTtlMs,
} from '../../../domain/platform/webhook-delivery';

/** What begins another round of attempts, and counts the one that was asked for. */
export function newRound(origin: DeliveryOrigin, now: Date) {
  return {
    $set: {
      state: 'pending' as const,
      origin,
      step: 0,
      nextAttemptAt: now,
      checkAt: new Date(now.getTime() + deliveryCheckGraceMs),
      expiresAt: new Date(now.getTime() + deliveryTtlMs),
    },
    $inc: { requested: 1 },
  };
}
