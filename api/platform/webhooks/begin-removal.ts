import { type Logger } from 'pino';
import { type ApiDeps } from '../../deps';

/**
 * Runs the first step of the removal of a deleted endpoint's data. The sweep runs the
 * remaining steps within a minute.
 */
export async function beginRemoval(
  { jobs, stores }: Pick<ApiDeps, 'jobs' | 'stores'>,
  endpointId: string,
  log: Logger,
): Promise<void> {
  try {
    await stores.webhookEndpointRemoval.step(endpointId, (delivery) => jobs.deliveries.wake(delivery));
  } catch (err) {
    log.warn({ err, endpointId }, 'the rest of an endpoint is left to the sweep');
  }
}
