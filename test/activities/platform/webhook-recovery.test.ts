import { recoverDeliveries } from '../../../activities/platform/webhooks/recover-deliveries';
import { type RecoveryProgress } from '../../../src/domain/platform/activities';
import { type DeliveryState } from '../../../src/domain/platform/webhook-delivery';
import { type WebhookDeliveryRow } from '../../../src/stores/platform/webhooks/webhook-delivery-row';
import { startWebhookStack, type WebhookStack } from '../../webhooks/webhook-stack';
import { newAttempt } from '../activity-stack';

const HOUR = 3_600_000;
let stack: WebhookStack;
beforeAll(async () => {
  stack = await startWebhookStack();
});
beforeEach(() => {
  stack.starts.length = 0;
});
afterAll(() => stack.close());

/** A delivery that came to this state so many hours ago. */
async function past(endpointId: string, state: DeliveryState, hoursAgo: number): Promise<string> {
  const at = new Date(Date.now() - hoursAgo * HOUR);
  const messageId = await stack.delivery(endpointId, { now: at });
  const ended = {
    state,
    nextAttemptAt: null,
    ...(state === 'failed' ? { failedAt: at, reason: 'exhausted' as const } : {}),
  };
  await stack.mongo.db
    .collection<WebhookDeliveryRow>('webhook_messages')
    .updateOne({ _id: messageId }, { $set: ended, $unset: { checkAt: '' } });
  return messageId;
}

async function begin(endpointId: string, organizationId: string, hoursAgo: number) {
  const since = new Date(Date.now() - hoursAgo * HOUR);
  const until = new Date();
  const messages = await stack.stores.webhookDeliveries.countFailed({ endpointId, since, until });
  return stack.stores.webhookRecoveries.begin({ _id: endpointId, organizationId, since, until, messages });
}

/** A step of the recovery, in an attempt of its own. */
async function step(endpointId: string): Promise<RecoveryProgress | null> {
  const answers: (RecoveryProgress | null)[] = [];
  await newAttempt().run(async () => answers.push(await recoverDeliveries(stack.deps, { endpointId })));
  return answers[0] ?? null;
}

async function runThrough(endpointId: string) {
  for (let steps = 1; ; steps++) {
    const progress = await step(endpointId);
    if (!progress?.more) return { steps, progress };
  }
}
const resent = () => stack.starts.map(({ input }) => (input as { messageId: string }).messageId);

it('sends again exactly what ended as failed since then and is failed now, oldest first, behind live traffic', async () => {
  const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
  const other = await stack.endpoint('https://hooks.example/');
  await past(endpointId, 'failed', 30);
  const failed: string[] = [];
  for (let hours = 23; hours > 0; hours--) failed.push(await past(endpointId, 'failed', hours));
  await past(endpointId, 'succeeded', 5);
  await stack.delivery(endpointId);
  await past(other.endpointId, 'failed', 5);
  const { row, begun } = await begin(endpointId, organizationId, 24);
  expect({ messages: row.messages, begun }).toEqual({ messages: 23, begun: true });

  const { steps, progress } = await runThrough(endpointId);
  expect(steps).toBe(3);
  expect(progress).toEqual({ messages: 23, resent: 23, more: false });
  expect(resent()).toEqual(failed);
  for (const { kind, input } of stack.starts)
    expect({ kind, input }).toMatchObject({ kind: 'resend', input: { later: true } });
  expect(await stack.deliveryRow(failed[0]!)).toMatchObject({ state: 'pending', origin: 'recover', step: 0 });
  expect(await stack.stores.webhookRecoveries.running(endpointId)).toBeNull();
});

it('a delivery that failed, then succeeded by a resend, is not sent again', async () => {
  const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
  const [mended, broken] = [await past(endpointId, 'failed', 3), await past(endpointId, 'failed', 2)];
  await begin(endpointId, organizationId, 24);
  const { webhookDeliveries } = stack.stores;
  await webhookDeliveries.resend(mended);
  const attempt = (await webhookDeliveries.beginAttempt(mended))!;
  await webhookDeliveries.endAttempt(attempt, {
    class: 'success',
    status: 200,
    retryAfterMs: null,
    gone: false,
  });
  await runThrough(endpointId);
  expect(resent()).toEqual([broken]);
});

it('tries at once what waits for its next attempt after a failed one, and leaves its schedule as it is', async () => {
  const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
  const { webhookDeliveries } = stack.stores;
  const fail = async (messageId: string, now = new Date()) => {
    const attempt = (await webhookDeliveries.beginAttempt(messageId, now))!;
    const outcome = { class: 'http_error', status: 500, retryAfterMs: null, gone: false } as const;
    return (await webhookDeliveries.endAttempt(attempt, outcome, now))!;
  };
  const lately = await stack.delivery(endpointId);
  const before = await fail(lately);
  const earlier = await stack.delivery(endpointId, { now: new Date(Date.now() - 5 * HOUR) });
  await fail(earlier, new Date(Date.now() - 5 * HOUR));
  const untried = await stack.delivery(endpointId);
  const { row } = await begin(endpointId, organizationId, 2);
  expect(row.messages).toBe(1);
  await runThrough(endpointId);
  expect(resent()).toEqual([lately]);
  expect(await stack.deliveryRow(untried)).toMatchObject({ requested: 0 });

  const { step, nextAttemptAt, origin } = before;
  expect(await stack.deliveryRow(lately)).toMatchObject({ state: 'pending', step, nextAttemptAt, origin });
  const after = await fail(lately);
  expect(after).toMatchObject({ state: 'failed', step, nextAttemptAt, attempts: 2 });
  expect(await webhookDeliveries.beginAttempt(lately)).toBeNull();
});

it('of ten at once one begins, and the others are told of it', async () => {
  const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
  for (let n = 1; n <= 12; n++) await past(endpointId, 'failed', n);
  const begun = await Promise.all(Array.from({ length: 10 }, () => begin(endpointId, organizationId, 24)));
  expect(begun.filter((one) => one.begun)).toHaveLength(1);
  await newAttempt().run(recoverDeliveries, stack.deps, { endpointId });
  const again = await begin(endpointId, organizationId, 1);
  expect(again).toMatchObject({ begun: false, row: { messages: 12, resent: 10 } });
});

it('a step that a crash has cut short is gone through again, and sends nothing twice', async () => {
  const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
  const failed: string[] = [];
  for (let n = 5; n > 0; n--) failed.push(await past(endpointId, 'failed', n));
  await begin(endpointId, organizationId, 24);
  let calls = 0;
  const dying = {
    ...stack.deps,
    jobs: {
      ...stack.deps.jobs,
      deliveries: {
        ...stack.deps.jobs.deliveries,
        resend: (input: never) =>
          ++calls === 3 ? Promise.reject(new Error('killed')) : stack.deps.jobs.deliveries.resend(input),
      },
    },
  };
  await expect(newAttempt().run(recoverDeliveries, dying, { endpointId })).rejects.toThrow('killed');
  await runThrough(endpointId);
  // The third was begun anew in its row before the crash: the sweep starts its run.
  expect(resent()).toEqual(failed.filter((_, n) => n !== 2));
  expect(await stack.deliveryRow(failed[2]!)).toMatchObject({ state: 'pending', origin: 'recover' });
});

it('stops where the endpoint is disabled meanwhile, and leaves the rest failed', async () => {
  const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
  for (let n = 1; n <= 15; n++) await past(endpointId, 'failed', n);
  await begin(endpointId, organizationId, 24);
  await newAttempt().run(recoverDeliveries, stack.deps, { endpointId });
  await stack.stores.webhookEndpoints.change(organizationId, endpointId, { disabled: true });
  await runThrough(endpointId);
  expect(resent()).toHaveLength(10);
  const rows = await stack.stores.webhookDeliveries.list(endpointId, null, 100);
  expect(rows.filter(({ state }) => state === 'failed')).toHaveLength(5);
});

describe('what waits for an attempt', () => {
  async function beginWaiting(endpointId: string, organizationId: string): Promise<void> {
    const { webhookDeliveries, webhookRecoveries } = stack.stores;
    const set = { endpointId, since: new Date(Date.now() - 24 * HOUR), until: new Date() };
    const messages = await webhookDeliveries.countFailed({ ...set, waitingOnly: true });
    await webhookRecoveries.beginWaiting({ ...set, _id: endpointId, organizationId, messages });
  }

  it('is sent alone where it was asked for alone: what was given up stays so', async () => {
    const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
    const givenUp = await past(endpointId, 'failed', 2);
    const both = [await stack.waiting(endpointId), await stack.waiting(endpointId)];
    await beginWaiting(endpointId, organizationId);
    expect((await runThrough(endpointId)).progress).toEqual({ messages: 2, resent: 2, more: false });
    expect(resent().sort()).toEqual([...both].sort());
    expect(await stack.deliveryRow(givenUp)).toMatchObject({ state: 'failed', requested: 0 });
  });

  it('is sent by the recovery that runs, from the beginning, even when its last step is at work', async () => {
    const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
    const first = await stack.waiting(endpointId);
    await begin(endpointId, organizationId, 24);
    const { webhookRecoveries } = stack.stores;
    const read = (await webhookRecoveries.running(endpointId))!;
    await beginWaiting(endpointId, organizationId);
    // The step that was at work has read the row before.
    expect(await webhookRecoveries.end(read)).toBe(false);
    await runThrough(endpointId);
    expect(resent()).toEqual([first]);
    expect(await webhookRecoveries.running(endpointId)).toBeNull();
  });
});
