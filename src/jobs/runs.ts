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
 * State of the latest run of a job: `terminated` by an operator, `closed` in another way, `missing` when
 * Temporal has none (any more).
 */
export type RunStatus = 'running' | 'terminated' | 'closed' | 'missing';

/** State of a run after a start. */
export type StartedRun = Exclude<RunStatus, 'terminated' | 'missing'>;

/** Runs of one kind of jobs. Every function may throw `JobsUnavailable`. */
export interface JobRuns<Start> {
  /**
   * Starts the run of a job whose row exists. Starting twice changes nothing: `running` when a run is there
   * now, `closed` when one was there before and has completed. A run that failed or was stopped does not
   * stand in the way: the row decides what is left to do.
   */
  start(job: Start): Promise<StartedRun>;
  /** Asks the run to stop; no run or a closed one is no error. */
  cancel(jobId: string): Promise<void>;
  describe(jobId: string): Promise<RunStatus>;
  /**
   * Ids of jobs of which a run has closed since then without coming to its end: terminated, timed out or
   * failed. Temporal's list may be a moment behind; of very many, some are left out.
   */
  stoppedSince(since: Date): Promise<string[]>;
}

/** Starts the run of a job. `closed` when the job has had its run. @throws JobsUnavailable */
export async function startRun(start: () => Promise<unknown>): Promise<StartedRun> {
  try {
    await callTemporal(start);
    return 'running';
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'closed';
    throw error;
  }
}

/** Sends something to a run; no run or a closed one is no error. @throws JobsUnavailable */
export async function tellRun(send: () => Promise<unknown>): Promise<void> {
  try {
    await callTemporal(send);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

const stoppedMax = 1_000;

/** Runs of one workflow type that were stopped. */
interface StoppedRuns {
  workflowType: string;
  /** Beginning of all of their workflow ids. */
  prefix: string;
  since: Date;
  /** A failed run is the end of what it does. */
  mayFail?: boolean;
}

/** See `JobRuns.stoppedSince`; answers what follows the prefix of the workflow ids. @throws JobsUnavailable */
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

/** Cancels, describes and lists the runs of one kind of jobs, by the ids of the jobs. */
export function steerRuns(
  client: Client,
  workflowType: string,
  runId: (jobId: string) => string,
): Pick<JobRuns<never>, 'cancel' | 'describe' | 'stoppedSince'> {
  return {
    stoppedSince: (since) => listStopped(client, { workflowType, prefix: runId(''), since }),

    cancel: (jobId) => tellRun(() => client.workflow.getHandle(runId(jobId)).cancel()),

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

/**
 * Options that the starts of all jobs share: how often a job may be started, its owner, its state, and its
 * turn.
 */
export function jobStart({ organizationId, environment }: Tenant, status: string) {
  return {
    taskQueue: workflowQueue,
    // A second start finds the first one's run; only a run that came to nothing may be followed by another
    // one.
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
    // A burst of an organization does not make the others wait: the parse queue is served in turns.
    priority: { fairnessKey: organizationId.slice(0, 64) },
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.organizationId, value: organizationId },
      { key: SEARCH_ATTRIBUTES.environment, value: environment },
      { key: SEARCH_ATTRIBUTES.jobStatus, value: status },
    ],
  };
}
