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
 * Starts, signals and describes workflows; no other module does. Every function may throw `JobsUnavailable`.
 */
export interface Jobs extends DocumentJobs, ProductJobs, SyncJobs, WebhookJobs {
  /** Registers the search attributes in the namespace; existing ones stay. */
  ensureSearchAttributes(): Promise<void>;
  /** Creates or updates the schedules; a paused one stays paused. */
  ensureSchedules(): Promise<void>;
  /** Throws when Temporal cannot be used now. */
  check(): Promise<void>;
}

/**
 * Creates the access to the jobs of a namespace, over its own connection, which the first call opens. Every
 * call has a deadline.
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
