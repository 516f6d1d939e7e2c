import { type WebhookMessageRow } from './webhook-message-row';

const wokenAtOnce = 20;

/** Wakes the runs of deliveries, some at once. @throws what `wake` throws */
export async function wakeEach(
  messages: readonly WebhookMessageRow[],
  wake: (message: WebhookMessageRow) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < messages.length; at += wokenAtOnce)
    await Promise.all(messages.slice(at, at + wokenAtOnce).map(wake));
}
