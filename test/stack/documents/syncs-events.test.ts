import { type SyncAddress } from '../../../api/documents/syncs/events-schema';
import { type SyncResource } from '../../../api/documents/syncs/schema';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { type AzureContainer } from '../../setup/azure-container';
import { type ErrorBody } from '../../http/documents/document-client';

let stack: Stack;
let container: AzureContainer;
let sync: SyncResource;
beforeAll(async () => {
  stack = await startStack();
  container = await stack.container();
  sync = await stack.sync(container, { sync_interval_minutes: 60, prefix: 'hr/' });
  await stack.rested(sync.sync_id);
});
afterAll(() => stack.close());

async function address(json?: object): Promise<string> {
  const { status, body } = await stack.call<SyncAddress>('POST', `/v2/syncs/${sync.sync_id}/webhooks`, json);
  expect(status).toBe(200);
  expect(body).toMatchObject({ secret_set: true });
  expect(body.instructions).not.toHaveLength(0);
  expect(body.ingest_url).toContain(`https://sheaf.example/v2/syncs/${sync.sync_id}/events?secret=`);
  return body.ingest_url.replace('https://sheaf.example', '');
}

const send = (path: string, json: unknown) => stack.api.request<ErrorBody>(path, { json });
const changed = (blob: string, of = container.name) => ({
  eventType: 'Microsoft.Storage.BlobCreated',
  subject: `/blobServices/default/containers/${of}/blobs/${blob}`,
  data: { api: 'PutBlob' },
});

test('the address stays the same until it is rotated, and then the former one ends', async () => {
  const first = await address();
  expect(await address({ rotate_secret: false })).toBe(first);
  const both = await Promise.all([address(), address()]);
  expect(both).toEqual([first, first]);
  const second = await address({ rotate_secret: true });
  expect(second).not.toBe(first);
  expect((await send(first, [])).status).toBe(403);
  expect((await send(second, [])).status).toBe(200);
});

test('answers the handshake of Event Grid', async () => {
  const event = {
    eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
    data: { validationCode: '512d38b6', validationUrl: 'https://example.com' },
  };
  const { status, body } = await send(await address(), [event]);
  expect([status, body]).toEqual([200, { validationResponse: '512d38b6' }]);
});

test('refuses what does not know the secret, the same way for every sync', async () => {
  const other = sync.sync_id.replace(/.$/, (char) => (char === '0' ? '1' : '0'));
  for (const path of [
    `/v2/syncs/${sync.sync_id}/events`,
    `/v2/syncs/${sync.sync_id}/events?secret=wrong`,
    `/v2/syncs/${other}/events?secret=wrong`,
    `/v2/syncs/nothing/events?secret=wrong`,
  ]) {
    const { status, body } = await send(path, [changed('hr/a.txt')]);
    expect([status, body.error]).toEqual([403, 'invalid_signature']);
  }
  const path = await address();
  for (const json of [{}, ['a'], 'x']) expect((await send(path, json)).status).toBe(400);
  for (const json of [[], [{}], [{ eventType: 1 }]]) expect((await send(path, json)).body).toEqual({});
});

test('a burst of events about blobs of the sync makes one run wanted, others none', async () => {
  const path = await address();
  const { syncs } = stack.api.stores;
  const isWanted = async () => (await syncs.get(sync.sync_id))?.wanted === true;
  for (const event of [
    changed('hr/a.txt', 'another-container'),
    changed('finance/a.txt'),
    { eventType: 'Contoso.Items.ItemReceived' },
  ])
    expect((await send(path, [event])).status).toBe(200);
  expect(await isWanted()).toBe(false);
  await container.put({ 'hr/a.txt': 'told by an event' });
  await Promise.all(Array.from({ length: 20 }, () => send(path, [changed('hr/a.txt')])));
  expect(await isWanted()).toBe(true);
  // The last run has just ended: the sweep starts the next one.
  await stack.api.mongo.db
    .collection<{ _id: string }>('syncs')
    .updateOne({ _id: sync.sync_id }, { $set: { checkAt: new Date(0) } });
  await stack.temporal.client.workflow.execute('documentSweep', {
    taskQueue: 'sheaf',
    workflowId: 'sweep-of-events',
  });
  await stack.syncWhen(sync.sync_id, ({ last_sync_at }) => last_sync_at !== sync.last_sync_at);
  await stack.rested(sync.sync_id);
  while ((await stack.documents()).length === 0) continue;
  expect(await isWanted()).toBe(false);
});

test('an event long after the last run starts one at once, of a paused sync none', async () => {
  const path = await address();
  const rows = stack.api.mongo.db.collection<{ _id: string }>('syncs');
  const patch = (status: string) => stack.call('PATCH', `/v2/syncs/${sync.sync_id}`, { status });
  await patch('paused');
  await rows.updateOne({ _id: sync.sync_id }, { $set: { lastSyncAt: new Date(0) } });
  await send(path, [changed('hr/b.txt')]);
  expect((await stack.api.stores.syncs.get(sync.sync_id))?.wanted).toBeUndefined();
  await patch('active');
  await container.put({ 'hr/b.txt': 'told later' });
  await send(path, [changed('hr/b.txt')]);
  while ((await stack.documents()).length < 2) continue;
  await stack.rested(sync.sync_id);
});

test('a deleted sync takes no events, and its address is gone', async () => {
  const path = await address();
  await stack.call('DELETE', `/v2/syncs/${sync.sync_id}`);
  expect((await send(path, [])).status).toBe(403);
  const { status, body } = await stack.call<ErrorBody>('POST', `/v2/syncs/${sync.sync_id}/webhooks`, {});
  expect([status, body.error]).toEqual([409, 'sync_inactive']);
});
