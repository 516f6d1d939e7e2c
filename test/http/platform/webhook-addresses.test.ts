import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createSendWebhook } from '../../../activities/platform/webhooks/send-webhook';
import { createGuardedClient, type GuardedClient, OutboundError } from '../../../src/net';
import { type WebhookEndpointRow } from '../../../src/stores/platform/webhooks/webhook-endpoint-row';
import { startApi, type TestApi, type TestKey } from '../../setup/api';
import { hostileNames, hostileUrls } from '../../webhooks/hostile-urls';
import { makeAttempt } from '../../webhooks/make-attempt';
import { base } from './webhook-client';

const refusals = ['invalid_url', 'url_not_public'];
const publicUrl = 'https://hooks.example/in';

let api: TestApi;
let outbound: GuardedClient;
let urls: string[];
let connections = 0;
const canary = createServer((socket) => {
  connections++;
  socket.destroy();
});
beforeAll(async () => {
  canary.listen(0, '127.0.0.1');
  await once(canary, 'listening');
  urls = hostileUrls((canary.address() as AddressInfo).port);
  outbound = createGuardedClient({
    allowCidrs: [],
    resolve: (host) => {
      if (/^[\d.]+$/.test(host) || host.includes(':')) return Promise.resolve([host]);
      if (/(^|\.)localhost$/i.test(host)) return Promise.resolve(['127.0.0.1']);
      const known = host === 'hooks.example' ? ['93.184.215.14'] : hostileNames[host];
      return known === undefined
        ? Promise.reject(new OutboundError('dns', 'The name of the server could not be resolved.'))
        : Promise.resolve(known);
    },
  });
  const jobs = { deliveries: { start: () => Promise.resolve() } };
  api = await startApi({
    env: { RATE_LIMIT_WEBHOOKS_PER_MINUTE: '100000' },
    deps: () => ({ outbound, jobs: jobs as never }),
  });
});
afterAll(async () => {
  await api.close();
  await outbound.close();
  canary.close();
});

const call = (key: TestKey, method: string, path: string, json?: unknown) =>
  api.request<{ error: string; endpoint_id: string }>(path, {
    key: key.text,
    method,
    ...(json === undefined ? {} : { json }),
  });
const newKey = () => api.createKey({ organization: `o${randomUUID()}`.slice(0, 40) });

/** Urls that were not refused in the way that `refused` sees. */
async function passed(refused: (url: string) => Promise<boolean>): Promise<string[]> {
  const verdicts = await Promise.all(urls.map(async (url) => ({ url, ok: await refused(url) })));
  return verdicts.filter(({ ok }) => !ok).map(({ url }) => url);
}
const isRefusal = ({ status, body }: { status: number; body: { error: string } }) =>
  status === 400 && refusals.includes(body.error);

it('the table has the classes that matter', () => {
  expect(urls.length).toBeGreaterThanOrEqual(100);
});

it('no hostile address can be given to a new endpoint', async () => {
  const key = await newKey();
  expect(await passed(async (url) => isRefusal(await call(key, 'POST', base, { url })))).toEqual([]);
});

it('nor to one that exists', async () => {
  const key = await newKey();
  const { body } = await call(key, 'POST', base, { url: publicUrl });
  const path = `${base}/${body.endpoint_id}`;
  expect(await passed(async (url) => isRefusal(await call(key, 'PATCH', path, { url })))).toEqual([]);
  expect((await call(key, 'GET', path)).body).toMatchObject({ url: publicUrl });
});

describe('an address that has turned hostile since', () => {
  let endpoints: Map<string, { key: TestKey; id: string }>;
  beforeAll(async () => {
    endpoints = new Map();
    for (const url of urls) {
      const key = await newKey();
      const { body } = await call(key, 'POST', base, { url: publicUrl });
      await api.mongo.db
        .collection<WebhookEndpointRow>('webhook_endpoints')
        .updateOne({ _id: body.endpoint_id }, { $set: { url } });
      endpoints.set(url, { key, id: body.endpoint_id });
    }
  });

  it('gets no test delivery', async () => {
    const refused = async (url: string) => {
      const { key, id } = endpoints.get(url)!;
      return isRefusal(await call(key, 'POST', `${base}/${id}/test`));
    };
    expect(await passed(refused)).toEqual([]);
  });

  it('gets no delivery: the attempt is recorded with its reason, and nothing connects', async () => {
    const { stores } = api;
    const { sendWebhook } = createSendWebhook({
      ...stores,
      outbound,
      slots: { webhook: 400 },
      sealer: api.deps.sealer,
      metrics: api.deps.metrics,
    });
    const refused = async (url: string) => {
      const { id, key } = endpoints.get(url)!;
      const event = await stores.webhookEvents.write({
        _id: `evt_${randomUUID()}`,
        organizationId: key.organizationId,
        type: 'job.completed',
        test: false,
        body: '{}',
        endpointIds: [id],
        createdAt: new Date(),
      });
      const [delivery] = await stores.webhookDeliveries.open(event, 'production');
      await makeAttempt(sendWebhook, delivery!._id);
      const [attempt] = await stores.webhookAttempts.list(delivery!._id, { before: null, limit: 10 });
      return attempt?.class === 'blocked_address' || attempt?.class === 'invalid_url';
    };
    expect(await passed(refused)).toEqual([]);
    expect(connections).toBe(0);
  });
});
