import { Context } from '@temporalio/activity';
import { type BatchCursor, type PlatformActivities } from '../../../src/domain/platform/activities';
import { deliveryCheckGraceMs } from '../../../src/domain/platform/webhook-delivery';
import { type DeliveryRunKey } from '../../../src/domain/platform/webhook-runs';
import { deliveryStart } from '../../../src/webhooks';
import {
  type EndpointRemovalDeps,
  removeEndpointStep,
} from '../../../src/stores/platform/webhooks/webhook-endpoint-removal';
import { type ActivityDeps } from '../../deps';
import { findStopped } from '../../attempt/find-stopped';
import { tryEach } from '../../attempt/try-each';

const deliveriesPerBatchMax = 200;
const endpointsPerPassMax = 100;

type EndpointSweepDeps = Pick<ActivityDeps, 'jobs' | 'webhookRecoveries'> & EndpointRemovalDeps;

/**
 * Repairs what a crash left between the row of a delivery and its run. Starting an existing run changes
 * nothing; a waiting run is signalled about a resend.
 */
export async function sweepDeliveries(
  { jobs, webhookDeliveries }: Pick<ActivityDeps, 'jobs' | 'webhookDeliveries'>,
  { after }: BatchCursor,
): ReturnType<PlatformActivities['sweepDeliveries']> {
  const now = new Date();
  if (after === null) {
    const makeDue = (runs: DeliveryRunKey[]) => webhookDeliveries.makeRunsDue(runs, now);
    await findStopped({ runs: jobs.deliveries, makeDue }, now);
  }
  const rows = await webhookDeliveries.dueForCheck(now, after, deliveriesPerBatchMax);
  const endpoints = new Map(rows.map((row) => [row.endpointId, row.organizationId]));
  const weightOf = await webhookDeliveries.weigh(
    [...endpoints].map(([_id, organizationId]) => ({ _id, organizationId })),
    now,
  );
  const started = await tryEach(rows, async (delivery) => {
    if (delivery.cancelRequested === true) {
      await webhookDeliveries.endUnsent(delivery._id, 'cancelled', now);
      await jobs.deliveries.wake(delivery);
      return;
    }
    const start = deliveryStart(delivery, { slow: false, weight: weightOf(delivery.endpointId) });
    const dueMs = delivery.nextAttemptAt?.getTime() ?? 0;
    const isAsked = delivery.requested > delivery.served;
    await (isAsked ? jobs.deliveries.resend(start) : jobs.deliveries.start(start));
    await webhookDeliveries.postponeCheck(
      delivery._id,
      new Date(Math.max(now.getTime(), isAsked ? 0 : dueMs) + deliveryCheckGraceMs),
    );
  });
  return { started, after: rows.length < deliveriesPerBatchMax ? null : rows.at(-1)!._id };
}

/** Starts recoveries that have no run, and removes endpoints that are marked as deleted. */
export async function sweepWebhookEndpoints(
  deps: EndpointSweepDeps,
): ReturnType<PlatformActivities['sweepWebhookEndpoints']> {
  const { jobs, webhookEndpoints, webhookRecoveries } = deps;
  const now = new Date();
  const makeDue = (ids: string[]) => webhookRecoveries.makeAllDue(ids, now);
  await findStopped({ runs: jobs.recoveries, makeDue }, now);
  const recoveries = await webhookRecoveries.dueForCheck(now, endpointsPerPassMax);
  const started = await tryEach(recoveries, ({ _id: endpointId, organizationId }) =>
    jobs.recoveries.start({ endpointId, organizationId }),
  );
  const deleted = await webhookEndpoints.listDeleted(endpointsPerPassMax);
  const { cancellationSignal } = Context.current();
  const removed = await tryEach(deleted, async (endpointId) => {
    const step = () => removeEndpointStep(deps, endpointId, (delivery) => jobs.deliveries.wake(delivery));
    while (!(await step())) cancellationSignal.throwIfAborted();
  });
  return { started, removed };
}
