import { type Client, WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../domain/platform/search-attributes';
import { workflowQueue } from '../domain/platform/task-queues';
import { type Tenant } from '../domain/platform/tenancy';
import { type WebhookEventType } from '../domain/platform/webhook-event';
import {
  deliveryRunId,
  deliveryRunPrefix,
  type DeliveryRunKey,
  recoveryRunId,
  resendNowName,
} from '../domain/platform/webhook-runs';
import { callTemporal } from '../temporal/temporal-call';
import { type webhookDelivery } from '../../workflows/platform/webhook-delivery';
import { type webhookRecovery } from '../../workflows/platform/webhook-recovery';
import { listStopped, sendToRun } from './runs';

/** Priority of runs that yield to live traffic, which has Temporal's default of 3. */
const behindLiveTraffic = 4;

/** What the start of a delivery needs; operators see it in the Temporal UI. */
export interface DeliveryStart extends Tenant, DeliveryRunKey {
  messageId: string;
  eventType: WebhookEventType;
  /** Whether its first attempt goes to the queue of slow receivers. */
  slow: boolean;
  /** Fairness weight among the runs of other endpoints, in (0, 1]. */
  weight: number;
  /** Whether it yields to deliveries of new events. */
  later?: boolean;
}

/** Runs of webhooks. Every function may throw `JobsUnavailable`. */
export interface WebhookJobs {
  deliveries: {
    /** Starts the run of a delivery whose row is open; an open run continues. */
    start(delivery: DeliveryStart): Promise<void>;
    /** The same, and the run makes an attempt at once. */
    resend(delivery: DeliveryStart): Promise<void>;
    /** Makes the run read its row before its pause ends; ignored when it is closed or missing. */
    wake(delivery: DeliveryRunKey): Promise<void>;
    /**
     * Deliveries of which a run was stopped since then, as in `JobRuns`. A failed run is the regular end of
     * its delivery.
     */
    stoppedSince(since: Date): Promise<DeliveryRunKey[]>;
  };
  recoveries: {
    /** Starts the run of a recovery whose row says that it is running. */
    start(recovery: { endpointId: string; organizationId: string }): Promise<void>;
    /** Endpoints of which the run of a recovery was stopped since then, as in `JobRuns`. */
    stoppedSince(since: Date): Promise<string[]>;
  };
}

/** Creates the access to the runs of webhooks in the client's namespace. */
export function createWebhookJobs(client: Client): WebhookJobs {
  return {
    deliveries: {
      async start(delivery) {
        await callTemporal(() =>
          client.workflow.start<typeof webhookDelivery>('webhookDelivery', deliveryStart(delivery)),
        );
      },

      async resend(delivery) {
        await callTemporal(() =>
          client.workflow.signalWithStart<typeof webhookDelivery>('webhookDelivery', {
            ...deliveryStart(delivery),
            signal: resendNowName,
            signalArgs: [],
          }),
        );
      },

      wake: (delivery) =>
        sendToRun(() => client.workflow.getHandle(deliveryRunId(delivery)).signal(resendNowName)),

      async stoppedSince(since) {
        const ids = await listStopped(client, {
          workflowType: 'webhookDelivery',
          prefix: deliveryRunPrefix,
          since,
          mayFail: true,
        });
        return ids.map((id) => {
          const [endpointId = '', eventId = ''] = id.split('/');
          return { endpointId, eventId };
        });
      },
    },

    recoveries: {
      stoppedSince: (since) =>
        listStopped(client, { workflowType: 'webhookRecovery', prefix: recoveryRunId(''), since }),

      async start({ endpointId, organizationId }) {
        await callTemporal(() =>
          client.workflow.start<typeof webhookRecovery>('webhookRecovery', {
            taskQueue: workflowQueue,
            workflowId: recoveryRunId(endpointId),
            ...anyNumberOfRuns,
            args: [{ endpointId }],
            priority: { fairnessKey: endpointId, priorityKey: behindLiveTraffic },
            typedSearchAttributes: [
              { key: SEARCH_ATTRIBUTES.organizationId, value: organizationId },
              { key: SEARCH_ATTRIBUTES.webhookEndpointId, value: endpointId },
            ],
            staticSummary: `Send again what failed to reach ${endpointId} of ${organizationId}`,
          }),
        );
      },
    },
  };
}

/**
 * Id policies for at most one open run at a time. The row says what is left to do, so that a new run may
 * follow any closed one.
 */
const anyNumberOfRuns = {
  workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
};

/** Options of a delivery's start; the queue is fair between endpoints. */
function deliveryStart(delivery: DeliveryStart) {
  const { messageId, endpointId, eventType, organizationId, environment, slow, weight, later } = delivery;
  return {
    taskQueue: workflowQueue,
    workflowId: deliveryRunId(delivery),
    ...anyNumberOfRuns,
    args: [{ messageId, slow }] satisfies [unknown],
    priority: {
      fairnessKey: endpointId,
      fairnessWeight: weight,
      ...(later === true ? { priorityKey: behindLiveTraffic } : {}),
    },
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.organizationId, value: organizationId },
      { key: SEARCH_ATTRIBUTES.environment, value: environment },
      { key: SEARCH_ATTRIBUTES.webhookEndpointId, value: endpointId },
      { key: SEARCH_ATTRIBUTES.eventType, value: eventType },
      { key: SEARCH_ATTRIBUTES.deliveryState, value: 'pending' },
      { key: SEARCH_ATTRIBUTES.attemptCount, value: 0 },
    ],
    staticSummary: `Deliver ${eventType} to ${endpointId} of ${organizationId}`,
    staticDetails: `Delivery \`${messageId}\`, \`GET /v2/webhooks/endpoints/${endpointId}/deliveries/${messageId}/attempts\``,
  };
}
