import { callTemporal } from '../temporal/temporal-call';
import { createTemporalClient, type TemporalClientOptions } from '../temporal/temporal-client';
import { ensureSchedules, ensureSearchAttributes } from '../temporal/temporal-setup';
import { whileBusy } from '../temporal/while-busy';
import { createDocumentJobs, type DocumentJobs } from './documents';
import { createProductJobs, type ProductJobs } from './products';
import { createSyncJobs, type SyncJobs } from './syncs';
import { createWebhookJobs, type WebhookJobs } from './webhooks';

export { type DeliveryStart } from './webhooks';

/**
 * Starts, steers and describes workflows; the only module that does. Every function may throw
 * `JobsUnavailable`.
 */
export interface Jobs extends DocumentJobs, ProductJobs, SyncJobs, WebhookJobs {
  /** Makes the search attributes known to the namespace; those that exist stay. */
  ensureSearchAttributes(): Promise<void>;
  /** Creates the schedules or brings them up to date; a paused one stays paused. */
  ensureSchedules(): Promise<void>;
  /** Throws when Temporal cannot be used right now. */
  check(): Promise<void>;
}

/**
 * Jobs of a namespace, over a connection of their own that the first call makes. None waits for Temporal
 * without a deadline.
 */
export function createJobs(access: TemporalClientOptions): Jobs & { close(): Promise<void> } {
  const client = createTemporalClient(access);
  return {
    ...createDocumentJobs(client),
    ...createProductJobs(client),
    ...createSyncJobs(client),
    ...createWebhookJobs(client),
    ensureSearchAttributes: () => whileBusy(() => ensureSearchAttributes(client)),
    ensureSchedules: () => whileBusy(() => ensureSchedules(client)),
    async check() {
      await callTemporal(() => client.connection.workflowService.getSystemInfo({}));
    },
    close: () => client.connection.close(),
  };
}
