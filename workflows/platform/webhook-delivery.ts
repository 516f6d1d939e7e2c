import { type SearchAttributeUpdatePair } from '@temporalio/common';
import {
  ActivityFailure,
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  defineUpdate,
  isCancellation,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { type DeliveryProgress, type DeliveryRef } from '../../src/domain/platform/activities';
import { SEARCH_ATTRIBUTES } from '../../src/domain/platform/search-attributes';
import {
  attemptFailed,
  deliveryExhausted,
  type DeliveryEndReason,
  type DeliveryState,
} from '../../src/domain/platform/webhook-delivery';
import { cancelName, resendName, resendNowName } from '../../src/domain/platform/webhook-runs';
import { slowWebhookActivities, storeActivities, webhookActivities } from '../activity-proxies';

/** An attempt was requested; the row says so too. */
const resendNowSignal = defineSignal(resendNowName);

/**
 * Updates from an operator: make an attempt now, or end the delivery for good. Both return the delivery's
 * state.
 */
const resendUpdate = defineUpdate<DeliveryState | 'deleted'>(resendName);
const cancelUpdate = defineUpdate<DeliveryState | 'deleted'>(cancelName);

/** Input of a run. A run that continues another has its position. */
export interface DeliveryRun extends DeliveryRef {
  /** Whether the endpoint is slow to answer. */
  slow: boolean;
  attempts?: number;
  /** Unix milliseconds of the next attempt; default now. */
  dueMs?: number;
}

const failures: Record<DeliveryEndReason, { type: string; message: string }> = {
  exhausted: {
    type: deliveryExhausted,
    message: 'The receiver failed every attempt of the schedule.',
  },
  endpoint_disabled: { type: 'EndpointDisabled', message: 'The endpoint is disabled.' },
  gone: { type: 'EndpointGone', message: 'The receiver says that it is gone for good (410).' },
  cancelled: { type: 'DeliveryCancelled', message: 'An operator has ended the delivery.' },
};

/**
 * Delivers one event to one endpoint: an attempt, a pause, the next attempt, until the receiver accepts it or
 * the schedule is used up.
 *
 * The row says which attempt is due and when. A run that was reset, or started again by the sweep, therefore
 * repeats no attempt. A resend ends a pause early. The run of a failed delivery fails, with the reason as
 * failure. A cancelled run ends its delivery for good, unless the receiver has accepted it meanwhile.
 */
export async function webhookDelivery(run: DeliveryRun): Promise<DeliveryState | 'deleted'> {
  const { messageId } = run;
  try {
    return await deliver(run);
  } catch (error) {
    if (!isCancellation(error)) throw error;
    const { cancelDelivery } = storeActivities('end the delivery');
    const progress = await CancellationScope.nonCancellable(() => cancelDelivery({ messageId }));
    if (progress === null) throw error;
    show(progress);
    if (progress.state === 'succeeded') return progress.state;
    throw error;
  }
}

async function deliver(run: DeliveryRun): Promise<DeliveryState | 'deleted'> {
  const { messageId } = run;
  let { slow, attempts = 0 } = run;
  let asked = false;
  setHandler(resendNowSignal, () => {
    asked = true;
  });
  const steer = (change: () => Promise<DeliveryProgress | null>) => async () => {
    const progress = await change();
    asked = true;
    return progress?.state ?? 'deleted';
  };
  const { requestAttempt } = storeActivities('ask for an attempt');
  const { cancelDelivery } = storeActivities('end the delivery');
  setHandler(
    resendUpdate,
    steer(() => requestAttempt({ messageId })),
  );
  setHandler(
    cancelUpdate,
    steer(() => cancelDelivery({ messageId })),
  );

  const isAsked = () => asked;
  const pause = (waitMs: number) =>
    waitMs > 0
      ? condition(isAsked, waitMs, { summary: `before attempt ${attempts + 1}` })
      : Promise.resolve(true);

  if (run.dueMs !== undefined) await pause(run.dueMs - Date.now());
  for (;;) {
    asked = false;
    const { sendWebhook } = (slow ? slowWebhookActivities : webhookActivities)(`attempt ${attempts + 1}`);
    const progress = await sendWebhook({ messageId }).catch(progressOfFailure);
    await condition(allHandlersFinished);
    if (progress === null) {
      showDeleted();
      return 'deleted';
    }
    show(progress);
    ({ slow, attempts } = progress);
    const { waitMs } = progress;
    if (waitMs === null) {
      if (isAsked()) continue;
      return end(progress);
    }
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof webhookDelivery>({ messageId, slow, attempts, dueMs: Date.now() + waitMs });
    await pause(waitMs);
  }
}

/** The state of the delivery after an attempt that was not accepted. @throws any other error again */
function progressOfFailure(error: unknown): DeliveryProgress {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(cause instanceof ApplicationFailure) || cause.type !== attemptFailed) throw error;
  return cause.details![0] as DeliveryProgress;
}

/** Sets the search attributes of the delivery and describes its state in words, for operators. */
function show({ state, attempts, last, waitMs }: DeliveryProgress): void {
  const next = waitMs === null ? null : new Date(Date.now() + waitMs);
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.deliveryState, value: state },
    { key: SEARCH_ATTRIBUTES.attemptCount, value: attempts },
    { key: SEARCH_ATTRIBUTES.nextAttemptAt, value: next },
    ...(last === null ? [] : lastAttempt(last)),
  ]);
  const answer = last === null ? 'no attempt was due' : `${last.class} (${last.status ?? 'no status'})`;
  const then = next === null ? '' : `; the next attempt is at ${next.toISOString()}`;
  setCurrentDetails(`**${state}** after ${attempts} attempts: ${answer}${then}`);
}

function lastAttempt({
  class: how,
  status,
}: NonNullable<DeliveryProgress['last']>): SearchAttributeUpdatePair[] {
  return [
    { key: SEARCH_ATTRIBUTES.lastErrorClass, value: how === 'success' ? null : how },
    { key: SEARCH_ATTRIBUTES.lastStatusCode, value: status },
  ];
}

/**
 * Shows that the delivery was deleted with its endpoint, so that it does not appear among the waiting ones.
 */
function showDeleted(): void {
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.deliveryState, value: 'deleted' },
    { key: SEARCH_ATTRIBUTES.nextAttemptAt, value: null },
  ]);
  setCurrentDetails('**deleted** with its endpoint');
}

function end({ state, reason, last }: DeliveryProgress): DeliveryState {
  if (state !== 'failed' || reason === null) return state;
  const { type, message } = failures[reason];
  throw ApplicationFailure.create({
    type,
    message,
    details: [last],
    nonRetryable: true,
    category: 'BENIGN',
  });
}
