import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { type EventCatalogue } from '../../../src/webhooks';
import { type ApiDeps } from '../../deps';
import { presentEndpoint, presentEventType } from './present';
import { type Grant, type RateLimit } from '../../http/family';
import { limitedRoutes } from '../../http/rate-limits';
import { createTokenBuckets } from '../../http/token-buckets';
import { type Caller } from '../../../src/domain/platform/caller';
import { type AnyRoute, defineRoute } from '../../http/route';
import {
  changeEndpointBody,
  createdEndpoint,
  createEndpointBody,
  deletedEndpoint,
  endpointList,
  endpointParams,
  endpointResource,
  eventTypeList,
  rotateBody,
  rotatedSecret,
} from './schema';
import { changeEndpoint } from '../../../src/services/platform/webhooks/change';
import { createEndpoint } from '../../../src/services/platform/webhooks/create';
import { deleteEndpoint } from '../../../src/services/platform/webhooks/delete';
import {
  findEndpoint,
  listEndpoints,
  requireWebhookPermission,
} from '../../../src/services/platform/webhooks/find';
import { rotateSecret } from '../../../src/services/platform/webhooks/rotate-secret';
import { deliveryReads } from './delivery-reads';
import { deliveryRoutes } from './delivery-routes';
import { endpointChange } from './endpoint-settings';

const tag = 'Webhooks';
const addressErrors = ['invalid_url', 'url_not_public'] as const;
const filterErrors = [
  'unknown_event_type',
  'filter_list_too_long',
  'too_many_filter_combinations',
  'sync_filter_requires_sync_source',
  'unknown_filter_id',
] as const;

/**
 * Routes for webhooks. Any key of an organization manages all of its endpoints, unless the organization
 * requires the permission `webhooks`.
 */
export function webhookRoutes<Access extends string>(
  deps: ApiDeps & { events: EventCatalogue },
  grant: Grant<PlatformErrorCode, Access>,
): AnyRoute[] {
  const { config, monotonicMs, stores } = deps;
  const buckets = createTokenBuckets(stores.rateLimits, monotonicMs);

  function managementLimit({ organizationId }: Caller): RateLimit {
    const count = config.RATE_LIMIT_WEBHOOKS_PER_MINUTE;
    const message = 'Too many requests that manage webhooks.';
    return { bucket: `webhooks/${organizationId}`, count, seconds: 60, scope: 'webhooks', message };
  }

  /** A limit of its own for reads of deliveries, so that they do not block the management of endpoints. */
  function readingLimit({ organizationId }: Caller): RateLimit {
    const count = config.RATE_LIMIT_DELIVERIES_PER_MINUTE;
    const message = 'Too many requests that read deliveries of webhooks.';
    return { bucket: `webhook-reads/${organizationId}`, count, seconds: 60, scope: 'webhooks', message };
  }

  const managing = [...endpointRoutes(deps, grant), ...deliveryRoutes(deps, grant)];
  const routes = [
    ...limitedRoutes(buckets, managementLimit, managing),
    ...limitedRoutes(buckets, readingLimit, deliveryReads(deps, grant)),
  ];
  return routes.map((route) => ({ ...route, admit: (caller) => requireWebhookPermission(deps, caller) }));
}

/** Routes that manage endpoints. */
function endpointRoutes<Access extends string>(
  deps: ApiDeps & { events: EventCatalogue },
  { family, access }: Grant<PlatformErrorCode, Access>,
): AnyRoute[] {
  const { config, events } = deps;

  return [
    defineRoute({
      method: 'post',
      path: '/v2/webhooks/endpoints',
      family,
      tag,
      access,
      operationId: 'createWebhookEndpoint',
      summary: 'Create a webhook endpoint',
      description:
        'An https address that events of indexing jobs are sent to, signed as Standard Webhooks has it. ' +
        'Without filters it receives every event of every job of the organization, of all environments. The ' +
        'signing secret is shown in this answer only. An organization has at most 20 endpoints.',
      body: createEndpointBody,
      answersSecret: true,
      responses: { 201: { description: 'The endpoint, with its secret.', schema: createdEndpoint } },
      errors: [...addressErrors, ...filterErrors, 'endpoint_limit_reached'],
      async handle({ body, caller, signal }) {
        const { url, description, disabled, include_collection_name: includeCollectionName } = body;
        const settings = { url, description, disabled, includeCollectionName, ...endpointChange(body) };
        const { endpoint, secret } = await createEndpoint(deps, caller, settings, signal);
        return { status: 201, body: { ...presentEndpoint(endpoint), secret } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/webhooks/endpoints',
      family,
      tag,
      access,
      operationId: 'listWebhookEndpoints',
      summary: 'List webhook endpoints',
      description: 'All endpoints of the organization, newest first.',
      responses: { 200: { description: 'The endpoints.', schema: endpointList } },
      errors: [],
      async handle({ caller }) {
        const endpoints = await listEndpoints(deps, caller);
        return { status: 200, body: { endpoints: endpoints.map(presentEndpoint) } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/webhooks/endpoints/:endpoint_id',
      family,
      tag,
      access,
      operationId: 'getWebhookEndpoint',
      summary: 'Get a webhook endpoint',
      description: 'With its latest delivery.',
      params: endpointParams,
      responses: { 200: { description: 'The endpoint.', schema: endpointResource } },
      errors: ['endpoint_not_found'],
      async handle({ caller, params }) {
        return { status: 200, body: presentEndpoint(await findEndpoint(deps, caller, params.endpoint_id)) };
      },
    }),

    defineRoute({
      method: 'patch',
      path: '/v2/webhooks/endpoints/:endpoint_id',
      family,
      tag,
      access,
      operationId: 'updateWebhookEndpoint',
      summary: 'Change a webhook endpoint',
      description:
        'A disabled endpoint gets nothing; deliveries ' +
        'that wait for an attempt fail at once, and enabling it sends nothing of the past: recover does. A ' +
        'new `url` is used from the next attempt on; `resend_waiting` asks for that attempt now.',
      params: endpointParams,
      body: changeEndpointBody,
      responses: { 200: { description: 'The endpoint.', schema: endpointResource } },
      errors: ['endpoint_not_found', ...addressErrors, ...filterErrors],
      async handle({ body, caller, params, signal, log }) {
        const found = await findEndpoint(deps, caller, params.endpoint_id);
        const request = { change: endpointChange(body), resendWaiting: body.resend_waiting === true };
        const endpoint = await changeEndpoint(deps, found, request, { signal, log });
        return { status: 200, body: presentEndpoint(endpoint) };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v2/webhooks/endpoints/:endpoint_id',
      family,
      tag,
      access,
      operationId: 'deleteWebhookEndpoint',
      summary: 'Delete a webhook endpoint',
      description: 'Removes it for good, with the history of its deliveries; open deliveries end.',
      params: endpointParams,
      responses: { 200: { description: 'It is gone.', schema: deletedEndpoint } },
      errors: ['endpoint_not_found'],
      async handle({ caller, params, log }) {
        const endpoint = await findEndpoint(deps, caller, params.endpoint_id);
        await deleteEndpoint(deps, endpoint, log);
        return { status: 200, body: { endpoint_id: endpoint._id, deleted: true } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/webhooks/event-types',
      family,
      tag,
      access,
      operationId: 'listWebhookEventTypes',
      summary: 'List event types',
      description: 'The five events, each with the JSON Schema of its payload and an example.',
      responses: { 200: { description: 'The event types.', schema: eventTypeList } },
      errors: [],
      handle() {
        const event_types = events.eventTypes(config.PUBLIC_URL).map(presentEventType);
        return Promise.resolve({ status: 200, body: { event_types } });
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v2/webhooks/endpoints/:endpoint_id/rotate-secret',
      family,
      tag,
      access,
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the signing secret',
      description:
        'The new secret is shown in this answer only. For 24 hours requests carry a signature of each, the ' +
        'newest first; afterwards only of the new one. `expire_old: now` ends the former ones at once. A ' +
        'former secret that the service can no longer read signs nothing.',
      params: endpointParams,
      body: rotateBody,
      bodyOptional: true,
      answersSecret: true,
      responses: { 200: { description: 'The new secret.', schema: rotatedSecret } },
      errors: ['endpoint_not_found', 'too_many_rotations'],
      async handle({ body, caller, params }) {
        const endpoint = await findEndpoint(deps, caller, params.endpoint_id);
        const { secret, formerUntil } = await rotateSecret(deps, endpoint, body?.expire_old === 'now');
        const until = formerUntil.toISOString();
        return {
          status: 200,
          body: { endpoint_id: endpoint._id, secret, previous_secret_valid_until: until },
        };
      },
    }),
  ];
}
