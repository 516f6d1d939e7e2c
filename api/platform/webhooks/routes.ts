import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type WebhookEndpointRow } from '../../../src/stores/platform/webhooks/webhook-endpoints';
import { type EventCatalogue, newWebhookSecret, openSecret, sealSecret } from '../../../src/webhooks';
import { type ApiDeps } from '../../deps';
import { presentEndpoint, presentEventType } from './present';
import { type Grant } from '../../http/family';
import { limitedRoutes, type RateLimit } from '../../http/limits';
import { createRateLimiter } from '../../http/rate-limiter';
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
import { checkAddress } from './check-address';
import { beginRemoval } from './begin-removal';
import { deliveryReads } from './delivery-reads';
import { deliveryRoutes } from './delivery-routes';
import { endDeliveries } from './end-deliveries';
import { resendWaiting } from './deliveries';
import { endpointChange } from './endpoint-settings';
import { requireKnownIds } from './known-ids';
import { findManagedEndpoint, listManagedEndpoints, requireWebhookPermission } from './managed-endpoints';

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
  const limiter = createRateLimiter(stores.rateLimits, monotonicMs);

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

  const findEndpoint = (caller: Caller, endpointId: string) => findManagedEndpoint(deps, caller, endpointId);
  const managing = [
    ...endpointRoutes(deps, grant, findEndpoint),
    ...deliveryRoutes(deps, grant, findEndpoint),
  ];
  const routes = [
    ...limitedRoutes(limiter, managementLimit, managing),
    ...limitedRoutes(limiter, readingLimit, deliveryReads(deps, grant, findEndpoint)),
  ];
  return routes.map((route) => ({ ...route, admit: (caller) => requireWebhookPermission(deps, caller) }));
}

/** Routes that manage endpoints. */
function endpointRoutes<Access extends string>(
  deps: ApiDeps & { events: EventCatalogue },
  { family, access }: Grant<PlatformErrorCode, Access>,
  findEndpoint: (caller: Caller, endpointId: string) => Promise<WebhookEndpointRow>,
): AnyRoute[] {
  const { config, events, outbound, sealer, stores } = deps;
  const { webhookEndpoints } = stores;

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
        const { disabled, ...settings } = { ...body, ...endpointChange(body) };
        if (settings.filter !== undefined)
          await requireKnownIds(deps, caller.organizationId, settings.filter);
        await checkAddress(outbound, settings.url, signal);
        const secret = newWebhookSecret();
        const endpointId = webhookEndpoints.newId();
        const endpoint = await webhookEndpoints.insert({
          _id: endpointId,
          organizationId: caller.organizationId,
          environment: caller.environment,
          url: settings.url,
          description: settings.description,
          eventTypes: settings.eventTypes ?? [],
          filter: settings.filter ?? { collectionIds: [], syncIds: [], sources: [] },
          includeCollectionName: settings.include_collection_name,
          sealed: sealSecret(sealer, endpointId, secret),
          disabled,
        });
        if (endpoint === null) throw new Refusal<PlatformErrorCode>('endpoint_limit_reached');
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
        const endpoints = await listManagedEndpoints(deps, caller);
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
        return { status: 200, body: presentEndpoint(await findEndpoint(caller, params.endpoint_id)) };
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
        const { _id, url, filter } = await findEndpoint(caller, params.endpoint_id);
        const change = endpointChange(body);
        if (change.filter !== undefined)
          await requireKnownIds(deps, caller.organizationId, change.filter, filter);
        if (change.url !== undefined || change.disabled === false)
          await checkAddress(outbound, change.url ?? url, signal);
        const endpoint = await webhookEndpoints.change(caller.organizationId, _id, change);
        if (endpoint === null) throw new Refusal<PlatformErrorCode>('endpoint_not_found');
        if (change.disabled === true) await endDeliveries(deps, _id, log);
        else if (body.resend_waiting) await resendWaiting(deps, endpoint, log);
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
        const { _id } = await findEndpoint(caller, params.endpoint_id);
        if (!(await webhookEndpoints.markDeleted(caller.organizationId, _id)))
          throw new Refusal<PlatformErrorCode>('endpoint_not_found');
        await beginRemoval(deps, _id, log);
        return { status: 200, body: { endpoint_id: _id, deleted: true } };
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
        const { _id } = await findEndpoint(caller, params.endpoint_id);
        const secret = newWebhookSecret();
        const rotation = await webhookEndpoints.rotate(caller.organizationId, _id, {
          sealed: sealSecret(sealer, _id, secret),
          opens: (sealed) => openSecret(sealer, _id, sealed) !== null,
          expireOld: body?.expire_old === 'now',
        });
        if (!rotation.rotated)
          throw new Refusal<PlatformErrorCode>(
            rotation.reason === 'gone' ? 'endpoint_not_found' : 'too_many_rotations',
          );
        const until = rotation.formerUntil.toISOString();
        return { status: 200, body: { endpoint_id: _id, secret, previous_secret_valid_until: until } };
      },
    }),
  ];
}
