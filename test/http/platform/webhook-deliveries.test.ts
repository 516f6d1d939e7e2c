import { type DeliveryPage, recovery } from '../../../api/platform/webhooks/schema';
import { type TestResponse } from '../../setup/api';
import { base, startWebhookApi, type WebhookApi } from './webhook-client';

let hooks: WebhookApi;
let call: WebhookApi['call'];
let create: WebhookApi['create'];
let newKey: WebhookApi['newKey'];
beforeAll(async () => {
  hooks = await startWebhookApi();
  ({ call, create, newKey } = hooks);
});
beforeEach(() => {
  hooks.starts.length = 0;
});
afterAll(() => hooks.close());

describe('a test delivery', () => {
  it('is written and started, with an id of its own', async () => {
    const key = await newKey();
    const { endpoint_id } = await create(key, { event_types: ['job.failed'] });
    const send = (json?: unknown) =>
      call<{ message_id: string; event_id: string; event_type: string }>(
        key,
        'POST',
        `${base}/${endpoint_id}/test`,
        json,
      );
    const first = await send();
    expect(first).toMatchObject({ status: 202, body: { event_type: 'job.completed' } });
    const second = await send({ event_type: 'job.cancelled' });
    expect(second).toMatchObject({ status: 202, body: { event_type: 'job.cancelled' } });
    expect(second.body.event_id).not.toBe(first.body.event_id);
    expect(hooks.starts).toMatchObject([
      { start: 'startDelivery', input: { messageId: first.body.message_id, endpointId: endpoint_id } },
      { start: 'startDelivery', input: { messageId: second.body.message_id } },
    ]);
    const { body } = await call<{ deliveries: object[] }>(key, 'GET', `${base}/${endpoint_id}/deliveries`);
    expect(body.deliveries).toMatchObject([
      { message_id: second.body.message_id, test: true, status: 'pending' },
      { message_id: first.body.message_id, test: true, status: 'pending' },
    ]);
    expect((await send({ event_type: 'job.x' })).status).toBe(400);
  });

  it('and a resend and a recovery are refused while the endpoint is disabled', async () => {
    const key = await newKey();
    const { endpoint_id } = await create(key);
    const path = `${base}/${endpoint_id}`;
    const { body } = await call<{ message_id: string }>(key, 'POST', `${path}/test`);
    await call(key, 'PATCH', path, { disabled: true });
    hooks.starts.length = 0;
    for (const [at, json] of [
      ['test', undefined],
      [`deliveries/${body.message_id}/resend`, undefined],
      ['recover', { since: new Date().toISOString() }],
    ] as const) {
      const answer = await call(key, 'POST', `${path}/${at}`, json);
      expect([answer.status, answer.body.error]).toEqual([409, 'endpoint_disabled']);
      expect(answer.body.details).toEqual({ disabled_reason: 'manual' });
    }
    expect(hooks.starts).toEqual([]);
  });
});

it('deliveries come newest first, page by page, each once', async () => {
  const key = await newKey();
  const { endpoint_id } = await create(key);
  const sent: string[] = [];
  for (let n = 0; n < 7; n++)
    sent.unshift(
      (await call<{ message_id: string }>(key, 'POST', `${base}/${endpoint_id}/test`)).body.message_id,
    );
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: TestResponse<DeliveryPage> = await call(
      key,
      'GET',
      `${base}/${endpoint_id}/deliveries?limit=3${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...page.body.deliveries.map(({ message_id }) => message_id));
    cursor = page.body.next_cursor;
  }
  expect(new Set(seen)).toEqual(new Set(sent));
  expect(seen).toHaveLength(7);
  for (const wrong of ['x', 'MS4y', '%00'])
    expect((await call(key, 'GET', `${base}/${endpoint_id}/deliveries?cursor=${wrong}`)).status).toBe(400);
  for (const wrong of ['limit=0', 'limit=101', 'limit=1e1', 'offset=1'])
    expect((await call(key, 'GET', `${base}/${endpoint_id}/deliveries?${wrong}`)).status).toBe(400);
});

it('disabling ends what waits for an attempt, and recovering afterwards sends it again', async () => {
  const key = await newKey();
  const { endpoint_id } = await create(key);
  const path = `${base}/${endpoint_id}`;
  const since = new Date(Date.now() - 60_000).toISOString();
  const send = async () => (await call<{ message_id: string }>(key, 'POST', `${path}/test`)).body.message_id;
  const [underWay, waiting] = [await send(), await send()];
  await hooks.api.stores.webhookDeliveries.beginAttempt(underWay);
  hooks.starts.length = 0;
  await call(key, 'PATCH', path, { disabled: true });
  expect(hooks.starts).toMatchObject([{ start: 'wakeDelivery' }, { start: 'wakeDelivery' }]);
  const { body } = await call<DeliveryPage>(key, 'GET', `${path}/deliveries`);
  expect(body.deliveries).toMatchObject([
    { message_id: waiting, status: 'failed', next_attempt_at: null },
    { message_id: underWay, status: 'sending' },
  ]);
  await call(key, 'PATCH', path, { disabled: false });
  const withoutOffset = since.slice(0, -1);
  const until = new Date(Date.now() - 30_000).toISOString();
  const earlier = await call(key, 'POST', `${path}/recover`, { since: withoutOffset, until });
  expect(earlier).toMatchObject({ status: 202, body: { since, messages: 0 } });
  expect(await call(key, 'POST', `${path}/recover`, { since })).toMatchObject({ body: { messages: 1 } });
});

describe('recovering', () => {
  const DAY = 24 * 3_600_000;
  it.each([
    ['now', 0, 202],
    ['almost 7 days ago', -7 * DAY + 60_000, 202],
    ['7 days and 10 minutes ago', -7 * DAY - 600_000, 400],
    ['a minute ahead', 60_000, 202],
    ['10 minutes ahead', 600_000, 400],
  ])('since %s', async (_, offsetMs, status) => {
    const key = await newKey();
    const { endpoint_id } = await create(key);
    const since = new Date(Date.now() + offsetMs).toISOString();
    const answer = await call(key, 'POST', `${base}/${endpoint_id}/recover`, { since });
    expect(answer.status).toBe(status);
    if (status === 202) {
      expect(recovery.parse(answer.body)).toMatchObject({ status: 'accepted', messages: 0, since });
      expect(hooks.starts).toEqual([]);
    } else expect(answer.body.error).toBe('since_out_of_range');
  });

  it.each([[{}], [{ since: 'yesterday' }], [{ since: 5 }], [{ since: '2026-11-02', until: '2026-11-02' }]])(
    'with %j is refused',
    async (json) => {
      const key = await newKey();
      const { endpoint_id } = await create(key);
      expect((await call(key, 'POST', `${base}/${endpoint_id}/recover`, json)).body.error).toBe(
        'validation_error',
      );
    },
  );
});

it('deleting removes endpoint, deliveries and attempts, and tells the run of an open delivery', async () => {
  const key = await newKey();
  const { endpoint_id } = await create(key);
  const { body } = await call<{ message_id: string }>(key, 'POST', `${base}/${endpoint_id}/test`);
  const attempt = {
    messageId: body.message_id,
    endpointId: endpoint_id,
    number: 1,
    trigger: 'manual',
    at: new Date(),
  } as const;
  await hooks.api.stores.webhookAttempts.begin(attempt);
  hooks.starts.length = 0;
  const deleted = await call(key, 'DELETE', `${base}/${endpoint_id}`);
  expect(hooks.starts).toMatchObject([{ start: 'wakeDelivery', input: { endpointId: endpoint_id } }]);
  expect(deleted).toMatchObject({ status: 200, body: { endpoint_id, deleted: true } });
  for (const name of ['webhook_messages', 'webhook_attempts', 'webhook_recoveries'])
    expect(await hooks.api.mongo.db.collection(name).countDocuments({ endpointId: endpoint_id })).toBe(0);
  expect((await call(key, 'DELETE', `${base}/${endpoint_id}`)).status).toBe(404);
});
