import { type Logger } from 'pino';
import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { removeEndpointStep } from '../../../stores/platform/webhooks/webhook-endpoint-removal';
import { type WebhookEndpointRow } from '../../../stores/platform/webhooks/webhook-endpoint-row';
import { type ServiceDeps } from '../../deps';

type DeleteDeps = Pick<ServiceDeps, 'jobs' | 'stores'>;

/**
 * Deletes an endpoint permanently, and afterwards its deliveries.
 *
 * @throws Refusal `endpoint_not_found`
 */
export async function deleteEndpoint(
  deps: DeleteDeps,
  { _id, organizationId }: WebhookEndpointRow,
  log: Logger,
): Promise<void> {
  if (!(await deps.stores.webhookEndpoints.markDeleted(organizationId, _id)))
    throw new Refusal<PlatformErrorCode>('endpoint_not_found');
  await beginRemoval(deps, _id, log);
}

/**
 * Runs the first step of the removal of a deleted endpoint's data. The sweep runs the
 * remaining steps within a minute.
 */
async function beginRemoval({ jobs, stores }: DeleteDeps, endpointId: string, log: Logger): Promise<void> {
  try {
    await removeEndpointStep(stores, endpointId, (delivery) => jobs.deliveries.wake(delivery));
  } catch (err) {
    log.warn({ err, endpointId }, 'the rest of an endpoint is left to the sweep');
  }
}
