import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { RequestError } from '../../http/request-error';
import { type WebhookEndpointRow } from '../../../src/stores/platform/webhooks/webhook-endpoints';
import { type EventCatalogue } from '../../../src/webhooks';
import { type ApiDeps } from '../../deps';
import { presentAttempt, presentDelivery, presentRecovery } from '../presenters/webhooks';
import { type Grant } from '../../http/family';
import { type AnyRoute, type Caller, defineRoute } from '../../http/route';
import {
  acceptedRecovery,
  attemptPage,
  deliveryPage,
  endpointParams,
  deliveriesQuery,
  deliveryParams,
  pageQuery,
  recoverBody,
  resentDelivery,
  sentTest,
  defaultTestEvent,
  testEndpointBody,
} from '../schemas/webhooks';
import { placeOf } from '../../../src/stores/mongo/place';
import { cursorOf } from '../schemas/place-cursor';
import { checkAddress } from './check-address';
import { recover, requireEnabled, resend, sendTest } from './deliveries';
import { knownEventTypes } from './endpoint-settings';
import { readAttemptCursor, readDeliveryCursor } from './page-cursor';

const tag = 'Webhooks';

/** Routes for the deliveries of an endpoint: list, test, resend and recover. */
export function deliveryRoutes<Access extends string>(
  deps: ApiDeps & { events: EventCatalogue },
  { family, access }: Grant<PlatformErrorCode, Access>,
  findEndpoint: (caller: Caller, endpointId: string) => Promise<WebhookEndpointRow>,
): AnyRoute[] {
  const { outbound, stores } = deps;
  const base = '/v2/webhooks/endpoints/:endpoint_id';

  return [
    defineRoute({
      method: 'post',
      path: `${base}/test`,
      family,
      tag,
      access,
      operationId: 'testWebhookEndpoint',
      summary: 'Send a test message',
      description:
        'Sends a signed message with placeholder ids and `data.test` to this endpoint only. Its failures do not count towards ' +
        'disabling the endpoint.',
      params: endpointParams,
      body: testEndpointBody,
      bodyOptional: true,
      responses: { 202: { description: 'It is on its way.', schema: sentTest } },
      errors: [
        'endpoint_not_found',
        'endpoint_disabled',
        'unknown_event_type',
        'invalid_url',
        'url_not_public',
      ],
      async handle({ body, caller, params, signal, log }) {
        const endpoint = await findEndpoint(caller, params.endpoint_id);
        const [eventType] = knownEventTypes([body?.event_type ?? defaultTestEvent]);
        requireEnabled(endpoint);
        await checkAddress(outbound, endpoint.url, signal);
        const tenant = { organizationId: caller.organizationId, environment: caller.environment };
        const sent = await sendTest(deps, endpoint, { tenant, eventType: eventType!, log });
        const { _id: message_id, eventId: event_id } = sent;
        return { status: 202, body: { message_id, event_id, event_type: sent.eventType } };
      },
    }),

    defineRoute({
      method: 'get',
      path: `${base}/deliveries`,
      family,
      tag,
      access,
      operationId: 'listWebhookDeliveries',
      summary: 'List deliveries',
      description:
        'Messages to the endpoint, newest first, with their state and the time of the next attempt. ' +
        'The filters can be combined.',
      params: endpointParams,
      query: deliveriesQuery,
      responses: { 200: { description: 'A page of deliveries.', schema: deliveryPage } },
      errors: ['endpoint_not_found'],
      async handle({ caller, params, query: { cursor, limit, status, event_type, from, to } }) {
        const { _id } = await findEndpoint(caller, params.endpoint_id);
        const filter = { state: status, eventType: event_type, from, to };
        const rows = await stores.webhookDeliveries.list(_id, readDeliveryCursor(cursor), limit + 1, filter);
        const page = rows.slice(0, limit);
        const last = rows.length > limit ? page.at(-1)! : null;
        const next_cursor = last && cursorOf(placeOf(last));
        return { status: 200, body: { deliveries: page.map(presentDelivery), next_cursor } };
      },
    }),

    defineRoute({
      method: 'get',
      path: `${base}/deliveries/:message_id/attempts`,
      family,
      tag,
      access,
      operationId: 'listWebhookAttempts',
      summary: 'List the attempts of a message',
      description:
        'Requests that were made to deliver a message, newest first, each with the beginning of what was sent and answered.',
      params: deliveryParams,
      query: pageQuery,
      responses: { 200: { description: 'A page of attempts.', schema: attemptPage } },
      errors: ['endpoint_not_found', 'message_not_found'],
      async handle({ caller, params, query: { cursor, limit } }) {
        const { _id } = await findEndpoint(caller, params.endpoint_id);
        const before = readAttemptCursor(cursor);
        const delivery = await stores.webhookDeliveries.find(_id, params.message_id);
        if (delivery === null) throw new RequestError<PlatformErrorCode>('message_not_found');
        const [rows, event] = await Promise.all([
          stores.webhookAttempts.list(delivery._id, { before, limit: limit + 1 }),
          stores.webhookEvents.get(delivery.eventId),
        ]);
        const attempts = rows.slice(0, limit).map((row) => presentAttempt(row, event?.body ?? null));
        const next_cursor = rows.length > limit ? String(rows[limit - 1]!.number) : null;
        return { status: 200, body: { attempts, next_cursor } };
      },
    }),

    defineRoute({
      method: 'post',
      path: `${base}/deliveries/:message_id/resend`,
      family,
      tag,
      access,
      operationId: 'resendWebhookMessage',
      summary: 'Send a message again',
      description:
        'Sends a message again, whatever became of it, with the same `webhook-id` and body. Every call makes an attempt.',
      params: deliveryParams,
      responses: { 202: { description: 'It is on its way.', schema: resentDelivery } },
      errors: ['endpoint_not_found', 'message_not_found', 'endpoint_disabled'],
      async handle({ caller, params, log }) {
        const endpoint = await findEndpoint(caller, params.endpoint_id);
        requireEnabled(endpoint);
        const { _id } = await resend(deps, endpoint, params.message_id, log);
        return { status: 202, body: { message_id: _id, status: 'pending' } };
      },
    }),

    defineRoute({
      method: 'post',
      path: `${base}/recover`,
      family,
      tag,
      access,
      operationId: 'recoverWebhookEndpoint',
      summary: 'Send failed messages again',
      description:
        'Sends every message again whose last attempt failed since a time within the last 7 days, and until another one, in the background: ' +
        'those that were given up, and those that wait for their next attempt, whose schedule stays. ' +
        'While a recovery of the endpoint runs, another call answers with how far it has come.',
      params: endpointParams,
      body: recoverBody,
      responses: { 202: { description: 'The recovery.', schema: acceptedRecovery } },
      errors: ['endpoint_not_found', 'since_out_of_range', 'endpoint_disabled'],
      async handle({ body, caller, params, log }) {
        const endpoint = await findEndpoint(caller, params.endpoint_id);
        requireEnabled(endpoint);
        const { row, begun } = await recover(deps, endpoint, body, log);
        return { status: 202, body: presentRecovery(row, begun) };
      },
    }),
  ];
}
