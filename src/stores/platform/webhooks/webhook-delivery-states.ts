import { type Filter } from 'mongodb';
import { type WebhookDeliveryRow } from './webhook-delivery-row';

/** Filter for open deliveries: an attempt is running or due later. */
export const isOpen = { checkAt: { $exists: true } } satisfies Filter<WebhookDeliveryRow>;
/** Filter for ended deliveries. */
export const hasEnded = { checkAt: { $exists: false } } satisfies Filter<WebhookDeliveryRow>;
