import { WEBHOOK_EVENTS, type WebhookEventType } from '../domain/platform/webhook-event';
import { samplePayload } from './payload';
import { type EventTypeEntry } from '../webhooks';
import { payloadSchema } from './payload-schema';

const schemaVersion = 1;
const descriptions: Record<WebhookEventType, string> = {
  'job.completed': 'Every file of the job was indexed or skipped; the documents can be searched.',
  'job.completed_with_errors': 'Some files were indexed and can be searched; files.failed counts the others.',
  'job.failed': 'The job failed; error_code says why, files.indexed counts what was indexed before.',
  'job.timed_out': 'The job reached its deadline; files.indexed counts what was indexed before.',
  'job.cancelled': 'The job was cancelled; files.indexed counts what was indexed before.',
};

/** The five event types, each with its schema and a valid example. */
export function eventTypes(publicUrl: string): EventTypeEntry[] {
  return WEBHOOK_EVENTS.map((name) => ({
    name,
    description: descriptions[name],
    schemaVersion,
    schema: payloadSchema(name),
    example: samplePayload(name, publicUrl),
  }));
}
