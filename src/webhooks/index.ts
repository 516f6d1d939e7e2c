export { deliveryStart } from './delivery-start';
export { type EventCatalogue, type EventTypeEntry } from './event-catalogue';
export { postEvent } from './post-event';
export { openSecret, sealSecret } from './sealed-secrets';
export { newWebhookSecret } from './secret';
