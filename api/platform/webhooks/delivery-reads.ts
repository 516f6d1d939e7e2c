import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { placeOf, type Place } from '../../../src/stores/mongo/place';
import { findEndpoint } from '../../../src/services/platform/webhooks/find';
import {
  findDelivery,
  listAttempts,
  readDeliveryEvent,
} from '../../../src/services/platform/webhooks/read-deliveries';
import { type ApiDeps } from '../../deps';
import { type Grant } from '../../http/family';
import { Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type AnyRoute, defineRoute } from '../../http/route';
import {
  presentAttempt,
  presentDelivery,
  presentDeliveryDetail,
  presentEvent,
  presentRecovery,
} from './present';
import { cursorOf } from '../../http/fields/place-cursor';
import {
  attemptPage,
  deliveriesQuery,
  deliveryDetail,
  deliveryPage,
  deliveryParams,
  endpointParams,
  pageQuery,
  recovery,
  storedEvent,
} from './schema';

const tag = 'Webhooks';

/** Routes that read what was sent to an endpoint: deliveries, their events and attempts, and recoveries. */
export function deliveryReads<Access extends string>(
  deps: Pick<ApiDeps, 'stores'>,
  { family, access }: Grant<PlatformErrorCode, Access>,
): AnyRoute[] {
  const base = '/v2/webhooks/endpoints/:endpoint_id';

  return [
    defineRoute({
      method: 'get',
      path: `${base}/deliveries`,
      family,
      tag,
      access,
      operationId: 'listWebhookDeliveries',
      summary: 'List deliveries',
      description:
        'Messages to the endpoint, newest first, with their state and the time of the next attempt.',
      params: endpointParams,
      query: deliveriesQuery,
      responses: { 200: { description: 'A page of deliveries.', schema: deliveryPage } },
      errors: ['endpoint_not_found'],
      async handle({ caller, params, query: { cursor, limit, status, event_type, from, to } }) {
        const { _id } = await findEndpoint(deps, caller, params.endpoint_id);
        const filter = { state: status, eventType: event_type, from, to };
        const rows = await deps.stores.webhookDeliveries.list(
          _id,
          readDeliveryCursor(cursor),
          limit + 1,
          filter,
        );
        const page = rows.slice(0, limit);
        const last = rows.length > limit ? page.at(-1)! : null;
        const next_cursor = last && cursorOf(placeOf(last));
        return { status: 200, body: { deliveries: page.map(presentDelivery), next_cursor } };
      },
    }),

    defineRoute({
      method: 'get',
      path: `${base}/deliveries/:message_id`,
      family,
      tag,
      access,
      operationId: 'getWebhookDelivery',
      summary: 'Get a delivery',
      description: 'Found by its own id or by that of its event.',
      params: deliveryParams,
      responses: { 200: { description: 'The delivery.', schema: deliveryDetail } },
      errors: ['endpoint_not_found', 'message_not_found'],
      async handle({ caller, params }) {
        const endpoint = await findEndpoint(deps, caller, params.endpoint_id);
        const delivery = await findDelivery(deps, endpoint, params.message_id);
        return { status: 200, body: presentDeliveryDetail(delivery) };
      },
    }),

    defineRoute({
      method: 'get',
      path: `${base}/deliveries/:message_id/event`,
      family,
      tag,
      access,
      operationId: 'getWebhookDeliveryEvent',
      summary: 'Get the event of a delivery',
      description:
        'The event exactly as each attempt sends it, to be looked at or to be signed and sent by the ' +
        'caller. It is ' +
        'kept as long ' +
        'as its deliveries.',
      params: deliveryParams,
      responses: { 200: { description: 'The event.', schema: storedEvent } },
      errors: ['endpoint_not_found', 'message_not_found'],
      async handle({ caller, params }) {
        const endpoint = await findEndpoint(deps, caller, params.endpoint_id);
        const { delivery, event } = await readDeliveryEvent(deps, endpoint, params.message_id);
        return { status: 200, body: presentEvent(delivery, event) };
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
      description: 'Newest first, each with the beginning of what was sent and answered.',
      params: deliveryParams,
      query: pageQuery,
      responses: { 200: { description: 'A page of attempts.', schema: attemptPage } },
      errors: ['endpoint_not_found', 'message_not_found'],
      async handle({ caller, params, query: { cursor, limit } }) {
        const endpoint = await findEndpoint(deps, caller, params.endpoint_id);
        const page = { before: readAttemptCursor(cursor), limit };
        const { attempts, body, next } = await listAttempts(deps, endpoint, params.message_id, page);
        const next_cursor = next === null ? null : String(next);
        return {
          status: 200,
          body: { attempts: attempts.map((row) => presentAttempt(row, body)), next_cursor },
        };
      },
    }),

    defineRoute({
      method: 'get',
      path: `${base}/recover`,
      family,
      tag,
      access,
      operationId: 'getWebhookRecovery',
      summary: 'Get the latest recovery',
      description:
        'How far the one is that runs, or how the latest one has ended; a PATCH with `resend_waiting` ' +
        'begins one as well. ' +
        'It is kept for 30 days.',
      params: endpointParams,
      responses: { 200: { description: 'The recovery.', schema: recovery } },
      errors: ['endpoint_not_found', 'recovery_not_found'],
      async handle({ caller, params }) {
        const { _id } = await findEndpoint(deps, caller, params.endpoint_id);
        const row = await deps.stores.webhookRecoveries.latest(_id);
        if (row === null) throw new Refusal<PlatformErrorCode>('recovery_not_found');
        return { status: 200, body: presentRecovery(row, row.running ? 'running' : 'ended') };
      },
    }),
  ];
}

/** Reads a cursor of the list of deliveries; null without one. @throws ValidationError */
function readDeliveryCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, time, id] = /^(\d{1,15})\.(msg_\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined) throw wrongCursor();
  return { createdAt: new Date(Number(time)), id };
}

/** Reads the number of the last attempt of a page; null without a cursor. @throws ValidationError */
function readAttemptCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw wrongCursor();
  return Number(cursor);
}

function wrongCursor(): ValidationError {
  return new ValidationError([
    { loc: ['query', 'cursor'], msg: 'is not a next_cursor of this list', type: 'value_error' },
  ]);
}
