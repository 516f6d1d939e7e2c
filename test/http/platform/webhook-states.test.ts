import { attemptPage, type AttemptPage, type DeliveryPage } from '../../../api/platform/webhooks/schema';
import { type AttemptOutcome } from '../../../src/domain/platform/webhook-delivery';
import { type WebhookDeliveryRow } from '../../../src/stores/platform/webhooks/webhook-delivery-row';
import { type TestKey } from '../../setup/api';
import { newDelivery } from '../../webhooks/new-delivery';
import { base, startWebhookApi, type WebhookApi } from './webhook-client';

const HOUR = 3_600_000;
const refused: AttemptOutcome = { class: 'http_error', status: 500, retryAfterMs: null };
const accepted: AttemptOutcome = { class: 'success', status: 200, retryAfterMs: null };

let hooks: WebhookApi;
let key: TestKey;
let endpointId: string;
beforeAll(async () => {
  hooks = await startWebhookApi();
});
beforeEach(async () => {
  key = await hooks.newKey();
  endpointId = (await hooks.create(key)).endpoint_id;
});
afterAll(() => hooks.close());

const store = () => hooks.api.stores.webhookDeliveries;
const rows = () => hooks.api.mongo.db.collection<WebhookDeliveryRow>('webhook_messages');
const delivery = async () => (await newDelivery(hooks.api.stores, endpointId, key.organizationId)).messageId;

/** An attempt of a delivery that ends like this. */
async function attempt(messageId: string, outcome: AttemptOutcome, gone = false) {
  const begun = (await store().beginAttempt(messageId))!;
  await store().endAttempt(begun, { ...outcome, gone });
}

async function list(query = ''): Promise<DeliveryPage['deliveries']> {
  const path = `${base}/${endpointId}/deliveries?limit=100${query}`;
  const { status, body } = await hooks.call<DeliveryPage>(key, 'GET', path);
  expect(status).toBe(200);
  return body.deliveries;
}
const ids = async (query: string) => (await list(query)).map(({ message_id }) => message_id);
const shown = async (messageId: string) => (await list()).find(({ message_id }) => message_id === messageId)!;

describe('a delivery is shown', () => {
  it('as pending until its first attempt, as sending while that is under way', async () => {
    const messageId = await delivery();
    expect(await shown(messageId)).toMatchObject({ status: 'pending', attempts: 0, failure_reason: null });
    await store().beginAttempt(messageId);
    expect(await shown(messageId)).toMatchObject({ status: 'sending', failure_reason: null });
  });

  it('as failed as soon as an attempt failed, with the time of the next one', async () => {
    const messageId = await delivery();
    await attempt(messageId, refused);
    const { nextAttemptAt } = (await rows().findOne({ _id: messageId }))!;
    expect(await shown(messageId)).toMatchObject({
      status: 'failed',
      attempts: 1,
      next_attempt_at: nextAttemptAt!.toISOString(),
      failure_reason: null,
    });
  });

  it('as failed with a reason and without a next attempt once none is to come', async () => {
    const [exhausted, gone, disabled] = [await delivery(), await delivery(), await delivery()];
    await rows().updateOne({ _id: exhausted }, { $set: { step: 7 } });
    await attempt(exhausted, refused);
    await attempt(gone, refused, true);
    await attempt(disabled, refused);
    await hooks.call(key, 'PATCH', `${base}/${endpointId}`, { disabled: true });
    for (const [messageId, failure_reason] of [
      [exhausted, 'exhausted'],
      [gone, 'gone'],
      [disabled, 'endpoint_disabled'],
    ] as const)
      expect(await shown(messageId)).toMatchObject({
        status: 'failed',
        next_attempt_at: null,
        failure_reason,
      });
  });

  it('as pending again once another attempt was requested, and as that attempt ends', async () => {
    const [waiting, ended] = [await delivery(), await delivery()];
    await attempt(waiting, refused);
    await attempt(ended, refused, true);
    for (const messageId of [waiting, ended]) {
      const { status } = await hooks.call(
        key,
        'POST',
        `${base}/${endpointId}/deliveries/${messageId}/resend`,
      );
      expect(status).toBe(202);
      expect(await shown(messageId)).toMatchObject({ status: 'pending', failure_reason: null });
    }
    const before = await shown(waiting);
    await attempt(waiting, refused);
    expect(await shown(waiting)).toEqual({ ...before, status: 'failed', attempts: 2 });
    await attempt(ended, refused);
    expect(await shown(ended)).toMatchObject({ status: 'failed', attempts: 2, failure_reason: null });
  });
});

describe('an attempt shows', () => {
  const sent = async (messageId: string) => {
    const path = `${base}/${endpointId}/deliveries/${messageId}/attempts`;
    const { body, status } = await hooks.call<AttemptPage>(key, 'GET', path);
    expect(status).toBe(200);
    expect(attemptPage.parse(body)).toEqual(body);
    return body.attempts;
  };
  const note = async (
    messageId: string,
    number: number,
    answer: string | null,
    durationMs: number | null,
  ) => {
    const { webhookAttempts } = hooks.api.stores;
    await webhookAttempts.begin({ messageId, endpointId, number, trigger: 'scheduled', at: new Date() });
    const end = { class: 'http_error', status: 500, durationMs, answer } as const;
    await webhookAttempts.complete(messageId, number, end);
  };

  it('the beginning of what was sent and answered, without signatures and secrets', async () => {
    const messageId = await delivery();
    const echo = `webhook-signature: v1,${'A'.repeat(43)}= v1a,${'B'.repeat(40)} key=whsec_MfKQ9r8GKYqrTw no`;
    await note(messageId, 1, echo, 12);
    await note(messageId, 2, null, null);
    const [second, first] = await sent(messageId);
    expect(second).toMatchObject({ request_body: null, response_body: null });
    expect(first!.response_body).toBe('webhook-signature: v1,… v1,… key=whsec_… no');
    const row = (await rows().findOne({ _id: messageId }))!;
    const event = (await hooks.api.stores.webhookEvents.get(row.eventId))!;
    expect(first!.request_body).toBe(event.body);
  });

  it('no request once the event is gone', async () => {
    const messageId = await delivery();
    await note(messageId, 1, 'no', 12);
    const { eventId } = (await rows().findOne({ _id: messageId }))!;
    await hooks.api.mongo.db.collection<{ _id: string }>('webhook_events').deleteOne({ _id: eventId });
    expect(await sent(messageId)).toMatchObject([{ request_body: null, response_body: 'no' }]);
  });
});

describe('a new url with resend_waiting', () => {
  const change = (json: object) => hooks.call(key, 'PATCH', `${base}/${endpointId}`, json);
  const url = 'https://hooks.example/new';

  it('begins a recovery of what waits for an attempt, and of nothing else', async () => {
    const [waiting, gone, done] = [await delivery(), await delivery(), await delivery()];
    await attempt(waiting, refused);
    await attempt(gone, refused, true);
    await attempt(done, accepted);
    hooks.starts.length = 0;
    expect((await change({ url, resend_waiting: true })).status).toBe(200);
    expect(hooks.starts).toMatchObject([{ start: 'startRecovery', input: { endpointId } }]);
    expect(await hooks.api.stores.webhookRecoveries.running(endpointId)).toMatchObject({
      messages: 1,
      waitingOnly: true,
    });
  });

  it.each([
    ['without the option', { url }, refused],
    ['when nothing waits', { url, resend_waiting: true }, accepted],
    ['of an endpoint that is disabled with it', { url, resend_waiting: true, disabled: true }, refused],
  ])('%s begins none', async (_, json, outcome) => {
    await attempt(await delivery(), outcome);
    expect((await change(json)).status).toBe(200);
    expect(await hooks.api.stores.webhookRecoveries.running(endpointId)).toBeNull();
  });
});

describe('the list of deliveries', () => {
  /** Deliveries of every state, oldest first, an hour between each. */
  async function some() {
    const made = [];
    for (const outcome of [accepted, refused, null, accepted, refused]) {
      const messageId = await delivery();
      if (outcome !== null) await attempt(messageId, outcome);
      made.push(messageId);
    }
    const now = Date.now();
    const times = made.map((_, n) => new Date(now - (made.length - n) * HOUR));
    for (const [n, _id] of made.entries()) {
      const eventType = n % 2 === 0 ? 'job.completed' : 'job.failed';
      await rows().updateOne({ _id }, { $set: { createdAt: times[n]!, eventType } });
    }
    return { made, times: times.map((time) => time.toISOString()) };
  }

  it('takes a state, an event type and a span of time, one or all of them', async () => {
    const { made, times } = await some();
    const [a, b, c, d, e] = made;
    expect(await ids('')).toEqual([e, d, c, b, a]);
    expect(await ids('&status=failed')).toEqual([e, b]);
    expect(await ids('&status=succeeded')).toEqual([d, a]);
    expect(await ids('&status=pending')).toEqual([c]);
    expect(await ids('&status=sending')).toEqual([]);
    expect(await ids('&event_type=job.failed')).toEqual([d, b]);
    expect(await ids(`&from=${times[1]!}&to=${times[3]!}`)).toEqual([c, b]);
    expect(await ids(`&status=failed&event_type=job.failed&from=${times[0]!}`)).toEqual([b]);
  });

  it('keeps its filters from page to page', async () => {
    const { made } = await some();
    const path = `${base}/${endpointId}/deliveries?status=failed&limit=1`;
    const first = await hooks.call<DeliveryPage>(key, 'GET', path);
    const next = first.body.next_cursor!;
    const second = await hooks.call<DeliveryPage>(key, 'GET', `${path}&cursor=${next}`);
    expect([first, second].map(({ body }) => body.deliveries[0]!.message_id)).toEqual([made[4], made[1]]);
    expect(second.body.next_cursor).toBeNull();
  });

  it.each([
    'status=open',
    'event_type=job.done',
    'from=yesterday',
    'from=2026-11-02&to=2026-11-01',
    'state=failed',
  ])('refuses %s', async (query) => {
    const { status, body } = await hooks.call(key, 'GET', `${base}/${endpointId}/deliveries?${query}`);
    expect([status, body.error]).toEqual([400, 'validation_error']);
  });
});
