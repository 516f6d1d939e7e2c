import { type WorkflowHandle } from '@temporalio/client';
import { type Activities } from '../../src/domain/activities';
import { type DeliveryProgress } from '../../src/domain/platform/activities';

/**
 * An activity whose attempts end in these steps, one after the other; the last step is that of all further
 * ones.
 */
function progressing(...steps: Partial<DeliveryProgress>[]): Pick<Activities, 'sendWebhook'> {
  let attempts = 0;
  return {
    sendWebhook() {
      const step = steps[Math.min(attempts, steps.length - 1)]!;
      attempts++;
      return Promise.resolve({
        state: 'failed',
        reason: null,
        attempts,
        waitMs: 300,
        slow: false,
        last: { class: 'http_error', status: 500 },
        ...step,
      });
    },
  };
}

const succeeded = {
  state: 'succeeded',
  waitMs: null,
  last: { class: 'success', status: 200 },
} as const satisfies Partial<DeliveryProgress>;

/** Runs of webhooks that are worth keeping. */
export const webhookScenarios = {
  'webhook-delivery-succeeded': { workflow: 'webhookDelivery', activities: progressing(succeeded) },
  'webhook-delivery-retried': {
    workflow: 'webhookDelivery',
    activities: progressing({}, { slow: true, last: { class: 'timeout', status: null } }, succeeded),
  },
  'webhook-delivery-exhausted': {
    workflow: 'webhookDelivery',
    activities: progressing({}, { state: 'failed', reason: 'exhausted', waitMs: null }),
  },
  'webhook-delivery-resent': {
    workflow: 'webhookDelivery',
    activities: progressing({ waitMs: 3_600_000 }, succeeded),
    steer: async (handle: WorkflowHandle) => {
      const waits = () =>
        handle.fetchHistory().then(({ events }) => events?.some((it) => it.timerStartedEventAttributes));
      while (!(await waits())) continue;
      await handle.signal('resendNow');
    },
  },
  'webhook-delivery-deleted': {
    workflow: 'webhookDelivery',
    activities: { sendWebhook: () => Promise.resolve(null) },
  },
  'webhook-recovery': {
    workflow: 'webhookRecovery',
    activities: { recoverDeliveries: recovering([10, 20, 23]) },
  },
  'webhook-sweep': { workflow: 'webhookSweep', activities: {} },
} as const;

/** Inputs of those runs. */
export const webhookInputs = {
  webhookDelivery: [{ messageId: 'msg_01JD3V00000000000000000000', slow: false }],
  webhookRecovery: [{ endpointId: 'whe_01JD3V00000000000000000000' }],
  webhookSweep: [],
};

function recovering(resent: number[]): Activities['recoverDeliveries'] {
  let step = 0;
  return () => {
    const now = resent[step++]!;
    return Promise.resolve({ messages: resent.at(-1)!, resent: now, more: step < resent.length });
  };
}
