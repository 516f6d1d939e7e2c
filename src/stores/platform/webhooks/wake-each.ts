import { type WebhookDeliveryRow } from './webhook-delivery-row';

const wokenAtOnce = 20;

/** Calls `wake` for the runs of deliveries, some at once. @throws what `wake` throws */
export async function wakeEach(
  deliveries: readonly WebhookDeliveryRow[],
  wake: (delivery: WebhookDeliveryRow) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < deliveries.length; at += wokenAtOnce)
    await Promise.all(deliveries.slice(at, at + wokenAtOnce).map(wake));
}
