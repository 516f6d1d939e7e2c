import { type DeliveryProgress } from '../../../src/domain/platform/activities';
import { type WebhookDeliveryRow } from '../../../src/stores/platform/webhooks/webhook-delivery-row';

/**
 * Progress of a delivery; null for a deleted one.
 *
 * @param made the attempt of this call, and whether the endpoint is slow; default no attempt
 */
export function deliveryProgress(
  delivery: WebhookDeliveryRow | null,
  now: Date,
  { last = null, slow = false }: Partial<Pick<DeliveryProgress, 'last' | 'slow'>> = {},
): DeliveryProgress | null {
  if (delivery === null) return null;
  const { state, reason, attempts, nextAttemptAt, requested, served } = delivery;
  const isOver = nextAttemptAt === null;
  const dueMs = isOver || requested > served ? 0 : nextAttemptAt.getTime() - now.getTime();
  return {
    state,
    attempts,
    last,
    slow,
    reason: isOver && state === 'failed' ? reason : null,
    waitMs: isOver ? null : Math.max(0, dueMs),
  };
}
