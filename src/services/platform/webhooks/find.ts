import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { webhookPermissionFeature } from '../../../domain/platform/features';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { type WebhookEndpointRow } from '../../../stores/platform/webhooks/webhook-endpoint-row';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';

type EndpointDeps = Pick<ServiceDeps, 'stores'>;

const permission = 'webhooks';

/**
 * Refuses a key without the permission, where the organization requires it.
 *
 * @throws Refusal `permission_denied`
 */
export async function requireWebhookPermission({ stores }: EndpointDeps, caller: Caller): Promise<void> {
  if (caller.permissions.includes(permission)) return;
  if (!(await stores.organizations.hasFeature(caller.organizationId, webhookPermissionFeature))) return;
  throw new Refusal('permission_denied', { details: { required: permission } });
}

/**
 * Finds an endpoint that the caller manages. Any other id is answered like a malformed one.
 *
 * @throws Refusal `endpoint_not_found`
 */
export async function findEndpoint(
  deps: EndpointDeps,
  caller: Caller,
  endpointId: string,
): Promise<WebhookEndpointRow> {
  const isKnown = isId(ID_PREFIX.webhookEndpoint, endpointId);
  const endpoint = isKnown
    ? await deps.stores.webhookEndpoints.find(caller.organizationId, endpointId)
    : null;
  const [managed] = endpoint === null ? [] : await managedOf(deps, caller, [endpoint]);
  if (managed === undefined) throw new Refusal<PlatformErrorCode>('endpoint_not_found');
  return managed;
}

/** Lists the endpoints that the caller manages, newest first. */
export async function listEndpoints(deps: EndpointDeps, caller: Caller): Promise<WebhookEndpointRow[]> {
  return managedOf(deps, caller, await deps.stores.webhookEndpoints.list(caller.organizationId));
}

async function managedOf(
  { stores }: EndpointDeps,
  { organizationId, environment: own }: Caller,
  endpoints: WebhookEndpointRow[],
): Promise<WebhookEndpointRow[]> {
  const managed = endpoints.filter(({ environment }) => environment === own);
  if (managed.length === endpoints.length) return endpoints;
  const isNarrow = await stores.organizations.hasFeature(organizationId, webhookPermissionFeature);
  return isNarrow ? managed : endpoints;
}
