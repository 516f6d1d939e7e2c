import { randomUUID } from 'node:crypto';
import { deliveryDetail, recovery, storedEvent } from '../../../api/platform/webhooks/schema';
import { newId } from '../../../src/stores/mongo/new-id';
import { type TestKey } from '../../setup/api';
import { base, startWebhookApi, type WebhookApi } from './webhook-client';

let hooks: WebhookApi;
let key: TestKey;
let path: string;
let messageId: string;
let eventId: string;
beforeAll(async () => {
  hooks = await startWebhookApi();
});
beforeEach(async () => {
  key = await hooks.newKey();
  path = `${base}/${(await hooks.create(key)).endpoint_id}`;
  const sent = await hooks.call<{ message_id: string; event_id: string }>(key, 'POST', `${path}/test`);
  ({ message_id: messageId, event_id: eventId } = sent.body);
});
afterAll(() => hooks.close());

const get = <T = Record<string, unknown>>(at: string, as = key) => hooks.call<T>(as, 'GET', `${path}${at}`);

describe('a delivery by itself', () => {
  it('is its entry of the list, and more, by its own id or that of its event', async () => {
    const { body: list } = await get<{ deliveries: object[] }>('/deliveries');
    const answer = await get(`/deliveries/${messageId}`);
    expect(answer.status).toBe(200);
    expect(deliveryDetail.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toEqual({
      ...list.deliveries[0],
      endpoint_id: path.slice(base.length + 1),
      environment: 'production',
      failed_at: null,
      expires_at: expect.any(String) as string,
    });
    expect((await get(`/deliveries/${eventId}`)).body).toEqual(answer.body);
  });

  it('tells when it failed, and is kept longer when it is sent again', async () => {
    const store = hooks.api.stores.webhookDeliveries;
    const before = (await get<{ expires_at: string }>(`/deliveries/${messageId}`)).body.expires_at;
    const at = new Date(Date.now() - 60_000);
    await store.endUnsent(messageId, 'endpoint_disabled', at);
    expect((await get(`/deliveries/${messageId}`)).body).toMatchObject({
      status: 'failed',
      failure_reason: 'endpoint_disabled',
      failed_at: at.toISOString(),
    });
    await hooks.call(key, 'POST', `${path}/deliveries/${messageId}/resend`);
    const after = (await get<{ expires_at: string }>(`/deliveries/${messageId}`)).body.expires_at;
    expect(Date.parse(after)).toBeGreaterThan(Date.parse(before));
  });
});

describe('the event of a delivery', () => {
  it('has the stored body, byte for byte', async () => {
    const createdAt = new Date(Date.now() - 60_000);
    // What a parser and a writer of JSON would change.
    const body = '{ "event":"job.completed", "n": 1.0, "name": "M\\u00fcller \u00fc \ud83d\udce6" }';
    const event = await hooks.api.stores.webhookEvents.write({
      _id: `evt_${newId('job_')}`,
      organizationId: key.organizationId,
      type: 'job.completed',
      test: false,
      body,
      endpointIds: [path.slice(base.length + 1)],
      createdAt,
    });
    const [delivery] = await hooks.api.stores.webhookDeliveries.open(event, 'production');
    for (const id of [delivery!._id, event._id]) {
      const answer = await get(`/deliveries/${id}/event`);
      expect(answer.status).toBe(200);
      expect(storedEvent.parse(answer.body)).toEqual({
        message_id: delivery!._id,
        event_id: event._id,
        event_type: 'job.completed',
        test: false,
        created_at: createdAt.toISOString(),
        body,
      });
    }
  });

  it('is gone once it has expired, though its delivery is still there', async () => {
    const events = hooks.api.mongo.db.collection<{ _id: string }>('webhook_events');
    await events.deleteOne({ _id: eventId });
    const answer = await get(`/deliveries/${messageId}/event`);
    expect([answer.status, answer.body.error]).toEqual([404, 'message_not_found']);
  });
});

describe('the latest recovery', () => {
  const since = new Date(Date.now() - 3_600_000).toISOString();

  it('is told while it runs and once it has ended', async () => {
    const none = await get('/recover');
    expect([none.status, none.body.error]).toEqual([404, 'recovery_not_found']);
    await hooks.api.stores.webhookDeliveries.endUnsent(messageId, 'endpoint_disabled');
    const begun = await hooks.call<object>(key, 'POST', `${path}/recover`, { since });
    expect(begun).toMatchObject({ status: 202, body: { status: 'accepted', messages: 1 } });
    const running = await get('/recover');
    expect(recovery.parse(running.body)).toEqual({ ...begun.body, status: 'running' });
    const store = hooks.api.stores.webhookRecoveries;
    const row = (await store.latest(path.slice(base.length + 1)))!;
    await store.saveStep(row._id, null, { createdAt: new Date(), id: messageId }, 1);
    expect((await get('/recover')).body).toMatchObject({ status: 'running', resent: 1 });
    await store.end(row);
    expect((await get('/recover')).body).toEqual({ ...begun.body, status: 'ended', resent: 1 });
  });

  it('that found nothing to send has ended at once', async () => {
    await hooks.call(key, 'POST', `${path}/recover`, { since });
    expect((await get('/recover')).body).toMatchObject({ status: 'ended', messages: 0, since });
  });
});

const reads = [
  '/deliveries',
  '/deliveries/:id',
  '/deliveries/:id/event',
  '/deliveries/:id/attempts',
  '/recover',
];
const at = (route: string) => route.replace(':id', messageId);

it.each(reads)(
  '%s tells another organization nothing, and an endpoint nothing of another one',
  async (route) => {
    await hooks.call(key, 'POST', `${path}/recover`, { since: new Date().toISOString() });
    expect((await get(at(route))).status).toBe(200);
    const stranger = await get(at(route), await hooks.newKey());
    expect([stranger.status, stranger.body.error]).toEqual([404, 'endpoint_not_found']);
    if (!route.includes(':id')) return;
    const sister = `${base}/${(await hooks.create(key)).endpoint_id}`;
    const answer = await hooks.call(key, 'GET', `${sister}${at(route)}`);
    expect([answer.status, answer.body.error]).toEqual([404, 'message_not_found']);
  },
);

it.each(reads.filter((route) => route.includes(':id')))(
  '%s of an unknown message is refused',
  async (route) => {
    for (const id of ['msg_1', newId('msg_'), 'evt_x', '$ne', 'x'.repeat(1_000), '%00']) {
      const { status, body } = await get(route.replace(':id', id));
      expect([status, body.error]).toEqual([404, 'message_not_found']);
    }
  },
);

it('reading has a limit of its own, apart from that of managing endpoints', async () => {
  const limited = await startWebhookApi({ RATE_LIMIT_DELIVERIES_PER_MINUTE: '5' });
  try {
    const own = await limited.newKey();
    const { endpoint_id } = await limited.create(own);
    const list = () => limited.call(own, 'GET', `${base}/${endpoint_id}/deliveries`);
    const answers = await Promise.all(Array.from({ length: 8 }, list));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    for (const { headers, body } of refused) {
      expect(body).toMatchObject({ error: 'rate_limited', details: { scope: 'webhooks' } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect((await limited.call(own, 'GET', `${base}/${endpoint_id}`)).status).toBe(200);
  } finally {
    await limited.close();
  }
});

it('the document names each permission that is enough, and each one is', async () => {
  const { body } = await hooks.api.request<{ paths: Record<string, { get: { description: string } }> }>(
    '/openapi.json',
  );
  const { description } = body.paths[`${base}/{endpoint_id}/deliveries/{message_id}/event`]!.get;
  const [, sentence] = /Permission: (.+)\.$/.exec(description)!;
  const named = [...sentence!.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  expect(named.toSorted()).toEqual(['index', 'query', 'webhooks']);
  const organization = `o${randomUUID()}`.slice(0, 40);
  for (const permission of named) {
    const one = await hooks.api.createKey({ organization, permissions: [permission] });
    expect((await hooks.call(one, 'GET', base)).status).toBe(200);
  }
  const product = await hooks.api.createKey({ organization, permissions: ['products-admin'] });
  const answer = await hooks.call(product, 'GET', base);
  expect([answer.status, answer.body.error]).toEqual([403, 'permission_denied']);
  expect(answer.body.details).toEqual({ required: 'webhooks' });
});
