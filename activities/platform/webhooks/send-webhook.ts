import { ApplicationFailure, Context } from '@temporalio/activity';
import { type DeliveryProgress, type PlatformActivities } from '../../../src/domain/platform/activities';
import { attemptFailed, type DeliveryEndReason } from '../../../src/domain/platform/webhook-delivery';
import { type DisabledReason, isSlow } from '../../../src/domain/platform/webhook-endpoint';
import { type EventAnswer, openSecret, postEvent, unsignedAnswer } from '../../../src/webhooks';
import { type AttemptReport } from '../../../src/stores/platform/webhooks/webhook-endpoint-health';
import { signingSecrets } from '../../../src/stores/platform/webhooks/webhook-endpoint-secrets';
import { type WebhookEndpointRow } from '../../../src/stores/platform/webhooks/webhook-endpoint-row';
import { type BegunAttempt } from '../../../src/stores/platform/webhooks/webhook-delivery-attempts';
import { type WebhookDeliveryRow } from '../../../src/stores/platform/webhooks/webhook-delivery-row';
import { withHeartbeats } from '../../attempt/with-heartbeats';
import { type ActivityDeps } from '../../deps';
import { deliveryProgress } from './delivery-progress';
import { createEndpointSlots } from './endpoint-slots';

const goneStatus = 410;

type SendDeps = Pick<
  ActivityDeps,
  | 'metrics'
  | 'outbound'
  | 'sealer'
  | 'webhookAttempts'
  | 'webhookEndpoints'
  | 'webhookEvents'
  | 'webhookDeliveries'
> & { slots: Pick<ActivityDeps['slots'], 'webhook'> };

/**
 * Creates the attempts of deliveries. Each attempt reads address, secrets and state anew, so that changes
 * apply to the next one.
 *
 * @param clock default this machine's; tests that skip time pass the clock that decides what is due
 */
export function createSendWebhook(
  deps: SendDeps,
  clock: () => Date = () => new Date(),
): Pick<PlatformActivities, 'sendWebhook'> {
  const { metrics, outbound, sealer, webhookAttempts, webhookEndpoints, webhookEvents, webhookDeliveries } =
    deps;
  const inSlot = createEndpointSlots(deps.slots.webhook);

  /**
   * Makes an attempt that has begun.
   *
   * @param send sends the request
   */
  async function attempt(
    begun: BegunAttempt,
    endpoint: WebhookEndpointRow,
    send: () => Promise<EventAnswer>,
  ) {
    const { delivery, number, trigger } = begun;
    const { _id: messageId } = delivery;
    const { _id: endpointId, url } = endpoint;
    const at = clock();
    await webhookAttempts.begin({ messageId, endpointId, number, trigger, at });
    const answer = await send();
    metrics.count('webhookAttempts', { class: answer.class });
    if (answer.durationMs !== null) metrics.observeMs('webhookSeconds', {}, answer.durationMs);
    await webhookAttempts.complete(messageId, number, answer);

    const gone = answer.status === goneStatus;
    const moved = await webhookDeliveries.endAttempt(begun, { ...answer, gone }, clock());
    const after =
      moved?.cancelRequested === true ? await webhookDeliveries.endCancelled(messageId, clock()) : moved;
    const isSuccess = answer.class === 'success';
    const status = isSuccess ? ('succeeded' as const) : ('failed' as const);
    const report = { endpointId, messageId, url, durationMs: answer.durationMs, status, at };
    const recentMs = await note(isSuccess, begun, report);
    if (gone && (await webhookEndpoints.recordGone(report))) logDisabled(endpointId, 'gone');
    const last = { class: answer.class, status: answer.status };
    return deliveryProgress(after, clock(), { last, slow: isSlow(recentMs) });
  }

  /** Secrets that sign now, newest first, without those that cannot be opened. */
  function openSecrets(endpoint: WebhookEndpointRow): string[] {
    const sealed = signingSecrets(endpoint, clock());
    const secrets = sealed.flatMap((secret) => openSecret(sealer, endpoint._id, secret.sealed) ?? []);
    if (secrets.length < sealed.length) {
      const counts = { unreadable: sealed.length - secrets.length, secrets: sealed.length };
      Context.current().log.error('webhook secrets do not open', { endpointId: endpoint._id, ...counts });
    }
    return secrets;
  }

  /** Reports an attempt to the endpoint's row; returns the durations that the row keeps. */
  async function note(isSuccess: boolean, begun: BegunAttempt, report: AttemptReport): Promise<number[]> {
    if (isSuccess) return webhookEndpoints.recordSuccess(report);
    const counts = begun.delivery.origin === 'event' && begun.trigger === 'scheduled';
    const { disabled, recentMs } = await webhookEndpoints.recordFailure(report, { counts });
    if (disabled) logDisabled(report.endpointId, 'delivery_failures');
    return recentMs;
  }

  function logDisabled(endpointId: string, reason: DisabledReason): void {
    Context.current().log.warn('webhook endpoint disabled', { endpointId, reason });
  }

  /** Ends a delivery without sending it. */
  async function endUnsent(
    { _id }: WebhookDeliveryRow,
    reason: DeliveryEndReason,
  ): Promise<DeliveryProgress | null> {
    await webhookDeliveries.endUnsent(_id, reason, clock());
    return deliveryProgress(await webhookDeliveries.get(_id), clock());
  }

  return {
    async sendWebhook({ messageId }) {
      const delivery = await webhookDeliveries.get(messageId);
      if (delivery === null) return null;
      const [endpoint, event] = await Promise.all([
        webhookEndpoints.get(delivery.endpointId),
        webhookEvents.get(delivery.eventId),
      ]);
      if (endpoint === null) {
        // The deletion of an endpoint removes its deliveries; this one was written at the same moment.
        await webhookDeliveries.remove([messageId]);
        return null;
      }
      // The body has expired, and the delivery is about to.
      if (event === null) return null;
      if (endpoint.disabledAt !== null) return endUnsent(delivery, 'endpoint_disabled');
      if (delivery.cancelRequested === true) return endUnsent(delivery, 'cancelled');
      return inSlot(endpoint, Context.current().info.attempt, async () => {
        const secrets = openSecrets(endpoint);
        const begun = await webhookDeliveries.beginAttempt(messageId, clock());
        if (begun === null) {
          const now = await webhookDeliveries.get(messageId);
          if (now?.cancelRequested === true) return endUnsent(now, 'cancelled');
          return deliveryProgress(now, clock(), { slow: isSlow(endpoint.recentMs) });
        }
        const { url } = endpoint;
        const request = { url, eventId: event._id, body: event.body, secrets };
        const send = () =>
          secrets.length === 0 ? Promise.resolve(unsignedAnswer) : postEvent(outbound, request, clock);
        const progress = await withHeartbeats(() => attempt(begun, endpoint, send));
        if (progress?.last != null && progress.last.class !== 'success')
          throw attemptFailure(progress, progress.last);
        return progress;
      });
    },
  };
}

/** Failure of an attempt that was not accepted, for Temporal's timeline. The row has the attempt already. */
function attemptFailure(
  progress: DeliveryProgress,
  { class: how, status }: NonNullable<DeliveryProgress['last']>,
): ApplicationFailure {
  return ApplicationFailure.create({
    type: attemptFailed,
    message: status === null ? how : `${how} (${status})`,
    details: [progress],
    nonRetryable: true,
    category: 'BENIGN',
  });
}
