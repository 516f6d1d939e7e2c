import { setTimeout as pause } from 'node:timers/promises';
import { msToTs } from '@temporalio/common/lib/time';
import { type ProgramProcess } from '../setup/program-process';
import { type TestNamespace } from '../setup/temporal';

type Pending = NonNullable<Awaited<ReturnType<typeof pendingOf>>>[number];

/** `PENDING_ACTIVITY_STATE_STARTED`: in the hands of a worker. */
const started = 2;
const noticedWithinMs = 1_000;
const pollMs = 100;

/** None where the run is over, which lists of runs may tell late. */
const pendingOf = (temporal: TestNamespace, workflowId: string) =>
  temporal.client.workflow
    .getHandle(workflowId)
    .describe()
    .then(({ raw, status }) => (status.name === 'RUNNING' ? (raw.pendingActivities ?? []) : null));

const attemptsAtWork = (pending: readonly Pending[] | null) =>
  (pending ?? []).filter(({ state }) => Object.is(state, started));

/**
 * Kills a worker with SIGKILL and waits until Temporal has noticed the death by the missing signs of life,
 * for which the timeouts of what was at work are cut short meanwhile. The work is then to be tried again, for
 * the next worker.
 */
export async function killWorker(temporal: TestNamespace, worker: ProgramProcess): Promise<void> {
  await worker.sigkill();
  const open: string[] = [];
  for await (const { workflowId } of temporal.client.workflow.list({ query: "ExecutionStatus = 'Running'" }))
    open.push(workflowId);
  await Promise.all(open.map((workflowId) => giveUpAttempts(temporal, workflowId)));
}

async function giveUpAttempts(temporal: TestNamespace, workflowId: string): Promise<void> {
  const change = (pending: Pending, options: object) =>
    temporal.client.workflowService.updateActivityOptions({
      namespace: temporal.namespace,
      execution: { workflowId },
      id: pending.activityId ?? null,
      ...options,
    });
  const timeout = msToTs(noticedWithinMs);
  const short = {
    activityOptions: { heartbeatTimeout: timeout, startToCloseTimeout: timeout },
    updateMask: { paths: ['heartbeat_timeout', 'start_to_close_timeout'] },
  };
  const pendingNow = await pendingOf(temporal, workflowId);
  if (pendingNow === null) return;
  // Else its next decision would wait for the dead worker, which has it in its memory.
  await temporal.client.workflowService.resetStickyTaskQueue({
    namespace: temporal.namespace,
    execution: { workflowId },
  });
  const dead = attemptsAtWork(pendingNow);
  for (const pending of dead) await change(pending, short);
  while (attemptsAtWork(await pendingOf(temporal, workflowId)).length > 0) await pause(pollMs);
  for (const pending of (await pendingOf(temporal, workflowId)) ?? [])
    if (dead.some(({ activityId }) => activityId === pending.activityId))
      await change(pending, { restoreOriginal: true });
}
