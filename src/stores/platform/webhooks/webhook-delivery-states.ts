import { type Filter } from 'mongodb';
import { type WebhookDeliveryRow } from './webhook-delivery-row';

/** Condition for deliveries that have not ended: an attempt is under way, or another one is to come. */
export const isOpen = { checkAt: { $exists: true } } satisfies Filter<WebhookDeliveryRow>;
/** Condition for the others. */
export const hasEnded = { checkAt: { $exists: false } } satisfies Filter<WebhookDeliveryRow>;
