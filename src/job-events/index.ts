import { type EventCatalogue } from '../webhooks';
import { eventTypes } from './event-types';
import { jobPayload, testPayload } from './payload';

export { jobPayload };
export { type WebhookPayload } from './payload-schema';

export const jobEvents: EventCatalogue = { eventTypes, testPayload };
