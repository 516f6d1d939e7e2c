import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../domain/platform/search-attributes';
import { workflowQueue } from '../domain/platform/task-queues';
import { type Tenant } from '../domain/platform/tenancy';
import { callTemporal } from '../temporal/temporal-call';

export { JobsUnavailable } from '../domain/platform/jobs-unavailable';

/**
 * State of the latest run of a job: `terminated` by an operator, `closed` in any other way, `missing` when
 * Temporal has none.
 */
export type RunStatus = 'running' | 'terminated' | 'closed' | 'missing';

/** State of a run after a call of `start`. */
export type StartedRun = Exclude<RunStatus, 'terminated' | 'missing'>;

/** Runs of one kind of job. Every function may throw `JobsUnavailable`. */
export interface JobRuns<Start> {
  /**
   * Starts the run of a job whose row exists. A second start changes nothing: it returns `running` when a run
   * is open, `closed` when one has completed. After a run that failed or was stopped a new one starts, and
   * the row decides what it does.
   */
  start(job: Start): Promise<StartedRun>;
  /** Requests cancellation of the run; ignored when it is closed or missing. */
  cancel(jobId: string): Promise<void>;
  describe(jobId: string): Promise<RunStatus>;
  /**
   * Ids of jobs whose run was terminated, timed out or failed since then. Temporal's list may lag; it is cut
   * when very long.
   */
  stoppedSince(since: Date): Promise<string[]>;
}

/** Starts the run of a job. `closed` when the run of the job has completed. @throws JobsUnavailable */
export async function startRun(start: () => Promise<unknown>): Promise<StartedRun> {
  try {
    await callTemporal(start);
    return 'running';
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'closed';
    throw error;
  }
}

/**
 * Starts the run of a job whose row is written. A failed start withdraws the acceptance, except where a run
 * has already claimed the row: then only the answer to the start was lost, and the job is accepted.
 *
 * @param withdraw removes the row; false where a run has claimed it, or it does not exist
 * @throws the error of the start, once the acceptance is withdrawn
 */
export async function startAccepted(
  start: () => Promise<unknown>,
  withdraw: () => Promise<boolean>,
): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (await withdraw()) throw error;
  }
}

/** Sends a request to a run; ignored when it is closed or missing. @throws JobsUnavailable */
export async function sendToRun(send: () => Promise<unknown>): Promise<void> {
  try {
    await callTemporal(send);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

const stoppedMax = 1_000;

/** Which stopped runs of one workflow type to list. */
interface StoppedRuns {
  workflowType: string;
  /** Prefix of their workflow ids. */
  prefix: string;
  since: Date;
  /** Whether a failed run is a regular end, which is not listed. */
  mayFail?: boolean;
}

/**
 * Lists runs as `JobRuns.stoppedSince`; returns their workflow ids without the prefix. @throws
 * JobsUnavailable
 */
export async function listStopped(
  client: Client,
  { workflowType, prefix, since, mayFail = false }: StoppedRuns,
): Promise<string[]> {
  const states = ['Terminated', 'TimedOut', ...(mayFail ? [] : ['Failed'])].map((state) => `'${state}'`);
  const query = `WorkflowType = '${workflowType}' AND ExecutionStatus IN (${states.join(', ')}) AND CloseTime > '${since.toISOString()}'`;
  return callTemporal(async () => {
    const ids = new Set<string>();
    for await (const { workflowId } of client.workflow.list({ query, pageSize: stoppedMax })) {
      ids.add(workflowId.slice(prefix.length));
      if (ids.size === stoppedMax) break;
    }
    return [...ids];
  });
}

/** Cancels, describes and lists the runs of one kind of job, by the ids of the jobs. */
export function steerRuns(
  client: Client,
  workflowType: string,
  runId: (jobId: string) => string,
): Pick<JobRuns<never>, 'cancel' | 'describe' | 'stoppedSince'> {
  return {
    stoppedSince: (since) => listStopped(client, { workflowType, prefix: runId(''), since }),

    cancel: (jobId) => sendToRun(() => client.workflow.getHandle(runId(jobId)).cancel()),

    async describe(jobId) {
      try {
        const { status } = await callTemporal(() => client.workflow.getHandle(runId(jobId)).describe());
        if (status.name === 'TERMINATED') return 'terminated';
        return status.name === 'RUNNING' || status.name === 'CONTINUED_AS_NEW' || status.name === 'PAUSED'
          ? 'running'
          : 'closed';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return 'missing';
        throw error;
      }
    },
  };
}

/** Options of the starts of all jobs: id policies, owner, state and fairness. */
export function jobStart({ organizationId, environment }: Tenant, status: string) {
  return {
    taskQueue: workflowQueue,
    // A second start returns the first run; only after a failed or stopped run a new one starts.
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
    // The parse queue is fair between organizations: a burst of one does not delay the others.
    priority: { fairnessKey: organizationId.slice(0, 64) },
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.organizationId, value: organizationId },
      { key: SEARCH_ATTRIBUTES.environment, value: environment },
      { key: SEARCH_ATTRIBUTES.jobStatus, value: status },
    ],
  };
}
