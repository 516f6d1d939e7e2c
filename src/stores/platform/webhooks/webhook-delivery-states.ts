import { type Filter } from 'mongodb';
import { type DeliveryState } from '../../../domain/platform/webhook-delivery';
import { type WebhookDeliveryRow } from './webhook-delivery-row';

/** Condition for deliveries that have not ended: an attempt is under way, or another one is to come. */
export const isOpen = { checkAt: { $exists: true } } satisfies Filter<WebhookDeliveryRow>;
/** Condition for the others. */
export const hasEnded = { checkAt: { $exists: false } } satisfies Filter<WebhookDeliveryRow>;

/**
 * Condition for rows that a former version wrote `pending` although their last attempt failed. The next attempt
 * ends this, at most a day after an update.
 */
export const isFormerFailed: Filter<WebhookDeliveryRow> = {
  state: 'pending',
  step: { $gt: 0 },
  $expr: { $lte: ['$requested', '$served'] },
};

/** Condition for deliveries in a state, those of former versions included. */
export function isInState(state: DeliveryState): Filter<WebhookDeliveryRow> {
  switch (state) {
    case 'failed':
      // The states are named outside of the alternatives, so that they bound the index.
      return { state: { $in: ['failed', 'pending'] }, $or: [{ state: 'failed' }, isFormerFailed] };
    case 'pending':
      return { state: 'pending', $nor: [isFormerFailed] };
    default:
      return { state };
  }
}

/** A row as this version would have written it. */
export function inPresentForm(row: WebhookDeliveryRow): WebhookDeliveryRow {
  const { state, step, requested, served } = row;
  const isFormer = state === 'pending' && step > 0 && requested <= served;
  return isFormer ? { ...row, state: 'failed', reason: null } : row;
}
