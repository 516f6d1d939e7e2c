import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { createSendWebhook } from '../../../activities/platform/webhooks/send-webhook';
import { deliveryScheduleMs } from '../../../src/domain/platform/webhook-retries';
import { liveSecretsMax } from '../../../src/domain/platform/webhook-endpoint';
import { createSealer } from '../../../src/signing/sealed-text';
import { type WebhookDeliveryRow } from '../../../src/stores/platform/webhooks/webhook-delivery-row';
import { newWebhookSecret, openSecret, sealSecret } from '../../../src/webhooks';
import { makeAttempt } from '../../webhooks/make-attempt';
import { startWebhookStack, type WebhookStack } from '../../webhooks/webhook-stack';
import { newAttempt } from '../activity-stack';

const DAY = 24 * 3_600_000;

let stack: WebhookStack;
beforeAll(async () => {
  stack = await startWebhookStack();
});
afterAll(() => stack.close());

/** Sealers of a service whose key has changed: the former key does not open any more. */
const changedSealer = createSealer([randomBytes(32)]);
const opens = (endpointId: string) => (sealed: string) =>
  openSecret(changedSealer, endpointId, sealed) !== null;

/** Requests that a receiver over TLS has got. */
async function receiver() {
  const requests: { headers: Record<string, string>; body: string }[] = [];
  const url = await stack.receiver((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      requests.push({ headers: request.headers as Record<string, string>, body });
      response.end();
    });
  });
  return { url, requests };
}

const send = (messageId: string, at = new Date()) =>
  makeAttempt(createSendWebhook({ ...stack.deps, sealer: changedSealer }, () => at).sendWebhook, messageId);
const rotate = (endpointId: string, organizationId: string, secret: string, at = new Date()) =>
  stack.stores.webhookEndpoints.rotate(
    organizationId,
    endpointId,
    { sealed: sealSecret(changedSealer, endpointId, secret), opens: opens(endpointId) },
    at,
  );

it('a secret that does not open ends the attempt with a class of its own and uses up a step of the schedule', async () => {
  const { url, requests } = await receiver();
  const { endpointId } = await stack.endpoint(url);
  const messageId = await stack.delivery(endpointId);
  const progress = await send(messageId);
  expect(progress).toMatchObject({ attempts: 1, last: { class: 'secret_unreadable', status: null } });
  expect(requests).toHaveLength(0);
  const [attempt, ...more] = await stack.attempts(messageId);
  expect(more).toEqual([]);
  expect(attempt).toMatchObject({ class: 'secret_unreadable', status: null, durationMs: null, answer: null });
  expect(await stack.deliveryRow(messageId)).toMatchObject({ step: 1, attempts: 1 });
  // Nothing was sent: the receiver is neither quick nor slow by it.
  expect((await stack.stores.webhookEndpoints.get(endpointId))!.recentMs).toEqual([]);
});

it('a delivery whose secret never opens is exhausted by the schedule, as any other', async () => {
  const { url } = await receiver();
  const { endpointId } = await stack.endpoint(url);
  const messageId = await stack.delivery(endpointId);
  for (const attempt of deliveryScheduleMs.keys())
    await send(messageId, new Date(Date.now() + attempt * DAY));
  expect(await stack.deliveryRow(messageId)).toMatchObject({
    state: 'failed',
    reason: 'exhausted',
    attempts: deliveryScheduleMs.length,
    nextAttemptAt: null,
  });
});

it('five days without a secret that opens disable the endpoint', async () => {
  const { url } = await receiver();
  const { endpointId } = await stack.endpoint(url);
  const deliveries = [await stack.delivery(endpointId), await stack.delivery(endpointId)];
  for (const [n, messageId] of deliveries.entries()) await send(messageId, new Date(Date.now() + n * DAY));
  await send(deliveries[0]!, new Date(Date.now() + 5 * DAY));
  expect(await stack.stores.webhookEndpoints.get(endpointId)).toMatchObject({
    disabledReason: 'delivery_failures',
  });
});

it('a rotation mends it at once: the next attempt is signed by the new secret alone', async () => {
  const { url, requests } = await receiver();
  const { endpointId, organizationId } = await stack.endpoint(url);
  const messageId = await stack.delivery(endpointId);
  await send(messageId);
  const secret = newWebhookSecret();
  await rotate(endpointId, organizationId, secret);
  expect(await send(messageId, new Date(Date.now() + DAY))).toMatchObject({
    last: { class: 'success', status: 200 },
  });
  const [{ headers, body }] = requests as [(typeof requests)[number]];
  expect(headers['webhook-signature']!.split(' ')).toHaveLength(1);
  const aDayOn = new Date(Date.now() + DAY);
  jest.useFakeTimers({ now: aDayOn, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  try {
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  } finally {
    jest.useRealTimers();
  }
});

it('as many secrets that do not open as an endpoint may have do not stop a rotation', async () => {
  const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
  const former = (n: number) => sealSecret(stack.sealer, endpointId, `${newWebhookSecret()}${n}`);
  for (let n = 1; n < liveSecretsMax; n++)
    await stack.stores.webhookEndpoints.rotate(organizationId, endpointId, {
      sealed: former(n),
      opens: () => true,
    });
  const refused = await stack.stores.webhookEndpoints.rotate(organizationId, endpointId, {
    sealed: former(0),
    opens: () => true,
  });
  expect(refused).toEqual({ rotated: false, reason: 'too_many' });
  expect(await rotate(endpointId, organizationId, newWebhookSecret())).toMatchObject({ rotated: true });
  expect((await stack.stores.webhookEndpoints.get(endpointId))!.secrets).toHaveLength(1);
});

it('a fault that is not the key of a secret is thrown before an attempt is counted', async () => {
  const { url } = await receiver();
  const { endpointId } = await stack.endpoint(url);
  const messageId = await stack.delivery(endpointId);
  const broken = {
    ...stack.deps,
    sealer: {
      ...stack.sealer,
      open() {
        throw new RangeError('a fault of our own');
      },
    },
  };
  await expect(newAttempt().run(createSendWebhook(broken).sendWebhook, { messageId })).rejects.toThrow(
    RangeError,
  );
  const row = await stack.mongo.db
    .collection<WebhookDeliveryRow>('webhook_messages')
    .findOne({ _id: messageId });
  expect(row).toMatchObject({ attempts: 0, state: 'pending' });
});
