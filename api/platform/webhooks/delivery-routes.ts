import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { type EventCatalogue } from '../../../src/webhooks';
import { type ApiDeps } from '../../deps';
import { presentRecovery } from './present';
import { type Grant } from '../../http/family';
import { type AnyRoute, defineRoute } from '../../http/route';
import {
  deliveryParams,
  endpointParams,
  recoverBody,
  recovery,
  resentDelivery,
  sentTest,
  defaultTestEvent,
  testEndpointBody,
} from './schema';
import { recover, resend, sendTest } from '../../../src/services/platform/webhooks/deliveries';
import { findEndpoint } from '../../../src/services/platform/webhooks/find';
import { knownEventTypes } from './endpoint-settings';

const tag = 'Webhooks';

/** Routes that send messages to an endpoint: test, resend and recover. */
export function deliveryRoutes<Access extends string>(
  deps: ApiDeps & { events: EventCatalogue },
  { family, access }: Grant<PlatformErrorCode, Access>,
): AnyRoute[] {
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
        'A signed message with placeholder ids and `data.test`, to this endpoint only. Its failures do not ' +
        'count ' +
        'towards disabling the endpoint.',
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
        const endpoint = await findEndpoint(deps, caller, params.endpoint_id);
        const [eventType] = knownEventTypes([body?.event_type ?? defaultTestEvent]);
        const sent = await sendTest(deps, caller, endpoint, eventType!, { signal, log });
        const { _id: message_id, eventId: event_id } = sent;
        return { status: 202, body: { message_id, event_id, event_type: sent.eventType } };
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
        'The message is sent in any state, with the same `webhook-id` and body. Every call makes an attempt.',
      params: deliveryParams,
      responses: { 202: { description: 'It is on its way.', schema: resentDelivery } },
      errors: ['endpoint_not_found', 'message_not_found', 'endpoint_disabled'],
      async handle({ caller, params, log }) {
        const endpoint = await findEndpoint(deps, caller, params.endpoint_id);
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
        'All messages whose last attempt failed since a time within the last 7 days, and until another one, ' +
        'in the ' +
        'background: those that were given up, and those that wait for their next attempt, whose schedule ' +
        'stays. ' +
        'While a recovery of the endpoint runs, another call answers with how far it has come.',
      params: endpointParams,
      body: recoverBody,
      responses: { 202: { description: 'The recovery.', schema: recovery } },
      errors: ['endpoint_not_found', 'since_out_of_range', 'endpoint_disabled'],
      async handle({ body, caller, params, log }) {
        const endpoint = await findEndpoint(deps, caller, params.endpoint_id);
        const { row, begun } = await recover(deps, endpoint, body, log);
        return { status: 202, body: presentRecovery(row, begun ? 'accepted' : 'running') };
      },
    }),
  ];
}
