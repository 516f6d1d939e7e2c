import { parseArgs } from 'node:util';
import { parseMoment } from '../domain/platform/moment';
import { isWithinRecoverWindow, recoverSpan } from '../domain/platform/webhook-delivery';
import { Refusal, UsageError } from '../refusal';
import { type Stores } from '../stores';

/** Usage of the command line. */
export const deliveriesUsage = `Usage: npm run --silent deliveries -- <command>

  resend <message id>
      Sends a message again, whatever became of it.
  cancel <message id>
  cancel --endpoint <id>
      Ends one message, or all of an endpoint that have not ended, for good: failed, with the reason cancelled.
      No other attempt begins; one that is under way may still be accepted.
  recover --endpoint <id> [--since <time>] [--until <time>]
      Sends every message of an endpoint again that failed in this span: ISO 8601, UTC without an offset; default
      the last 7 days.

The running service acts within about a minute. No key of the organization is needed. MongoDB is the one of
MONGODB_URL, else that of the running stack (DATA_DIR, default .data).`;

/** Stores that the command works with. */
export type DeliveryStores = Pick<
  Stores,
  'webhookDeliveries' | 'webhookEndpoints' | 'webhookEvents' | 'webhookRecoveries'
>;

type Run = (stores: DeliveryStores) => Promise<string>;

/**
 * Reads the command line, all of it before anything is connected. The run answers a line for people.
 *
 * @throws UsageError, Refusal, or an error of `parseArgs`
 */
export function readDeliveriesCommand(argv: readonly string[]): Run {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { endpoint: text, since: text, until: text },
  });
  const [command, messageId, ...more] = positionals;
  const { endpoint } = values;
  const span = { since: timeOf('since', values.since), until: timeOf('until', values.until) };
  if (more.length > 0) throw new UsageError(`what is ${more[0]!}?`);
  if (command !== 'recover' && (span.since ?? span.until) !== undefined)
    throw new UsageError('only recover takes --since and --until');

  switch (command) {
    case 'resend':
      if (messageId === undefined || endpoint !== undefined)
        throw new UsageError('resend takes a message id');
      return (stores) => resend(stores, messageId);
    case 'cancel':
      if ((messageId === undefined) === (endpoint === undefined))
        throw new UsageError('cancel takes a message id or --endpoint');
      return messageId !== undefined
        ? (stores) => cancel(stores, messageId)
        : (stores) => cancelAll(stores, endpoint!);
    case 'recover':
      if (endpoint === undefined || messageId !== undefined) throw new UsageError('recover takes --endpoint');
      return (stores) => recover(stores, endpoint, span);
    default:
      throw new UsageError(command === undefined ? 'no command given' : `no command ${command}`);
  }
}

function timeOf(option: string, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const ms = parseMoment(value);
  if (ms === null) throw new UsageError(`--${option} must be an ISO 8601 date or timestamp`);
  return new Date(ms);
}

async function resend(stores: DeliveryStores, messageId: string): Promise<string> {
  const { webhookDeliveries, webhookEvents } = stores;
  const found = await webhookDeliveries.get(messageId);
  if (found === null) throw new Refusal(`There is no message ${messageId}.`);
  await requireEnabled(stores, found.endpointId);
  await webhookEvents.keep([found.eventId]);
  if ((await webhookDeliveries.resend(messageId)) === null)
    throw new Refusal(`There is no message ${messageId}.`);
  await webhookDeliveries.hasten(messageId);
  return `${messageId} is sent again within about a minute.`;
}

async function cancel({ webhookDeliveries }: DeliveryStores, messageId: string): Promise<string> {
  if ((await webhookDeliveries.get(messageId)) === null)
    throw new Refusal(`There is no message ${messageId}.`);
  if ((await webhookDeliveries.requestCancel({ _id: messageId })) === 0)
    throw new Refusal(`${messageId} has ended already.`);
  return `${messageId} ends within about a minute.`;
}

async function cancelAll(stores: DeliveryStores, endpointId: string): Promise<string> {
  if ((await stores.webhookEndpoints.get(endpointId)) === null)
    throw new Refusal(`There is no endpoint ${endpointId}.`);
  const count = await stores.webhookDeliveries.requestCancel({ endpointId });
  return `${count} messages to ${endpointId} end within about a minute.`;
}

async function recover(
  stores: DeliveryStores,
  endpointId: string,
  span: { since: Date | undefined; until: Date | undefined },
): Promise<string> {
  const organizationId = await requireEnabled(stores, endpointId);
  const now = new Date();
  const { since, until } = recoverSpan(span, now);
  if (!isWithinRecoverWindow(since, now)) throw new Refusal('--since must lie within the last 7 days.');
  if (since >= until) throw new Refusal('--until must lie after --since.');
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
    throw new Refusal(`A recovery of ${endpointId} is under way: ${row.resent} of ${row.messages} messages.`);
  await webhookRecoveries.hasten(endpointId);
  return `${messages} messages to ${endpointId} are sent again, from about a minute on, ten a second.`;
}

/** Answers the organization of an endpoint that gets deliveries. @throws Refusal */
async function requireEnabled({ webhookEndpoints }: DeliveryStores, endpointId: string): Promise<string> {
  const endpoint = await webhookEndpoints.get(endpointId);
  if (endpoint === null) throw new Refusal(`There is no endpoint ${endpointId}.`);
  if (endpoint.disabledAt !== null) throw new Refusal(`Endpoint ${endpointId} is disabled.`);
  return endpoint.organizationId;
}
