export { deliveryStart } from './delivery-start';
export { eventTypes, type EventTypeEntry } from './event-types';
export { jobPayload, testPayload } from './payload';
export { postEvent } from './post-event';
export { openSecret, sealSecret } from './sealed-secrets';
export { newWebhookSecret } from './secret';
