import { createSendWebhook } from '../../activities/platform/webhooks/send-webhook';
import { sweepDeliveries, sweepWebhookEndpoints } from '../../activities/platform/webhooks/sweep-webhooks';
import { cancelMessage, cancelMessages, recoverMessages, resendMessage } from '../../src/admin/webhooks';
import { CommandError } from '../../src/command-errors';
import { newAttempt } from '../activities/activity-stack';
import { startWebhookStack, type WebhookStack } from '../webhooks/webhook-stack';

let stack: WebhookStack;
let endpointId: string;
let organizationId: string;
beforeAll(async () => {
  stack = await startWebhookStack();
});
beforeEach(async () => {
  stack.starts.length = 0;
  ({ endpointId, organizationId } = await stack.endpoint('https://hooks.example/'));
});
afterAll(() => stack.close());

const resend = (messageId: string) => resendMessage(stack.stores, messageId);
const cancel = (messageId: string) => cancelMessage(stack.stores, messageId);
const cancelAll = (endpoint: string) => cancelMessages(stack.stores, endpoint);
const recover = (endpoint: string, span?: { since?: Date; until?: Date }) =>
  recoverMessages(stack.stores, endpoint, span);
/** What the service's next sweep does. */
const sweep = async () => {
  await newAttempt().run(async () => {
    await sweepDeliveries(stack.deps, { after: null });
    await sweepWebhookEndpoints(stack.deps);
  });
};
const told = (kind: string) =>
  stack.starts.filter((start) => start.kind === kind).map(({ input }) => input as Record<string, string>);

/** A delivery that waits for its second attempt. */
const waiting = () => stack.waiting(endpointId);

const cancelled = { state: 'failed', reason: 'cancelled', nextAttemptAt: null };

it('resend has the service make an attempt at its next sweep, of one that waits and of one that has ended', async () => {
  const [open, ended] = [await waiting(), await waiting()];
  await stack.stores.webhookDeliveries.endUnsent(ended, 'endpoint_disabled');
  await expect(resend(open)).resolves.toEqual({ message_id: open });
  await resend(ended);
  await sweep();
  expect(
    told('resend')
      .map(({ messageId }) => messageId)
      .sort(),
  ).toEqual([open, ended].sort());
});

it('cancel ends one message at the next sweep, and its run is told', async () => {
  const [one, other] = [await waiting(), await waiting()];
  await cancel(one);
  await sweep();
  expect(await stack.deliveryRow(one)).toMatchObject(cancelled);
  expect(await stack.deliveryRow(other)).toMatchObject({ state: 'failed', reason: null });
  expect(told('wake')).toMatchObject([{ _id: one }]);
  await expect(cancel(one)).rejects.toThrow(CommandError);
});

it('the cancel of an endpoint ends all of its messages that have not ended, and no other', async () => {
  const [one, two] = [await waiting(), await stack.delivery(endpointId)];
  const other = await stack.endpoint('https://hooks.example/');
  const foreign = await stack.delivery(other.endpointId);
  await expect(cancelAll(endpointId)).resolves.toEqual({ endpoint_id: endpointId, messages: 2 });
  await sweep();
  for (const id of [one, two]) expect(await stack.deliveryRow(id)).toMatchObject(cancelled);
  expect(await stack.deliveryRow(foreign)).toMatchObject({ state: 'pending' });
});

it('a resend after the cancel wins, an attempt that is accepted before the sweep as well', async () => {
  const [resent, accepted] = [await waiting(), await waiting()];
  const { webhookDeliveries } = stack.stores;
  await webhookDeliveries.resend(accepted);
  const attempt = (await webhookDeliveries.beginAttempt(accepted))!;
  for (const id of [resent, accepted]) await cancel(id);
  await resend(resent);
  const outcome = { class: 'success', status: 200, retryAfterMs: null, gone: false } as const;
  await webhookDeliveries.endAttempt(attempt, outcome);
  await sweep();
  expect(await stack.deliveryRow(resent)).toMatchObject({ state: 'pending' });
  expect(await stack.deliveryRow(accepted)).toMatchObject({ state: 'succeeded', reason: null });
});

it('no attempt begins after a cancel, and one under way that fails ends the message before the sweep does', async () => {
  const { webhookDeliveries } = stack.stores;
  const [due, underWay] = [await stack.delivery(endpointId), await stack.delivery(endpointId)];
  const attempt = (await webhookDeliveries.beginAttempt(underWay))!;
  await cancelAll(endpointId);
  await expect(webhookDeliveries.beginAttempt(due)).resolves.toBeNull();
  const { sendWebhook } = createSendWebhook(stack.deps);
  await newAttempt().run(sendWebhook, { messageId: due });
  const outcome = { class: 'http_error', status: 500, retryAfterMs: null, gone: false } as const;
  expect(await webhookDeliveries.endAttempt(attempt, outcome)).toMatchObject({ cancelRequested: true });
  await webhookDeliveries.endCancelled(underWay);
  for (const id of [due, underWay]) expect(await stack.deliveryRow(id)).toMatchObject(cancelled);
  expect([await stack.attempts(due), told('wake')]).toEqual([[], []]);
});

it('recover has the service start a recovery; while it runs another one is refused', async () => {
  await waiting();
  await expect(recover(endpointId)).resolves.toMatchObject({ endpoint_id: endpointId, messages: 1 });
  await sweep();
  expect(told('recovery')).toMatchObject([{ endpointId, organizationId }]);
  await expect(recover(endpointId)).rejects.toThrow('under way');
});

it('recover takes only what failed in the span', async () => {
  await waiting();
  const span = { since: new Date(Date.now() - 3_600_000), until: new Date(Date.now() - 60_000) };
  await expect(recover(endpointId, span)).resolves.toMatchObject({ ...span, messages: 0 });
});

it.each<[string, () => Promise<unknown>]>([
  ['a resend of an unknown message', () => resend('msg_none')],
  ['a cancel of an unknown message', () => cancel('msg_none')],
  ['a cancel of an unknown endpoint', () => cancelAll('whe_none')],
  ['a recovery of what is too long ago', () => recover(endpointId, { since: new Date('2020-01-01') })],
  ['a recovery of an empty span', () => recover(endpointId, { until: new Date('2020-01-01') })],
])('refuses %s', async (_, run) => {
  await expect(run()).rejects.toThrow(CommandError);
});

it('refuses to send to an endpoint that is disabled', async () => {
  const messageId = await waiting();
  await stack.stores.webhookEndpoints.change(organizationId, endpointId, { disabled: true });
  await expect(resend(messageId)).rejects.toThrow('disabled');
  await expect(recover(endpointId)).rejects.toThrow('disabled');
});
