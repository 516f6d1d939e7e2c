import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { type IndexJobType } from '../domain/documents/index-source';
import { type ParseOptions } from '../domain/documents/parse-job';
import { SEARCH_ATTRIBUTES } from '../domain/platform/search-attributes';
import { type TaskQueue } from '../domain/platform/task-queues';
import { type Tenant } from '../domain/platform/tenancy';
import { type WebhookEventType } from '../domain/platform/webhook-event';
import { callTemporal as call } from '../temporal/temporal-call';
import { createTemporalClient } from '../temporal/temporal-client';
import { ensureSchedules, ensureSearchAttributes } from '../temporal/temporal-setup';
import { type evaluation } from '../../workflows/documents/evaluation';
import { type indexJob } from '../../workflows/documents/index-job';
import { type parseJob } from '../../workflows/documents/parse-job';
import { type webhookDelivery } from '../../workflows/platform/webhook-delivery';
import { type webhookRecovery } from '../../workflows/platform/webhook-recovery';

export { JobsUnavailable } from '../temporal/temporal-call';

const taskQueue: TaskQueue = 'sheaf';
/** Behind the priority that runs have by default, 3. */
const behindLiveTraffic = 4;
/** Signal of a delivery's run: there is something to do before its pause is over. */
const resendNow = 'resendNow';

/** Where the latest run of a job stands; `missing` when Temporal has none (any more). */
export type RunStatus = 'running' | 'closed' | 'missing';

/** What operators see of an indexing job beside its id. */
export interface IndexJobStart extends Tenant {
  jobId: string;
  type: IndexJobType;
  collectionName: string;
}

/** What operators see of an evaluation beside its id. */
export interface EvaluationStart extends Tenant {
  evalId: string;
  collectionName: string;
}

/** What operators see of a delivery beside its id. */
export interface DeliveryStart extends Tenant {
  messageId: string;
  endpointId: string;
  eventId: string;
  eventType: WebhookEventType;
  /** Its first attempt goes to the queue of slow receivers. */
  slow: boolean;
  /** Waits behind deliveries of events that happen now. */
  later?: boolean;
}

/** Starts, steers and describes workflows; the only module that does. Every function may throw `JobsUnavailable`. */
export interface Jobs {
  /**
   * Starts the run of a job whose row exists. Starting twice changes nothing: `running` when a run is there now, `closed`
   * when one was there before and has completed. A run that failed or was stopped does not stand in the way: the row
   * decides what is left to do.
   */
  startParseJob(
    job: Tenant & { jobId: string; options: ParseOptions },
  ): Promise<Exclude<RunStatus, 'missing'>>;
  /** Asks the run to stop; no run or a closed one is no error. */
  cancelParseJob(jobId: string): Promise<void>;
  describeParseJob(jobId: string): Promise<RunStatus>;
  /** The same for an indexing job. */
  startIndexJob(job: IndexJobStart): Promise<Exclude<RunStatus, 'missing'>>;
  cancelIndexJob(jobId: string): Promise<void>;
  describeIndexJob(jobId: string): Promise<RunStatus>;
  /** The same for an evaluation. */
  startEvaluation(evaluation: EvaluationStart): Promise<Exclude<RunStatus, 'missing'>>;
  cancelEvaluation(evalId: string): Promise<void>;
  describeEvaluation(evalId: string): Promise<RunStatus>;
  /** Starts the run of a delivery whose row is open; one that is there goes on. */
  startDelivery(delivery: DeliveryStart): Promise<void>;
  /** The same, and the run makes the attempt that somebody asked for now. */
  resendDelivery(delivery: DeliveryStart): Promise<void>;
  /** Lets the run of a delivery look at the row before its pause is over; no run or a closed one is no error. */
  wakeDelivery(delivery: Pick<DeliveryStart, 'endpointId' | 'eventId'>): Promise<void>;
  /** Starts the run of a recovery whose row says that it runs. */
  startRecovery(recovery: { endpointId: string; organizationId: string }): Promise<void>;
  /** Makes the search attributes known to the namespace; those that exist stay. */
  ensureSearchAttributes(): Promise<void>;
  /** Creates the schedules or brings them up to date; a paused one stays paused. */
  ensureSchedules(): Promise<void>;
  /** Throws when Temporal cannot be used right now. */
  check(): Promise<void>;
}

/** Workflow id of a parse job, the same as the job's own: every start is idempotent. */
function parseRunId(jobId: string): string {
  return `parse-job/${jobId}`;
}

/** Workflow id of an indexing job. */
function indexRunId(jobId: string): string {
  return `index-job/${jobId}`;
}

/** Workflow id of an evaluation. */
function evaluationRunId(evalId: string): string {
  return `evaluation/${evalId}`;
}

/** Workflow ids of webhooks: one run at most of a delivery, and of the recovery of an endpoint. */
function deliveryRunId({ endpointId, eventId }: Pick<DeliveryStart, 'endpointId' | 'eventId'>): string {
  return `webhook-delivery/${endpointId}/${eventId}`;
}
function recoveryRunId(endpointId: string): string {
  return `webhook-recovery/${endpointId}`;
}

/** Jobs of a namespace, over a connection of their own that is made by the first call; none waits for Temporal without a deadline. */
export function createJobs(config: {
  address: string;
  namespace: string;
}): Jobs & { close(): Promise<void> } {
  const client = createTemporalClient(config);

  /** What the start of every job has in common: how often it may be started, who it is for, and whose turn it is. */
  const startOf = ({ organizationId, environment }: Tenant, status: string) => ({
    taskQueue,
    // A second start finds the first one's run; only a run that came to nothing may be followed by another one.
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
    // One organization's burst does not make the others wait: the parse queue is served in turns.
    priority: { fairnessKey: organizationId.slice(0, 64) },
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.organizationId, value: organizationId },
      { key: SEARCH_ATTRIBUTES.environment, value: environment },
      { key: SEARCH_ATTRIBUTES.jobStatus, value: status },
    ],
  });

  /** Deliveries take turns by endpoint. The row says whether there is anything to do, so that a run may follow any other. */
  const deliveryOf = (delivery: DeliveryStart) => {
    const { messageId, endpointId, eventType, organizationId, environment, slow, later } = delivery;
    return {
      taskQueue,
      workflowId: deliveryRunId(delivery),
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      args: [{ messageId, slow }] satisfies [unknown],
      priority: {
        fairnessKey: endpointId,
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
  };

  async function started(start: () => Promise<unknown>): Promise<Exclude<RunStatus, 'missing'>> {
    try {
      await call(start);
      return 'running';
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'closed';
      throw error;
    }
  }

  async function tell(act: () => Promise<unknown>): Promise<void> {
    try {
      await call(act);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }

  const cancelRun = (workflowId: string) => tell(() => client.workflow.getHandle(workflowId).cancel());

  async function describeRun(workflowId: string): Promise<RunStatus> {
    try {
      const { status } = await call(() => client.workflow.getHandle(workflowId).describe());
      return status.name === 'RUNNING' || status.name === 'CONTINUED_AS_NEW' || status.name === 'PAUSED'
        ? 'running'
        : 'closed';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'missing';
      throw error;
    }
  }

  return {
    startParseJob: ({ jobId, options, ...tenant }) =>
      started(() =>
        client.workflow.start<typeof parseJob>('parseJob', {
          ...startOf(tenant, 'queued'),
          workflowId: parseRunId(jobId),
          args: [{ jobId }],
          staticSummary: `Parse a spreadsheet for ${tenant.organizationId} (${tenant.environment})`,
          staticDetails: parseDetails(jobId, options),
        }),
      ),

    cancelParseJob: (jobId) => cancelRun(parseRunId(jobId)),

    describeParseJob: (jobId) => describeRun(parseRunId(jobId)),

    startIndexJob({ jobId, type, collectionName, ...tenant }) {
      const { typedSearchAttributes, ...start } = startOf(tenant, 'pending');
      return started(() =>
        client.workflow.start<typeof indexJob>('indexJob', {
          ...start,
          workflowId: indexRunId(jobId),
          args: [{ jobId }],
          typedSearchAttributes: [
            ...typedSearchAttributes,
            { key: SEARCH_ATTRIBUTES.collectionName, value: collectionName },
          ],
          staticSummary: `Index files into ${collectionName} for ${tenant.organizationId} (${tenant.environment})`,
          staticDetails: `Job \`${jobId}\` (${type}), \`GET /v2/jobs/${jobId}\``,
        }),
      );
    },

    cancelIndexJob: (jobId) => cancelRun(indexRunId(jobId)),

    describeIndexJob: (jobId) => describeRun(indexRunId(jobId)),

    startEvaluation({ evalId, collectionName, ...tenant }) {
      const { typedSearchAttributes, ...start } = startOf(tenant, 'pending');
      return started(() =>
        client.workflow.start<typeof evaluation>('evaluation', {
          ...start,
          workflowId: evaluationRunId(evalId),
          args: [{ evalId }],
          typedSearchAttributes: [
            ...typedSearchAttributes,
            { key: SEARCH_ATTRIBUTES.collectionName, value: collectionName },
          ],
          staticSummary: `Evaluate queries of ${collectionName} for ${tenant.organizationId} (${tenant.environment})`,
          staticDetails: `Evaluation \`${evalId}\`, \`GET /v3/evals/${evalId}\``,
        }),
      );
    },

    cancelEvaluation: (evalId) => cancelRun(evaluationRunId(evalId)),

    describeEvaluation: (evalId) => describeRun(evaluationRunId(evalId)),

    async startDelivery(delivery) {
      await call(() =>
        client.workflow.start<typeof webhookDelivery>('webhookDelivery', deliveryOf(delivery)),
      );
    },

    async resendDelivery(delivery) {
      await call(() =>
        client.workflow.signalWithStart<typeof webhookDelivery>('webhookDelivery', {
          ...deliveryOf(delivery),
          signal: resendNow,
          signalArgs: [],
        }),
      );
    },

    wakeDelivery: (delivery) =>
      tell(() => client.workflow.getHandle(deliveryRunId(delivery)).signal(resendNow)),

    async startRecovery({ endpointId, organizationId }) {
      await call(() =>
        client.workflow.start<typeof webhookRecovery>('webhookRecovery', {
          taskQueue,
          workflowId: recoveryRunId(endpointId),
          workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
          workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
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

    ensureSearchAttributes: () => ensureSearchAttributes(client),

    ensureSchedules: () => ensureSchedules(client),

    async check() {
      await call(() => client.connection.workflowService.getSystemInfo({}));
    },

    close: () => client.connection.close(),
  };
}

function parseDetails(jobId: string, options: ParseOptions): string {
  const asked = [
    options.includeTagsSummary && 'tags and summaries',
    options.includeImages && 'images and charts',
    options.includeVerifiedFacts && 'verified facts',
  ].filter((part) => part !== false);
  return `Job \`${jobId}\`, \`GET /v3/parse/jobs/${jobId}\`\n\nAsked for: ${asked.join(', ') || 'chunks only'}`;
}
