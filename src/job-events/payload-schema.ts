import { z } from 'zod';
import { FINAL_INDEX_STATES, INDEX_JOB_ERRORS } from '../domain/documents/index-job';
import { INDEX_JOB_TYPES } from '../domain/documents/index-source';
import { ENVIRONMENTS } from '../domain/platform/tenancy';
import { JOB_SOURCES, WEBHOOK_EVENTS, type WebhookEventType } from '../domain/platform/webhook-event';

const time = z.iso.datetime({ precision: 3 });
const count = z.number().int().min(0);

/** Body of an event. Objects are open, since receivers have to tolerate later fields. */
const payload = z.looseObject({
  event: z.enum(WEBHOOK_EVENTS),
  id: z.string().describe('Id of the event, also in the header webhook-id.'),
  created_at: time,
  data: z.looseObject({
    job_id: z.string(),
    job_type: z.enum(INDEX_JOB_TYPES),
    status: z.enum(FINAL_INDEX_STATES),
    url: z.url().describe('The job.'),
    organization_id: z.string(),
    environment: z.enum(ENVIRONMENTS),
    collection_id: z.string(),
    collection_name: z
      .string()
      .nullable()
      .describe('Null when a receiver of the event asked not to see the name.'),
    source: z.enum(JOB_SOURCES),
    sync_id: z.string().nullable(),
    files: z.looseObject({ total: count, indexed: count, failed: count, skipped: count }),
    error_code: z.enum(INDEX_JOB_ERRORS).nullable().describe('Only of job.failed.'),
    created_at: time,
    started_at: time.nullable(),
    finished_at: time,
    test: z.boolean().describe('True on test messages, which should cause no work.'),
  }),
});

export type WebhookPayload = z.infer<typeof payload>;

/** JSON Schema 2020-12 of the payload of one event type. */
export function payloadSchema(eventType: WebhookEventType): Record<string, unknown> {
  const schema = payload.extend({
    event: z.literal(eventType),
    data: payload.shape.data.extend({ status: z.literal(eventType.slice('job.'.length)) }),
  });
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'output' });
}
