export { deliveryStart } from './delivery-start';
export { type EventCatalogue, type EventTypeEntry } from './event-catalogue';
export { type EventAnswer, postEvent, unsignedAnswer } from './post-event';
export { openSecret, sealSecret, secretContext } from './sealed-secrets';
export { newWebhookSecret } from './secret';
export { maskSecrets, shownBytesMax, shownPart } from './shown-part';
