import {
  type Client,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { type IndexJobType } from './domain/index-source';
import { type ParseOptions } from './domain/parse-job';
import { SEARCH_ATTRIBUTES } from './domain/search-attributes';
import { type TaskQueue } from './domain/task-queues';
import { type Tenant } from './domain/tenancy';
import { type WebhookEventType } from './domain/webhook-event';
import { type evaluation } from '../workflows/evaluation';
import { type indexJob } from '../workflows/index-job';
import { type parseJob } from '../workflows/parse-job';
import { type webhookDelivery } from '../workflows/webhook-delivery';
import { type webhookRecovery } from '../workflows/webhook-recovery';

const taskQueue: TaskQueue = 'sheaf';
/** Workflows that run by the clock; the schedule, the workflow type and the workflow id share one name. */
const SCHEDULES = [
  { name: 'sweep', everyMs: 60_000, summary: 'Repair what a crash left between two steps' },
  {
    name: 'webhookSweep',
    everyMs: 60_000,
    summary: 'Start deliveries that a crash left without a run',
  },
  { name: 'retention', everyMs: 5 * 60_000, summary: 'Remove what has expired' },
  {
    name: 'collector',
    everyMs: 5 * 60_000,
    summary: 'Keep the storage of documents in order: remove, repair, flatten',
  },
] as const;
/** Behind the priority that runs have by default, 3. */
const behindLiveTraffic = 4;
/** Signal of a delivery's run: there is something to do before its pause is over. */
const resendNow = 'resendNow';
/** Of the gRPC status codes, https://grpc.io/docs/guides/status-codes/. */
const grpcAlreadyExists = 6;
/** `IndexedValueType` of Temporal's API. */
const indexedTypes = { KEYWORD: 2, INT: 3, DATETIME: 6 } as const;

/** Temporal did not answer, or not in time: whether it did what was asked is unknown. */
export class JobsUnavailable extends Error {
  override readonly name = 'JobsUnavailable';

  constructor(cause: unknown) {
    super('Temporal does not answer.', { cause });
  }
}

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

/** Jobs over a client, whose calls are to be bounded in time as `createTemporalClient` does; it stays the caller's to close. */
export function createJobs(client: Client): Jobs {
  const call = async <T>(fn: () => Promise<T>): Promise<T> => {
    try {
      return await fn();
    } catch (error) {
      if (isAnswer(error)) throw error;
      throw new JobsUnavailable(error);
    }
  };

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

    async ensureSearchAttributes() {
      const { namespace } = client.options;
      // One by one: the server refuses a list of which one is there, and another process may be adding them right now.
      for (const { name, type } of Object.values(SEARCH_ATTRIBUTES)) {
        const searchAttributes = { [name]: indexedTypes[type] };
        try {
          await call(() =>
            client.connection.operatorService.addSearchAttributes({ namespace, searchAttributes }),
          );
        } catch (error) {
          if (!isAlreadyExists(error)) throw error;
        }
      }
    },

    async ensureSchedules() {
      await Promise.all(SCHEDULES.map(ensureSchedule));
    },

    async check() {
      await call(() => client.connection.workflowService.getSystemInfo({}));
    },
  };

  async function ensureSchedule({ name, everyMs, summary }: (typeof SCHEDULES)[number]): Promise<void> {
    const wanted = {
      spec: { intervals: [{ every: everyMs }] },
      action: {
        type: 'startWorkflow' as const,
        workflowType: name,
        workflowId: name,
        taskQueue,
        args: [],
        staticSummary: summary,
      },
      // After an outage one catch-up pass does the work of all that were missed.
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: everyMs },
    };
    try {
      await call(() => client.schedule.create({ scheduleId: name, ...wanted }));
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      const handle = client.schedule.getHandle(name);
      const { spec } = await call(() => handle.describe());
      // Left alone when nothing has changed: an update could undo what an operator does at the same moment.
      if (spec.intervals?.[0]?.every === everyMs) return;
      await call(() => handle.update(({ state }) => ({ ...wanted, state })));
    }
  }
}

/** Errors that are Temporal's answer, not its absence. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof WorkflowExecutionAlreadyStartedError ||
    error instanceof WorkflowNotFoundError ||
    error instanceof ScheduleAlreadyRunning ||
    isAlreadyExists(error)
  );
}

function isAlreadyExists(error: unknown): boolean {
  return isGrpcServiceError(error) && (error.code as number) === grpcAlreadyExists;
}

function parseDetails(jobId: string, options: ParseOptions): string {
  const asked = [
    options.includeTagsSummary && 'tags and summaries',
    options.includeImages && 'images and charts',
    options.includeVerifiedFacts && 'verified facts',
  ].filter((part) => part !== false);
  return `Job \`${jobId}\`, \`GET /v3/parse/jobs/${jobId}\`\n\nAsked for: ${asked.join(', ') || 'chunks only'}`;
}
