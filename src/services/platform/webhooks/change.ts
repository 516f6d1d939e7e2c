import { type Logger } from 'pino';
import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { wakeEach } from '../../../stores/platform/webhooks/wake-each';
import { type WebhookEndpointRow } from '../../../stores/platform/webhooks/webhook-endpoint-row';
import { type EndpointChange } from '../../../stores/platform/webhooks/webhook-endpoints';
import { type ServiceDeps } from '../../deps';
import { checkAddress } from './check-address';
import { resendWaiting } from './deliveries';
import { requireKnownIds } from './known-ids';

/** Upper bound of the runs that are signalled; the others see the end at their next attempt. */
const wokenMax = 200;

/**
 * Changes an endpoint. Disabling it ends its open deliveries.
 *
 * @param request.resendWaiting whether deliveries that wait for an attempt get it now
 * @throws Refusal `unknown_filter_id`, `invalid_url`, `url_not_public`, `endpoint_not_found`
 */
export async function changeEndpoint(
  deps: Pick<ServiceDeps, 'config' | 'jobs' | 'outbound' | 'stores'>,
  { _id, organizationId, url, filter }: WebhookEndpointRow,
  { change, ...request }: { change: EndpointChange; resendWaiting: boolean },
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<WebhookEndpointRow> {
  if (change.filter !== undefined) await requireKnownIds(deps, organizationId, change.filter, filter);
  if (change.url !== undefined || change.disabled === false)
    await checkAddress(deps.outbound, change.url ?? url, signal);
  const endpoint = await deps.stores.webhookEndpoints.change(organizationId, _id, change);
  if (endpoint === null) throw new Refusal<PlatformErrorCode>('endpoint_not_found');
  if (change.disabled === true) await endDeliveries(deps, _id, log);
  else if (request.resendWaiting) await resendWaiting(deps, endpoint, log);
  return endpoint;
}

/**
 * Ends the deliveries of an endpoint that was just disabled. Deliveries that wait for their next attempt are
 * `failed` when this returns, so that a recovery finds them.
 */
async function endDeliveries(
  { jobs, stores: { webhookDeliveries } }: Pick<ServiceDeps, 'jobs' | 'stores'>,
  endpointId: string,
  log: Logger,
): Promise<void> {
  const open = await webhookDeliveries.listOpen(endpointId, wokenMax);
  await webhookDeliveries.endWaiting(endpointId, 'endpoint_disabled');
  try {
    await wakeEach(open, (delivery) => jobs.deliveries.wake(delivery));
  } catch (err) {
    log.warn({ err, endpointId }, 'runs of a disabled endpoint end when their next attempts are due');
  }
}
