import { isWithinRecoverWindow, recoverSpan } from '../domain/platform/webhook-recovery';
import { CommandError } from '../command-errors';
import { type Stores } from '../stores';

export type WebhookStores = Pick<
  Stores,
  'webhookDeliveries' | 'webhookEndpoints' | 'webhookEvents' | 'webhookRecoveries'
>;

/** Makes the service send a message again, whether or not its delivery has ended. @throws CommandError */
export async function resendMessage(
  stores: WebhookStores,
  messageId: string,
): Promise<{ message_id: string }> {
  const { webhookDeliveries, webhookEvents } = stores;
  const found = await webhookDeliveries.get(messageId);
  if (found === null) throw new CommandError(`There is no message ${messageId}.`);
  await requireEnabled(stores, found.endpointId);
  await webhookEvents.keep([found.eventId]);
  if ((await webhookDeliveries.resend(messageId)) === null)
    throw new CommandError(`There is no message ${messageId}.`);
  await webhookDeliveries.makeDue(messageId);
  return { message_id: messageId };
}

/** Makes the service end the delivery of a message. @throws CommandError */
export async function cancelMessage(
  { webhookDeliveries }: WebhookStores,
  messageId: string,
): Promise<{ message_id: string }> {
  if ((await webhookDeliveries.get(messageId)) === null)
    throw new CommandError(`There is no message ${messageId}.`);
  if ((await webhookDeliveries.requestCancel({ _id: messageId })) === 0)
    throw new CommandError(`The delivery of ${messageId} has ended already.`);
  return { message_id: messageId };
}

/** Makes the service end all open deliveries to an endpoint. @throws CommandError */
export async function cancelMessages(
  stores: WebhookStores,
  endpointId: string,
): Promise<{ endpoint_id: string; messages: number }> {
  if ((await stores.webhookEndpoints.get(endpointId)) === null)
    throw new CommandError(`There is no endpoint ${endpointId}.`);
  const messages = await stores.webhookDeliveries.requestCancel({ endpointId });
  return { endpoint_id: endpointId, messages };
}

/**
 * Makes the service resend all messages whose deliveries to an endpoint failed within a span.
 *
 * @param span default: the last 7 days
 * @throws CommandError
 */
export async function recoverMessages(
  stores: WebhookStores,
  endpointId: string,
  span: { since?: Date; until?: Date } = {},
): Promise<{ endpoint_id: string; since: Date; until: Date; messages: number }> {
  const organizationId = await requireEnabled(stores, endpointId);
  const now = new Date();
  const { since, until } = recoverSpan(span, now);
  if (!isWithinRecoverWindow(since, now)) throw new CommandError('--since must lie within the last 7 days.');
  if (since >= until) throw new CommandError('--until must lie after --since.');
  const { webhookDeliveries, webhookRecoveries } = stores;
  const messages = await webhookDeliveries.countFailed({ endpointId, since, until });
  const { row, begun } = await webhookRecoveries.begin({
    _id: endpointId,
    organizationId,
    since,
    until,
    messages,
  });
  if (!begun)
    throw new CommandError(
      `A recovery of ${endpointId} is under way: ${row.resent} of ${row.messages} messages.`,
    );
  await webhookRecoveries.makeDue(endpointId);
  return { endpoint_id: endpointId, since, until, messages };
}

/** Returns the organization of an endpoint that is enabled. @throws CommandError */
async function requireEnabled({ webhookEndpoints }: WebhookStores, endpointId: string): Promise<string> {
  const endpoint = await webhookEndpoints.get(endpointId);
  if (endpoint === null) throw new CommandError(`There is no endpoint ${endpointId}.`);
  if (endpoint.disabledAt !== null) throw new CommandError(`Endpoint ${endpointId} is disabled.`);
  return endpoint.organizationId;
}
