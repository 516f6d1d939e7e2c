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
      step: 0,
      nextAttemptAt: now,
      checkAt: new Date(now.getTime() + deliveryCheckGraceMs),
      expiresAt: new Date(now.getTime() + deliveryTtlMs),
    },
    $inc: { requested: 1 },
  };
}
