import { randomUUID } from 'node:crypto';
import { type EndpointResource } from '../../../api/platform/webhooks/schema';
import { type Environment } from '../../../src/domain/platform/tenancy';
import { newId } from '../../../src/stores/mongo/new-id';
import { createGuardedClient, OutboundError } from '../../../src/net';
import { startApi, type TestApi, type TestKey, type TestResponse } from '../../setup/api';

/** The error body, with its details. */
export interface WebhookError {
  error: string;
  details: unknown;
}

/** Addresses of the tests' endpoints, and the routes that manage them. */
export const receiverUrl = 'https://hooks.example/in';
export const base = '/v2/webhooks/endpoints';

/** The API without Temporal: what routes would start is noted. */
export interface WebhookApi {
  api: TestApi;
  starts: { start: string; input: unknown }[];
  /** A key of an organization of its own. */
  newKey: () => Promise<TestKey>;
  call: <T = WebhookError>(
    key: TestKey,
    method: string,
    path: string,
    json?: unknown,
  ) => Promise<TestResponse<T>>;
  create: (key: TestKey, fields?: object) => Promise<EndpointResource & { secret: string }>;
  /** Ids of two collections and of a sync of the key's organization, as far as filters need them. */
  ownIds: (
    key: TestKey,
    environment?: Environment,
  ) => Promise<{ collectionIds: [string, string]; syncId: string }>;
  close(): Promise<void>;
}

const names: Record<string, string[]> = {
  'hooks.example': ['93.184.215.14'],
  'private.example': ['10.1.2.3'],
  'mixed.example': ['93.184.215.14', '192.168.1.1'],
};

export async function startWebhookApi(env: Record<string, string> = {}): Promise<WebhookApi> {
  const outbound = createGuardedClient({
    allowCidrs: [],
    resolve: (host) => {
      const found = /^[\d.:a-f]+$/.test(host) ? [host] : names[host];
      return found === undefined
        ? Promise.reject(new OutboundError('dns', 'The name of the server could not be resolved.'))
        : Promise.resolve(found);
    },
  });
  const starts: WebhookApi['starts'] = [];
  const noting = (start: string) => (input: unknown) => {
    starts.push({ start, input });
    return Promise.resolve();
  };
  const jobs = {
    deliveries: {
      start: noting('startDelivery'),
      resend: noting('resendDelivery'),
      wake: noting('wakeDelivery'),
    },
    recoveries: { start: noting('startRecovery') },
  };
  const api = await startApi({
    env: { RATE_LIMIT_WEBHOOKS_PER_MINUTE: '10000', PUBLIC_URL: 'https://sheaf.example', ...env },
    deps: () => ({ outbound, jobs: jobs as never }),
  });
  const call: WebhookApi['call'] = (key, method, path, json) =>
    api.request(path, { key: key.text, method, ...(json === undefined ? {} : { json }) });
  return {
    api,
    starts,
    call,
    newKey: () => api.createKey({ organization: `o${randomUUID()}`.slice(0, 40) }),
    async create(key, fields = {}) {
      const { status, body, text } = await call<EndpointResource & { secret: string }>(key, 'POST', base, {
        url: receiverUrl,
        ...fields,
      });
      if (status !== 201) throw new Error(text);
      return body;
    },
    async ownIds({ organizationId }, environment = 'staging') {
      const { db } = api.mongo;
      const collectionIds: [string, string] = [newId('col_'), newId('col_')];
      const syncId = newId('sync_');
      const owned = (_id: string) => ({ _id, organizationId, environment, name: _id });
      await db.collection<{ _id: string }>('collections').insertMany(collectionIds.map(owned));
      await db.collection<{ _id: string }>('syncs').insertOne(owned(syncId));
      return { collectionIds, syncId };
    },
    async close() {
      await api.close();
      await outbound.close();
    },
  };
}
