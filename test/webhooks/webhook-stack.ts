import { type RequestListener } from 'node:http';
import { type ActivityDeps } from '../../activities/deps';
import { type EndedJob } from '../../src/domain/documents/ended-job';
import { noMetrics } from '../../src/metrics';
import { createGuardedClient, type GuardedClient } from '../../src/net';
import { createSealer, type Sealer } from '../../src/signing/sealed-text';
import { newId } from '../../src/stores/mongo/new-id';
import { type WebhookAttemptRow } from '../../src/stores/platform/webhooks/webhook-attempts';
import { type EndpointSettings } from '../../src/stores/platform/webhooks/webhook-endpoints';
import { type WebhookDeliveryRow } from '../../src/stores/platform/webhooks/webhook-delivery-row';
import { newWebhookSecret, sealSecret } from '../../src/webhooks';
import { startDatabase, type TestDatabase } from '../setup/database';
import { createTestAuthority, type TestAuthority } from '../net/certificates';
import { startFileServer } from '../net/file-server';

/**
 * Means of the activities of webhooks: a real database, and a client that reaches receivers on loopback by
 * real TLS.
 */
export interface WebhookStack extends TestDatabase {
  authority: TestAuthority;
  sealer: Sealer;
  outbound: GuardedClient;
  /** Starts that activities have asked for. */
  starts: { kind: 'start' | 'resend' | 'recovery' | 'wake'; input: unknown }[];
  deps: ActivityDeps;
  /** A receiver of its own; answers its address. */
  receiver(listener: RequestListener): Promise<string>;
  /** An endpoint of a new organization, or of this one. */
  endpoint(
    url: string,
    settings?: Partial<EndpointSettings>,
    organizationId?: string,
  ): Promise<{ endpointId: string; secret: string; organizationId: string }>;
  /** The delivery of a new event to an endpoint, due now. */
  delivery(endpointId: string, options?: { body?: string; now?: Date }): Promise<string>;
  /** The same; its first attempt has failed, so that it waits for the second. */
  waiting(endpointId: string): Promise<string>;
  deliveryRow(messageId: string): Promise<WebhookDeliveryRow>;
  /** Oldest first, those at work included. */
  attempts(messageId: string): Promise<WebhookAttemptRow[]>;
}

const noneStopped = () => Promise.resolve([]);

export async function startWebhookStack(
  options: { resolve?: (host: string) => Promise<string[]>; allowCidrs?: string[] } = {},
): Promise<WebhookStack> {
  const [database, authority] = await Promise.all([startDatabase(), createTestAuthority()]);
  const { stores, mongo } = database;
  const sealer = createSealer([Buffer.alloc(32, 7)]);
  const { allowCidrs = ['127.0.0.0/8'], resolve } = options;
  const outbound = createGuardedClient({ allowCidrs, ca: [authority.ca], ...(resolve ? { resolve } : {}) });
  const servers: { close(): Promise<void> }[] = [];
  const starts: WebhookStack['starts'] = [];
  const noting = (kind: WebhookStack['starts'][number]['kind']) => (input: unknown) => {
    starts.push({ kind, input });
    return Promise.resolve();
  };

  const stack: WebhookStack = {
    ...database,
    authority,
    sealer,
    outbound,
    starts,
    deps: {
      metrics: noMetrics,
      ...stores,
      sealer,
      outbound,
      slots: { webhook: 40 },
      assetUrls: { baseUrl: 'https://sheaf.example', signingKey: Buffer.alloc(32) },
      jobs: {
        deliveries: {
          start: noting('start'),
          resend: noting('resend'),
          wake: noting('wake'),
          stoppedSince: noneStopped,
        },
        recoveries: { start: noting('recovery'), stoppedSince: noneStopped },
      },
    } as unknown as ActivityDeps,
    async receiver(listener) {
      const server = await startFileServer(await authority.issue(), listener);
      servers.push(server);
      return `${server.origin}/in`;
    },
    async endpoint(url, settings = {}, organizationId = newId('org_')) {
      const endpointId = stores.webhookEndpoints.newId();
      const secret = newWebhookSecret();
      await stores.webhookEndpoints.insert(
        {
          _id: endpointId,
          organizationId,
          environment: 'production',
          url,
          description: null,
          eventTypes: [],
          filter: { collectionIds: [], syncIds: [], sources: [] },
          includeCollectionName: true,
          sealed: sealSecret(sealer, endpointId, secret),
          disabled: false,
          ...settings,
        },
        new Date(Date.now() - 60_000),
      );
      return { endpointId, secret, organizationId };
    },
    async delivery(endpointId, { body = '{"event":"job.completed"}', now = new Date() } = {}) {
      const event = await stores.webhookEvents.write({
        _id: `evt_${newId('job_')}`,
        organizationId: (await stores.webhookEndpoints.get(endpointId))!.organizationId,
        type: 'job.completed',
        test: false,
        body,
        endpointIds: [endpointId],
        createdAt: now,
      });
      const [delivery] = await stores.webhookDeliveries.open(event, 'production', now);
      return delivery!._id;
    },
    async waiting(endpointId) {
      const messageId = await stack.delivery(endpointId);
      const attempt = (await stores.webhookDeliveries.beginAttempt(messageId))!;
      const outcome = { class: 'http_error', status: 500, retryAfterMs: null, gone: false } as const;
      await stores.webhookDeliveries.endAttempt(attempt, outcome);
      return messageId;
    },
    deliveryRow: async (messageId) => (await stores.webhookDeliveries.get(messageId))!,
    attempts: (messageId) =>
      mongo.db
        .collection<WebhookAttemptRow>('webhook_attempts')
        .find({ messageId })
        .sort({ number: 1 })
        .toArray(),
    async close() {
      await outbound.close();
      await Promise.all(servers.map((server) => server.close()));
      await database.close();
    },
  };
  return stack;
}

/** A job that has just ended. */
export function someEndedJob(organizationId: string, parts: Partial<EndedJob> = {}): EndedJob {
  const completedAt = parts.completedAt ?? new Date();
  return {
    jobId: newId('job_'),
    type: 'index_url',
    state: 'completed',
    organizationId,
    environment: 'production',
    collectionId: 'col_1',
    collectionName: 'manuals',
    syncId: null,
    counts: { total: 2, indexed: 2, failed: 0, skipped: 0 },
    error: null,
    createdAt: new Date(completedAt.getTime() - 5_000),
    startedAt: new Date(completedAt.getTime() - 4_000),
    completedAt,
    ...parts,
  };
}
