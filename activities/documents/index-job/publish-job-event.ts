import { Context } from '@temporalio/activity';
import { endpointWants, isSlow, wasEnabledAt } from '../../../src/domain/platform/webhook-endpoint';
import { type EndedJob, jobEvent, jobEventId } from '../../../src/domain/documents/ended-job';
import { jobPayload } from '../../../src/job-events';
import { type WebhookEndpointRow } from '../../../src/stores/platform/webhooks/webhook-endpoint-row';
import { type WebhookEventRow } from '../../../src/stores/platform/webhooks/webhook-events';
import { JobsUnavailable } from '../../../src/domain/platform/jobs-unavailable';
import { deliveryStart } from '../../../src/webhooks';
import { type ActivityDeps } from '../../deps';

/** Attempts of the activity, about 15 s in all, within which a dead server of Temporal is replaced. */
const startTriesMax = 6;

export type PublishDeps = Pick<
  ActivityDeps,
  'assetUrls' | 'jobs' | 'webhookEndpoints' | 'webhookEvents' | 'webhookDeliveries'
>;

/**
 * Publishes the end of a job: one event per job, however often it is called. Event and deliveries are written
 * before this returns. When Temporal is unavailable, another attempt of the activity starts the missing runs,
 * and after {@link startTriesMax} of them the sweep does.
 *
 * @returns number of open deliveries
 * @throws JobsUnavailable for another attempt
 */
export async function publishJobEvent(deps: PublishDeps, job: EndedJob): Promise<number> {
  const endpoints = await deps.webhookEndpoints.list(job.organizationId);
  const event = (await deps.webhookEvents.get(jobEventId(job.jobId))) ?? (await decide(deps, job, endpoints));
  const open = await deps.webhookDeliveries.open(event, job.environment);
  if (open.length === 0) return 0;
  const slow = new Set(endpoints.filter(({ recentMs }) => isSlow(recentMs)).map(({ _id }) => _id));
  const weightOf = await deps.webhookDeliveries.weigh(endpoints);
  const starts = open.map(async (delivery) => {
    const { endpointId } = delivery;
    const facts = { slow: slow.has(endpointId), weight: weightOf(endpointId) };
    await deps.jobs.deliveries.start(deliveryStart(delivery, facts));
  });
  const { info, log } = Context.current();
  for (const started of await Promise.allSettled(starts)) {
    if (started.status !== 'rejected') continue;
    const error: unknown = started.reason;
    if (error instanceof JobsUnavailable && info.attempt < startTriesMax) throw error;
    log.warn('a delivery is left to the sweep', { error });
  }
  return open.length;
}

async function decide(
  { assetUrls, webhookEvents }: PublishDeps,
  job: EndedJob,
  endpoints: readonly WebhookEndpointRow[],
): Promise<WebhookEventRow> {
  const receivers = endpoints.filter(
    (endpoint) => wasEnabledAt(endpoint, job.completedAt) && endpointWants(endpoint, jobEvent(job)),
  );
  const payload = jobPayload(job, {
    publicUrl: assetUrls.baseUrl,
    withCollectionName: receivers.every(({ includeCollectionName }) => includeCollectionName),
  });
  return webhookEvents.write({
    _id: jobEventId(job.jobId),
    organizationId: job.organizationId,
    type: `job.${job.state}`,
    test: false,
    body: JSON.stringify(payload),
    endpointIds: receivers.map(({ _id }) => _id),
    createdAt: job.completedAt,
  });
}
