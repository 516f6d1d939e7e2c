import { type EventCatalogue } from '../webhooks';
import { eventTypes } from './event-types';
import { jobPayload, testPayload } from './payload';

export { jobPayload };
export { type WebhookPayload } from './payload-schema';

/** The events of indexing jobs. */
export const jobEvents: EventCatalogue = { eventTypes, testPayload };
