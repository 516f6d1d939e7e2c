import { type Logger } from 'pino';
import { wakeEach } from '../../../src/stores/platform/webhooks/wake-each';
import { type ApiDeps } from '../../deps';

/** Most runs that are signalled; the others see the end when their next attempt is due. */
const wokenMax = 200;

/**
 * Ends the deliveries of an endpoint that was just disabled. Deliveries that wait for their next attempt are
 * `failed` when this returns, so that a recovery finds them.
 */
export async function endDeliveries(
  { jobs, stores: { webhookDeliveries } }: Pick<ApiDeps, 'jobs' | 'stores'>,
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
