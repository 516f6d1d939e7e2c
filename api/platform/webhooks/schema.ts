import { z } from 'zod';
import { documentedAs, extending } from '../../http/openapi/documented-as';
import {
  ATTEMPT_CLASSES,
  DELIVERY_END_REASONS,
  DELIVERY_STATES,
} from '../../../src/domain/platform/webhook-delivery';
import {
  DISABLED_REASONS,
  filterCombinationsMax,
  filterListMax,
} from '../../../src/domain/platform/webhook-endpoint';
import { JOB_SOURCES, WEBHOOK_EVENTS } from '../../../src/domain/platform/webhook-event';
import { shownBytesMax } from '../../../src/webhooks';
import { cleanText } from '../../http/fields/clean-text';
import { environment } from '../../http/fields/environment';
import { lastMoment, moment } from '../../http/fields/moment';
import { endsAfterItBegins } from '../../http/fields/span';
import { timestamp } from '../../http/fields/timestamp';
import { wholeNumber } from '../../http/fields/whole-number';
import {
  attemptsExample,
  createEndpointExample,
  deletedEndpointExample,
  deliveryExample,
  endpointExample,
  recoveryExample,
  resentDeliveryExample,
  rotatedSecretExample,
  secretExample,
  sentTestExample,
  storedEventExample,
  eventTypesExample,
} from './examples';

const descriptionCharsMax = 200;
const idCharsMax = 200;
/** Longest address, both as sent and normalised. */
export const urlCharsMax = 2_048;
const pageMax = 100;
const pageDefault = 25;

const eventType = z.enum(WEBHOOK_EVENTS).meta({ id: 'WebhookEventType' });
const listRule = `At most ${filterListMax} values, any of which may match; empty matches everything. The sizes of the three lists may multiply to ${filterCombinationsMax}.`;

const ids = z.array(cleanText.min(1).max(idCharsMax)).describe(listRule).meta({ id: 'WebhookFilterIds' });
const sources = z.array(z.enum(JOB_SOURCES));

const settings = {
  url: cleanText.max(urlCharsMax),
  description: cleanText.max(descriptionCharsMax).nullable(),
  event_types: documentedAs(z.array(z.string()), z.array(eventType)),
  collection_ids: ids,
  sync_ids: ids,
  sources,
  include_collection_name: z.boolean(),
  disabled: z.boolean(),
};

export const createEndpointBody = z
  .strictObject({
    url: settings.url.describe('https, on a public address.'),
    description: settings.description.default(null),
    event_types: settings.event_types.default([]).describe('Empty means all of them.'),
    collection_ids: settings.collection_ids.default([]),
    sync_ids: settings.sync_ids.default([]).describe('As `collection_ids`; sources must allow sync.'),
    sources: settings.sources.default([]).describe('As `collection_ids`.'),
    include_collection_name: settings.include_collection_name
      .default(true)
      .describe('False: events that this endpoint receives carry no collection name, for no receiver.'),
    disabled: settings.disabled.default(false).describe('It hears nothing of jobs that end meanwhile.'),
  })
  .meta({ id: 'CreateWebhookEndpointRequest', examples: [createEndpointExample] });

export const changeEndpointBody = z
  .strictObject({
    ...settings,
    resend_waiting: z
      .boolean()
      .describe(
        'With `url`: messages that wait for an attempt are sent to it now. Default: as they are planned.',
      ),
  })
  .partial()
  .refine(({ url, resend_waiting }) => resend_waiting !== true || url !== undefined, {
    path: ['resend_waiting'],
    message: 'needs a url',
  })
  .describe(
    'The fields of `CreateWebhookEndpointRequest`. What is left out stays; but one of the three filter ' +
      'lists replaces all of them, and those left out become empty.',
  )
  .meta({ id: 'ChangeWebhookEndpointRequest', examples: [{ disabled: true }] });
export type ChangeEndpointBody = z.infer<typeof changeEndpointBody>;

export const defaultTestEvent = 'job.completed';
export const testEndpointBody = z
  .strictObject({ event_type: documentedAs(z.string(), eventType).default(defaultTestEvent) })
  .meta({ id: 'TestWebhookEndpointRequest', examples: [{ event_type: 'job.failed' }] })
  .nullable();
export const recoverBody = z
  .strictObject({
    since: moment.describe('Within the last 7 days; UTC when it has no offset.'),
    until: lastMoment.optional().describe('Default now. UTC when it has no offset.'),
  })
  .refine(({ since, until }) => until === undefined || since < until, {
    path: ['until'],
    message: 'must lie after since',
  })
  .meta({ id: 'RecoverWebhookEndpointRequest', examples: [{ since: '2026-11-19T00:00:00Z' }] });

export const rotateBody = z
  .strictObject({
    expire_old: z
      .literal('now')
      .optional()
      .describe('Former secrets end with this answer. Default: they sign for 24 hours more.'),
  })
  .meta({ id: 'RotateWebhookSecretRequest', examples: [{ expire_old: 'now' }] })
  .nullable();

export const endpointParams = z.strictObject({ endpoint_id: z.string() });
export const deliveryParams = endpointParams.extend({
  message_id: z.string().describe('Id of the delivery or of its event.'),
});
export const pageQuery = z.strictObject({
  limit: wholeNumber(1, pageMax).default(pageDefault),
  cursor: z.string().max(100).optional().describe('Default the first page.'),
});

const deliveryStatus = z.enum(DELIVERY_STATES).meta({
  id: 'WebhookDeliveryStatus',
  description:
    'pending: an attempt is due. sending: one is under way. failed: the last one failed; `next_attempt_at` tells when another one follows.',
});

export const deliveriesQuery = pageQuery
  .extend({
    status: deliveryStatus.optional().describe('Default every status.'),
    event_type: eventType.optional().describe('Default every type.'),
    from: moment
      .optional()
      .describe('Earliest `created_at`, an ISO 8601 date or timestamp; inclusive. Default no bound.'),
    to: moment.optional().describe('Like `from`, exclusive. Default no bound.'),
  })
  .refine(...endsAfterItBegins);

const nextCursor = z.string().nullable();

export const endpointResource = z
  .strictObject({
    endpoint_id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    event_types: z.array(eventType),
    collection_ids: z.array(z.string()),
    sync_ids: z.array(z.string()),
    sources: z.array(z.enum(JOB_SOURCES)),
    channels: z.array(z.string()).nullable().describe('Filters that the three lists cannot say; read only.'),
    include_collection_name: z.boolean(),
    disabled: z.boolean(),
    disabled_reason: z.enum(DISABLED_REASONS).nullable(),
    disabled_at: timestamp.nullable(),
    last_delivery: z
      .strictObject({ message_id: z.string(), at: timestamp, status: z.enum(['succeeded', 'failed']) })
      .nullable()
      .describe('Of any message.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WebhookEndpoint', examples: [endpointExample] });
export type EndpointResource = z.infer<typeof endpointResource>;

export const createdEndpoint = extending(
  endpointResource
    .extend({
      secret: z
        .string()
        .describe('Shown this once.')
        .meta({ examples: [secretExample] }),
    })
    .meta({ id: 'CreatedWebhookEndpoint' }),
  endpointResource,
);
export const endpointList = z
  .strictObject({ endpoints: z.array(endpointResource) })
  .meta({ id: 'WebhookEndpointList' });
export const deletedEndpoint = z
  .strictObject({ endpoint_id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedWebhookEndpoint', examples: [deletedEndpointExample] });

export const eventTypeList = z
  .strictObject({
    event_types: z.array(
      z.strictObject({
        name: eventType,
        description: z.string(),
        schema_version: z.number().int(),
        schema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 of the payload.'),
        example: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'WebhookEventTypeList', examples: [eventTypesExample] });

export const sentTest = z
  .strictObject({
    message_id: z.string(),
    event_id: z.string(),
    event_type: eventType,
  })
  .meta({ id: 'SentWebhookTest', examples: [sentTestExample] });

const deliveryResource = z
  .strictObject({
    message_id: z.string(),
    event_id: z.string(),
    event_type: eventType,
    status: deliveryStatus,
    test: z.boolean(),
    attempts: z.number().int(),
    created_at: timestamp.describe('When the job ended, or the test was asked for.'),
    next_attempt_at: timestamp.nullable().describe('Null when no other attempt is to come.'),
    failure_reason: z.enum(DELIVERY_END_REASONS).nullable().describe('Why no other attempt is to come.'),
  })
  .meta({ id: 'WebhookDelivery', examples: [deliveryExample] });
export const deliveryPage = z
  .strictObject({ deliveries: z.array(deliveryResource), next_cursor: nextCursor })
  .meta({ id: 'WebhookDeliveryList' });
export const deliveryDetail = extending(
  deliveryResource
    .extend({
      endpoint_id: z.string().meta({ examples: [endpointExample.endpoint_id] }),
      environment,
      failed_at: timestamp.nullable().describe('When it last failed; null for never.'),
      expires_at: timestamp.describe('Until when it is kept; sending it again begins the time anew.'),
    })
    .meta({ id: 'WebhookDeliveryDetail' }),
  deliveryResource,
);
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

export const storedEvent = z
  .strictObject({
    message_id: z.string(),
    event_id: z.string().describe('`webhook-id` of every attempt.'),
    event_type: eventType,
    test: z.boolean(),
    created_at: timestamp,
    body: z
      .string()
      .describe(
        'JSON whose UTF-8 bytes are what is sent and signed: parsed and written anew they may differ.',
      ),
  })
  .meta({ id: 'StoredWebhookEvent', examples: [storedEventExample] });
export type StoredEvent = z.infer<typeof storedEvent>;
export type DeliveryPage = z.infer<typeof deliveryPage>;

export const attemptPage = z
  .strictObject({
    attempts: z.array(
      z.strictObject({
        attempt_id: z.string(),
        status: z.enum(['succeeded', 'failed']),
        response_status_code: z.number().int().nullable(),
        duration_ms: z.number().int().nullable(),
        trigger: z.enum(['scheduled', 'manual']),
        error: z
          .enum(ATTEMPT_CLASSES)
          .exclude(['success'])
          .nullable()
          .describe(
            '`unknown`: the sender did not survive it. `secret_unreadable`: no secret of the endpoint could ' +
              'be read and nothing was sent; rotate it. `connect`: no connection. `broken_answer`: it ended ' +
              'before a whole answer.',
          ),
        request_body: z
          .string()
          .nullable()
          .describe(
            `Beginning of what was sent, ${shownBytesMax} bytes at most; null when nothing was sent, or the event is gone.`,
          ),
        response_body: z
          .string()
          .nullable()
          .describe(
            `Beginning of the answer as text, ${shownBytesMax} bytes at most, signatures and secrets masked; null without one.`,
          ),
        attempted_at: timestamp,
      }),
    ),
    next_cursor: nextCursor,
  })
  .meta({ id: 'WebhookAttemptList', examples: [attemptsExample] });
export type AttemptPage = z.infer<typeof attemptPage>;

export const resentDelivery = z
  .strictObject({ message_id: z.string(), status: z.literal('pending') })
  .meta({ id: 'ResentWebhookDelivery', examples: [resentDeliveryExample] });

export const recovery = z
  .strictObject({
    endpoint_id: z.string(),
    since: timestamp.describe('Of the recovery that runs, when one was running already.'),
    until: timestamp,
    status: z
      .enum(['accepted', 'running', 'ended'])
      .describe('accepted: begun by this call. running: begun before. ended: only of GET.'),
    messages: z.number().int().describe('Failed ones when the recovery was accepted.'),
    resent: z.number().int().describe('On their way again so far.'),
  })
  .meta({ id: 'WebhookRecovery', examples: [recoveryExample] });
export type Recovery = z.infer<typeof recovery>;

export const rotatedSecret = z
  .strictObject({
    endpoint_id: z.string(),
    secret: z.string().describe('Shown this once.'),
    previous_secret_valid_until: timestamp,
  })
  .meta({ id: 'RotatedWebhookSecret', examples: [rotatedSecretExample] });
