import { removeEndpointStep } from '../../../src/stores/platform/webhooks/webhook-endpoint-removal';
import { Context } from '@temporalio/activity';
import {
  ApplicationFailure,
  CancelledFailure,
  WorkflowFailedError,
  type WorkflowHandle,
} from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time';
import { bound } from '../../../activities/attempt/bound';
import { createSendWebhook } from '../../../activities/platform/webhooks/send-webhook';
import { cancelDelivery, requestAttempt } from '../../../activities/platform/webhooks/steer-delivery';
import { type Activities } from '../../../src/domain/activities';
import { deliveryScheduleMs, retryDelayMs } from '../../../src/domain/platform/webhook-retries';
import { type WebhookDeliveryRow } from '../../../src/stores/platform/webhooks/webhook-delivery-row';
import { type webhookDelivery } from '../../../workflows/platform/webhook-delivery';
import { startWebhookStack, type WebhookStack } from '../../webhooks/webhook-stack';
import { failingFirst, recordedActivities } from '../recorded-activities';
import { startTimeSkipping, type TimeSkipping } from '../time-skipping';

const HOUR = 3_600_000;

describe('webhookDelivery', () => {
  let skipping: TimeSkipping;
  let stack: WebhookStack;
  let runs = 0;

  beforeAll(async () => {
    [skipping, stack] = await Promise.all([startTimeSkipping(), startWebhookStack()]);
  });
  afterAll(async () => {
    await skipping.close();
    await stack.close();
  });

  /** The clock of the server, which is skipped ahead. */
  const serverClock = () => new Date(Context.current().info.currentAttemptScheduledTimestampMs);
  const real = () => createSendWebhook(stack.deps, serverClock).sendWebhook;

  async function start(messageId: string, sendWebhook: Activities['sendWebhook'] = real()) {
    skipping.use(
      recordedActivities({ ...bound(stack.deps, { cancelDelivery, requestAttempt }), sendWebhook })
        .activities,
    );
    return skipping.client.workflow.start<typeof webhookDelivery>('webhookDelivery', {
      taskQueue: 'sheaf',
      workflowId: `webhook-delivery/test/${++runs}`,
      args: [{ messageId, slow: false }],
    });
  }
  async function ended(messageId: string, sendWebhook?: Activities['sendWebhook']) {
    const handle = await start(messageId, sendWebhook);
    return handle.result().catch((error: unknown) => {
      if (!(error instanceof WorkflowFailedError)) throw error;
      return error.cause as ApplicationFailure;
    });
  }

  /** A receiver that answers with these statuses in turn, the last one for ever. */
  async function answering(...statuses: number[]) {
    const left = [...statuses];
    const requests: { at: number; id: string }[] = [];
    const url = await stack.receiver((request, response) => {
      const { headers } = request;
      requests.push({ at: Number(headers['webhook-timestamp']), id: String(headers['webhook-id']) });
      response.writeHead(left.length > 1 ? left.shift()! : left[0]!).end();
    });
    return { url, requests };
  }
  /** The server's time now, which former tests have skipped ahead. */
  const skippedNow = async () => new Date(await skipping.nowMs());

  it('makes eight attempts over 27 h 35 min, each exactly when the schedule says, then fails as exhausted', async () => {
    const { url, requests } = await answering(500);
    const { endpointId } = await stack.endpoint(url);
    const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
    const handle = await start(messageId);
    await expect(handle.result()).rejects.toMatchObject({
      cause: { type: 'DeliveryExhausted', nonRetryable: true, category: 'BENIGN' },
    });

    const attempts = await stack.attempts(messageId);
    expect(attempts.map(({ class: how, status, trigger }) => [how, status, trigger])).toEqual(
      Array.from({ length: 8 }, () => ['http_error', 500, 'scheduled']),
    );
    const outcome = { class: 'http_error', status: 500, retryAfterMs: null } as const;
    const { events } = await handle.fetchHistory();
    const timers = events!.flatMap(({ timerStartedEventAttributes: timer }) =>
      timer == null ? [] : [tsToMs(timer.startToFireTimeout)],
    );
    // Less is what an attempt waits that came a moment before its time.
    const pauses = timers.filter((ms) => ms > 1_000);
    let total = 0;
    for (let step = 0; step < 7; step++) {
      const planned = retryDelayMs(step, messageId, outcome)!;
      expect(Math.abs(planned / deliveryScheduleMs[step + 1]! - 1)).toBeLessThanOrEqual(0.2);
      const gap = attempts[step + 1]!.at.getTime() - attempts[step]!.at.getTime();
      total += gap;
      // The pause, and however long the machine takes for a workflow task and a request.
      expect(gap).toBeGreaterThanOrEqual(planned - 1_000);
      expect(Math.abs(pauses[step]! - planned)).toBeLessThanOrEqual(1);
    }
    expect(pauses).toHaveLength(7);
    expect(total).toBeGreaterThan(0.8 * 27.5 * HOUR);
    expect(total).toBeLessThan(1.2 * 27.7 * HOUR);
    expect(new Set(requests.map(({ id }) => id)).size).toBe(1);
    expect(requests[7]!.at - requests[0]!.at).toBeGreaterThan(0.8 * 27.5 * 3_600);

    expect(await stack.deliveryRow(messageId)).toMatchObject({
      state: 'failed',
      reason: 'exhausted',
      attempts: 8,
      nextAttemptAt: null,
    });
    expect((await stack.stores.webhookEndpoints.get(endpointId))!.disabledAt).toBeNull();
  });

  it('ends with the first 2xx', async () => {
    const { url, requests } = await answering(503, 302, 204);
    const { endpointId } = await stack.endpoint(url);
    const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
    expect(await ended(messageId)).toBe('succeeded');
    expect(requests).toHaveLength(3);
    const attempts = await stack.attempts(messageId);
    expect(attempts.map(({ class: how }) => how)).toEqual(['http_error', 'redirect', 'success']);
    const endpoint = await stack.stores.webhookEndpoints.get(endpointId);
    expect(endpoint).toMatchObject({ streak: null, lastDelivery: { messageId, status: 'succeeded' } });
  });

  it('an attempt that was not accepted is a failed activity, with its answer and the next step', async () => {
    const { url } = await answering(503, 204);
    const { endpointId } = await stack.endpoint(url);
    const handle = await start(await stack.delivery(endpointId, { now: await skippedNow() }));
    expect(await handle.result()).toBe('succeeded');
    const { events } = await handle.fetchHistory();
    const failures = events!.flatMap(({ activityTaskFailedEventAttributes: it }) => it?.failure ?? []);
    expect(failures).toMatchObject([
      { message: 'http_error (503)', applicationFailureInfo: { type: 'AttemptFailed', nonRetryable: true } },
    ]);
    const [payload] = failures[0]!.applicationFailureInfo!.details!.payloads!;
    expect(JSON.parse(Buffer.from(payload!.data!).toString())).toMatchObject({
      state: 'failed',
      attempts: 1,
    });
  });

  it('a test message gets three attempts', async () => {
    const { url, requests } = await answering(500);
    const { endpointId } = await stack.endpoint(url);
    const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
    await stack.mongo.db
      .collection<WebhookDeliveryRow>('webhook_messages')
      .updateOne({ _id: messageId }, { $set: { test: true, origin: 'test', requested: 1 } });
    expect(await ended(messageId)).toMatchObject({ type: 'DeliveryExhausted' });
    expect(requests).toHaveLength(3);
    const row = { state: 'failed', reason: 'exhausted', attempts: 3, nextAttemptAt: null };
    expect(await stack.deliveryRow(messageId)).toMatchObject(row);
  });

  describe('an operator', () => {
    const cancelled = { state: 'failed', reason: 'cancelled', nextAttemptAt: null };
    const rowWhen = async (messageId: string, holds: (row: WebhookDeliveryRow) => boolean) => {
      for (;;) {
        const row = await stack.deliveryRow(messageId);
        if (holds(row)) return row;
        await new Promise(setImmediate);
      }
    };
    /** The row once the run is in the pause after its second attempt. */
    const paused = async (handle: WorkflowHandle, messageId: string) => {
      const pauses = async () =>
        (await handle.fetchHistory()).events!.filter((event) => event.timerStartedEventAttributes).length;
      while ((await pauses()) < 2) await new Promise(setImmediate);
      return stack.deliveryRow(messageId);
    };
    /**
     * Cancels a run; resolves once the run has cancelled its attempt, or has ended. The time-skipping server
     * loses a workflow task that cancels an attempt which has ended meanwhile (temporalio/sdk-java#2391).
     */
    const cancel = async (handle: WorkflowHandle) => {
      await handle.cancel();
      const isCancelled = async () => {
        const { events } = await handle.fetchHistory();
        if (events!.some((event) => event.activityTaskCancelRequestedEventAttributes)) return true;
        return (await handle.describe()).status.name !== 'RUNNING';
      };
      while (!(await isCancelled())) await new Promise(setImmediate);
    };

    it('who cancels a run ends its delivery for good: neither sweep nor recovery sends it, a resend does', async () => {
      const { url, requests } = await answering(500, 500, 200);
      const { endpointId } = await stack.endpoint(url);
      const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
      const handle = await start(messageId);
      await paused(handle, messageId);
      await handle.cancel();
      await expect(handle.result()).rejects.toMatchObject({ cause: expect.any(CancelledFailure) as unknown });
      const row = await stack.deliveryRow(messageId);
      expect(row).toMatchObject(cancelled);
      expect(row).not.toHaveProperty('checkAt');
      const { webhookDeliveries } = stack.stores;
      const all = { endpointId, since: new Date(0), until: new Date(8.64e15) };
      expect(await webhookDeliveries.countFailed(all)).toBe(0);
      expect(await webhookDeliveries.recover(all, messageId)).toBeNull();
      expect(await ended(messageId)).toMatchObject({ type: 'DeliveryCancelled' });
      expect(requests).toHaveLength(2);
      await webhookDeliveries.resend(messageId);
      expect(await ended(messageId)).toBe('succeeded');
      expect(await stack.deliveryRow(messageId)).toMatchObject({ state: 'succeeded', reason: null });
    });

    it('who cancels a run as it begins ends its delivery, unless the receiver has accepted it by then', async () => {
      const { url, requests } = await answering(200);
      const { endpointId } = await stack.endpoint(url);
      const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
      let isCancelled: () => void;
      const before = new Promise<void>((resolve) => (isCancelled = resolve));
      const send = real();
      const handle = await start(messageId, (ref) => before.then(() => send(ref)));
      await cancel(handle);
      isCancelled!();
      await handle.result().catch((error: unknown) => error);
      const row = await stack.deliveryRow(messageId);
      // The attempt may have been on its way already: then its success counts.
      if (requests.length === 0) expect(row).toMatchObject(cancelled);
      else expect(row).toMatchObject({ state: 'succeeded' });
    });

    it('who cancels during an attempt that the receiver accepts has a delivery that succeeded', async () => {
      let accept: () => void;
      const isAllowed = new Promise<void>((resolve) => (accept = resolve));
      const url = await stack.receiver((_, response) => {
        void isAllowed.then(() => response.writeHead(200).end());
      });
      const { endpointId } = await stack.endpoint(url);
      const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
      const handle = await start(messageId);
      await rowWhen(messageId, ({ state }) => state === 'sending');
      await cancel(handle);
      await stack.stores.webhookDeliveries.endUnsent(messageId, 'cancelled');
      accept!();
      await rowWhen(messageId, ({ state }) => state === 'succeeded');
      expect(await handle.result()).toBe('succeeded');
      expect(await stack.deliveryRow(messageId)).toMatchObject({ state: 'succeeded', reason: null });
    });

    it('has an attempt at once by the update resend, and the end of the delivery by cancel', async () => {
      const { url, requests } = await answering(500);
      const { endpointId } = await stack.endpoint(url);
      const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
      const handle = await start(messageId);
      const { nextAttemptAt } = await paused(handle, messageId);
      expect(await handle.executeUpdate('resend')).toBe('pending');
      const third = await rowWhen(messageId, ({ state, attempts }) => state === 'failed' && attempts === 3);
      expect(third).toMatchObject({ nextAttemptAt, requested: 1, served: 1 });
      expect(await handle.executeUpdate('cancel')).toBe('failed');
      await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'DeliveryCancelled' } });
      expect(await stack.deliveryRow(messageId)).toMatchObject(cancelled);
      expect(requests).toHaveLength(3);
    });
  });

  it('a receiver that answers 410 is disabled at once, and nothing is tried again', async () => {
    const { url, requests } = await answering(410);
    const { endpointId } = await stack.endpoint(url);
    const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
    expect(await ended(messageId)).toMatchObject({ type: 'EndpointGone' });
    expect(requests).toHaveLength(1);
    const endpoint = await stack.stores.webhookEndpoints.get(endpointId);
    expect(endpoint).toMatchObject({ disabledReason: 'gone' });
  });

  it('a delivery to an endpoint that was disabled meanwhile fails without another attempt', async () => {
    const { url, requests } = await answering(500);
    const { endpointId, organizationId } = await stack.endpoint(url);
    const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
    const send = real();
    const failure = await ended(messageId, async (ref) => {
      try {
        return await send(ref);
      } finally {
        await stack.stores.webhookEndpoints.change(organizationId, endpointId, { disabled: true });
      }
    });
    expect(failure).toMatchObject({ type: 'EndpointDisabled' });
    expect(requests).toHaveLength(1);
    expect(await stack.deliveryRow(messageId)).toMatchObject({
      state: 'failed',
      reason: 'endpoint_disabled',
    });
  });

  it('a delivery whose endpoint was deleted meanwhile ends', async () => {
    const { url } = await answering(500);
    const { endpointId, organizationId } = await stack.endpoint(url);
    const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
    const send = real();
    const result = await ended(messageId, async (ref) => {
      try {
        return await send(ref);
      } finally {
        await stack.stores.webhookEndpoints.markDeleted(organizationId, endpointId);
        await removeEndpointStep(stack.stores, endpointId, () => Promise.resolve());
      }
    });
    expect(result).toBe('deleted');
  });

  it.each([
    ['a fault of our own', () => ApplicationFailure.retryable('no database', 'internal_error')],
    ['a busy endpoint', () => ApplicationFailure.create({ type: 'EndpointBusy', nextRetryDelay: 700 })],
  ])('%s uses up no attempt of the schedule', async (_, fault) => {
    const { url, requests } = await answering(200);
    const { endpointId } = await stack.endpoint(url);
    const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
    const send = real();
    let ref = { messageId };
    const flaky = failingFirst(40, fault, () => send(ref));
    const result = await ended(messageId, (input) => {
      ref = input;
      return flaky();
    });
    expect(result).toBe('succeeded');
    expect(requests).toHaveLength(1);
    expect(await stack.deliveryRow(messageId)).toMatchObject({ attempts: 1 });
  });

  it('a resend cuts the pause with an attempt of its own, and the schedule stays', async () => {
    const { url, requests } = await answering(500);
    const { endpointId } = await stack.endpoint(url);
    const messageId = await stack.delivery(endpointId, { now: await skippedNow() });
    const handle = await start(messageId);
    const waiting = async (attempts: number) => {
      for (;;) {
        const row = await stack.deliveryRow(messageId);
        if (row.state === 'failed' && row.attempts === attempts) return row;
        await new Promise(setImmediate);
      }
    };
    // Time is skipped only while a result is awaited: attempt 3 would come in five minutes.
    const before = await waiting(2);
    await stack.stores.webhookDeliveries.resend(messageId);
    await handle.signal('resendNow');
    const after = await waiting(3);
    expect(after.nextAttemptAt).toEqual(before.nextAttemptAt);
    expect(after.step).toBe(before.step);
    expect((await stack.attempts(messageId)).map(({ trigger }) => trigger)).toEqual([
      'scheduled',
      'scheduled',
      'manual',
    ]);
    expect(new Set(requests.map(({ id }) => id)).size).toBe(1);
    // Without a request in the row the signal alone does nothing.
    await handle.signal('resendNow');
    await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
    expect((await stack.deliveryRow(messageId)).attempts).toBe(9);
  });

  it('a resend of a delivery that has ended sends the same bytes under the same id, and two clicks send them twice', async () => {
    const bodies: string[] = [];
    const url = await stack.receiver((request, response) => {
      let body = String(request.headers['webhook-id']) + ' ';
      request.on('data', (data: Buffer) => (body += data.toString()));
      request.on('end', () => {
        bodies.push(body);
        response.writeHead(200).end();
      });
    });
    const { endpointId } = await stack.endpoint(url);
    const messageId = await stack.delivery(endpointId, { now: await skippedNow(), body: '{"a":"☕"}' });
    expect(await ended(messageId)).toBe('succeeded');
    await stack.stores.webhookDeliveries.resend(messageId);
    await stack.stores.webhookDeliveries.resend(messageId);
    expect(await stack.deliveryRow(messageId)).toMatchObject({ state: 'pending', requested: 2 });
    expect(await ended(messageId)).toBe('succeeded');
    await stack.stores.webhookDeliveries.resend(messageId);
    expect(await ended(messageId)).toBe('succeeded');
    expect(new Set(bodies).size).toBe(1);
    expect(bodies).toHaveLength(4);
    expect((await stack.attempts(messageId)).map(({ trigger }) => trigger)).toEqual([
      'scheduled',
      'manual',
      'manual',
      'manual',
    ]);
  });
});
