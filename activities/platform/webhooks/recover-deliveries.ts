import { type RecoveryProgress } from '../../../src/domain/platform/activities';
import { recoveredPerSecondMax } from '../../../src/domain/platform/webhook-recovery';
import { placeOf } from '../../../src/stores/mongo/place';
import { type WebhookDeliveryRow } from '../../../src/stores/platform/webhooks/webhook-delivery-row';
import { deliveryStart } from '../../../src/webhooks';
import { type ActivityDeps } from '../../deps';

export type RecoverDeliveriesDeps = Pick<
  ActivityDeps,
  'jobs' | 'webhookDeliveries' | 'webhookEndpoints' | 'webhookEvents' | 'webhookRecoveries'
>;

/**
 * Continues the recovery of an endpoint. It writes rows before it starts runs: the sweep starts runs that a
 * crash prevented, and a repeated step finds the next deliveries, since resent ones are no longer failed.
 */
export async function recoverDeliveries(
  deps: RecoverDeliveriesDeps,
  { endpointId }: { endpointId: string },
): Promise<RecoveryProgress | null> {
  const recovery = await deps.webhookRecoveries.running(endpointId);
  if (recovery === null) return null;
  const { since, until, messages, waitingOnly = false } = recovery;
  const set = { endpointId, since, until, waitingOnly };
  const endpoint = await deps.webhookEndpoints.get(endpointId);
  // Deliveries to a disabled endpoint stay failed, for a later recovery.
  const isOpen = endpoint !== null && endpoint.disabledAt === null;
  const listed = isOpen
    ? await deps.webhookDeliveries.listFailed(set, recovery.after, recoveredPerSecondMax + 1)
    : [];
  const next = listed.slice(0, recoveredPerSecondMax);
  const more = listed.length > next.length;
  await deps.webhookEvents.keep(next.map(({ eventId }) => eventId));
  const begun = await Promise.all(next.map(({ _id }) => deps.webhookDeliveries.recover(set, _id)));
  const resent = begun.filter((delivery) => delivery !== null);
  const last = next.at(-1);
  if (last !== undefined) {
    await deps.webhookRecoveries.saveStep(endpointId, recovery.after, placeOf(last), resent.length);
  }
  await startAll(deps, resent);
  const ended = !more && (await deps.webhookRecoveries.end(recovery));
  return { messages, resent: recovery.resent + resent.length, more: !ended };
}

/** Starts the runs of deliveries; a failed start does not stop the others. */
async function startAll(
  { jobs }: RecoverDeliveriesDeps,
  deliveries: readonly WebhookDeliveryRow[],
): Promise<void> {
  const starts = deliveries.map((delivery) =>
    jobs.deliveries.resend({ ...deliveryStart(delivery, { slow: false, weight: 1 }), later: true }),
  );
  await Promise.allSettled(starts);
  await Promise.all(starts);
}
