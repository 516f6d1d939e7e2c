import { removeEndpointStep } from '../../../src/stores/platform/webhooks/webhook-endpoint-removal';
import { createSendWebhook } from '../../../activities/platform/webhooks/send-webhook';
import { sweepWebhookEndpoints } from '../../../activities/platform/webhooks/sweep-webhooks';
import { startWebhookStack, type WebhookStack } from '../../webhooks/webhook-stack';
import { newAttempt } from '../activity-stack';

let stack: WebhookStack;
beforeAll(async () => {
  stack = await startWebhookStack();
});
beforeEach(() => {
  stack.starts.length = 0;
});
afterAll(() => stack.close());

const left = (name: string, filter: object) => stack.mongo.db.collection(name).countDocuments(filter);

/** A deleted endpoint with so many open deliveries and an ended one. */
async function deletedEndpoint(open: number): Promise<{ endpointId: string; messageIds: string[] }> {
  const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
  const messageIds = await Promise.all(Array.from({ length: open }, () => stack.delivery(endpointId)));
  await stack.stores.webhookDeliveries.endUnsent(await stack.delivery(endpointId), 'endpoint_disabled');
  await stack.stores.webhookEndpoints.markDeleted(organizationId, endpointId);
  return { endpointId, messageIds };
}

const wokenIds = () =>
  stack.starts.filter(({ kind }) => kind === 'wake').map(({ input }) => (input as { _id: string })._id);

it('of a deleted endpoint the sweep wakes every open delivery, and leaves nothing', async () => {
  const { endpointId, messageIds } = await deletedEndpoint(430);
  await newAttempt().run(sweepWebhookEndpoints, stack.deps);
  expect(wokenIds().sort()).toEqual([...messageIds].sort());
  expect(await left('webhook_messages', { endpointId })).toBe(0);
  expect(await left('webhook_endpoints', { _id: endpointId as never })).toBe(0);
});

it('a delivery that could not be told stays until it is', async () => {
  const { endpointId, messageIds } = await deletedEndpoint(30);
  let calls = 0;
  const dying = () => (++calls > 25 ? Promise.reject(new Error('killed')) : Promise.resolve());
  await expect(removeEndpointStep(stack.stores, endpointId, dying)).rejects.toThrow('killed');
  const woken: string[] = [];
  const noting = ({ _id }: { _id: string }) => Promise.resolve(void woken.push(_id));
  expect(await removeEndpointStep(stack.stores, endpointId, noting)).toBe(true);
  expect(woken.sort()).toEqual([...messageIds].sort());
  expect(await left('webhook_messages', { endpointId })).toBe(0);
});

it('a delivery that was written while its endpoint was removed removes itself', async () => {
  const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
  const messageId = await stack.delivery(endpointId);
  await stack.stores.webhookEndpoints.markDeleted(organizationId, endpointId);
  await stack.stores.webhookEndpoints.remove(endpointId);
  const { sendWebhook } = createSendWebhook(stack.deps);
  expect(await newAttempt().run(sendWebhook, { messageId })).toBeNull();
  expect(await stack.stores.webhookDeliveries.get(messageId)).toBeNull();
});
