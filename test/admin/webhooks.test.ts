import { createSendWebhook } from '../../activities/platform/webhooks/send-webhook';
import { createWebhookSweep } from '../../activities/platform/webhooks/sweep-webhooks';
import { deliveriesUsage, readDeliveriesCommand } from '../../src/admin/webhooks';
import { Refusal, UsageError } from '../../src/refusal';
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

const run = (...argv: string[]) => readDeliveriesCommand(argv)(stack.stores);
/** What the service's next sweep does. */
const sweep = async () => {
  const { sweepDeliveries, sweepWebhookEndpoints } = createWebhookSweep(stack.deps);
  await newAttempt().run(async () => {
    await sweepDeliveries({ after: null });
    await sweepWebhookEndpoints();
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
  await expect(run('resend', open)).resolves.toContain(open);
  await run('resend', ended);
  await sweep();
  expect(
    told('resend')
      .map(({ messageId }) => messageId)
      .sort(),
  ).toEqual([open, ended].sort());
});

it('cancel ends one message at the next sweep, and its run is told', async () => {
  const [one, other] = [await waiting(), await waiting()];
  await run('cancel', one);
  await sweep();
  expect(await stack.deliveryRow(one)).toMatchObject(cancelled);
  expect(await stack.deliveryRow(other)).toMatchObject({ state: 'failed', reason: null });
  expect(told('wake')).toMatchObject([{ _id: one }]);
  await expect(run('cancel', one)).rejects.toThrow(Refusal);
});

it('cancel --endpoint ends all of an endpoint that have not ended, and no other', async () => {
  const [one, two] = [await waiting(), await stack.delivery(endpointId)];
  const other = await stack.endpoint('https://hooks.example/');
  const foreign = await stack.delivery(other.endpointId);
  await expect(run('cancel', '--endpoint', endpointId)).resolves.toContain('2 messages');
  await sweep();
  for (const id of [one, two]) expect(await stack.deliveryRow(id)).toMatchObject(cancelled);
  expect(await stack.deliveryRow(foreign)).toMatchObject({ state: 'pending' });
});

it('a resend after the cancel wins, an attempt that is accepted before the sweep as well', async () => {
  const [resent, accepted] = [await waiting(), await waiting()];
  const { webhookDeliveries } = stack.stores;
  await webhookDeliveries.resend(accepted);
  const attempt = (await webhookDeliveries.beginAttempt(accepted))!;
  for (const id of [resent, accepted]) await run('cancel', id);
  await run('resend', resent);
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
  await run('cancel', '--endpoint', endpointId);
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
  await expect(run('recover', '--endpoint', endpointId)).resolves.toContain('1 messages');
  await sweep();
  expect(told('recovery')).toMatchObject([{ endpointId, organizationId }]);
  await expect(run('recover', '--endpoint', endpointId)).rejects.toThrow('under way');
});

it('recover takes only what failed in the span', async () => {
  await waiting();
  const until = new Date(Date.now() - 60_000).toISOString();
  const span = ['--since', new Date(Date.now() - 3_600_000).toISOString(), '--until', until];
  await expect(run('recover', '--endpoint', endpointId, ...span)).resolves.toContain('0 messages');
});

it.each([
  ['a message that nobody knows', () => ['resend', 'msg_none']],
  ['a cancelled message that nobody knows', () => ['cancel', 'msg_none']],
  ['an endpoint that nobody knows', () => ['cancel', '--endpoint', 'whe_none']],
  ['a time that is too long ago', () => ['recover', '--endpoint', endpointId, '--since', '2020-01-01']],
])('refuses %s', async (_, argv) => {
  await expect(run(...argv())).rejects.toThrow(Refusal);
});

it('refuses to send to an endpoint that is disabled', async () => {
  const messageId = await waiting();
  await stack.stores.webhookEndpoints.change(organizationId, endpointId, { disabled: true });
  await expect(run('resend', messageId)).rejects.toThrow('disabled');
  await expect(run('recover', '--endpoint', endpointId)).rejects.toThrow('disabled');
});

it.each([
  ['no command', []],
  ['another command', ['show', 'msg_1']],
  ['no message', ['resend']],
  ['a resend of an endpoint', ['resend', '--endpoint', 'whe_1']],
  ['nothing to cancel', ['cancel']],
  ['both to cancel', ['cancel', 'msg_1', '--endpoint', 'whe_1']],
  ['a span for cancel', ['cancel', 'msg_1', '--since', '2026-11-20']],
  ['a recovery of nothing', ['recover']],
  ['a time that is none', ['recover', '--endpoint', 'whe_1', '--since', 'yesterday']],
  ['a word too many', ['resend', 'msg_1', 'msg_2']],
])('refuses %s on the command line', (_, argv) => {
  expect(() => readDeliveriesCommand(argv)).toThrow(UsageError);
});

it('tells its usage within the width of a terminal', () => {
  for (const line of deliveriesUsage.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});
