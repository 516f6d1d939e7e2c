import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type WebhookEndpointRow } from '../../../stores/platform/webhooks/webhook-endpoint-row';
import { type EndpointChange } from '../../../stores/platform/webhooks/webhook-endpoints';
import { newWebhookSecret, sealSecret } from '../../../webhooks';
import { type ServiceDeps } from '../../deps';
import { checkAddress } from './check-address';
import { requireKnownIds } from './known-ids';

/** Settings of a new endpoint. Without event types and filter it receives all events. */
export type NewEndpoint = EndpointChange &
  Required<Pick<EndpointChange, 'url' | 'description' | 'includeCollectionName' | 'disabled'>>;

/**
 * Creates an endpoint with a secret, which only this answer shows.
 *
 * @throws Refusal `unknown_filter_id`, `invalid_url`, `url_not_public`, `endpoint_limit_reached`
 */
export async function createEndpoint(
  deps: Pick<ServiceDeps, 'outbound' | 'sealer' | 'stores'>,
  { organizationId, environment }: Tenant,
  settings: NewEndpoint,
  signal: AbortSignal,
): Promise<{ endpoint: WebhookEndpointRow; secret: string }> {
  const { webhookEndpoints } = deps.stores;
  const { url, description, eventTypes = [], filter, includeCollectionName, disabled } = settings;
  if (filter !== undefined) await requireKnownIds(deps, organizationId, filter);
  await checkAddress(deps.outbound, url, signal);
  const secret = newWebhookSecret();
  const endpointId = webhookEndpoints.newId();
  const endpoint = await webhookEndpoints.insert({
    _id: endpointId,
    organizationId,
    environment,
    url,
    description,
    eventTypes,
    filter: filter ?? { collectionIds: [], syncIds: [], sources: [] },
    includeCollectionName,
    sealed: sealSecret(deps.sealer, endpointId, secret),
    disabled,
  });
  if (endpoint === null) throw new Refusal<PlatformErrorCode>('endpoint_limit_reached');
  return { endpoint, secret };
}
