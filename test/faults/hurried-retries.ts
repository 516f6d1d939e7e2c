import { setTimeout as pause } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { type TestNamespace } from '../setup/temporal';

const pollMs = 50;
const retryAfterMs = 100;
/** Of gRPC: what was to be changed has ended meanwhile. */
const notFound = 5;

/** Lets a run pause no longer before what it tries again, as often as it tries, until the run is over. */
export async function hurryRetries(temporal: TestNamespace, workflowId: string): Promise<void> {
  const interval = msToTs(retryAfterMs);
  const hurried = new Set<string>();
  const hurry = (id: string) =>
    temporal.client.workflowService
      .updateActivityOptions({
        namespace: temporal.namespace,
        execution: { workflowId },
        id,
        activityOptions: { retryPolicy: { initialInterval: interval, maximumInterval: interval } },
        updateMask: { paths: ['retry_policy.initial_interval', 'retry_policy.maximum_interval'] },
      })
      .catch((error: unknown) => {
        if (!isGrpcServiceError(error) || !Object.is(error.code, notFound)) throw error;
      });
  for (;;) {
    const { raw, status } = await temporal.client.workflow.getHandle(workflowId).describe();
    if (status.name !== 'RUNNING') return;
    for (const { activityId } of raw.pendingActivities ?? []) {
      if (hurried.has(activityId!)) continue;
      hurried.add(activityId!);
      await hurry(activityId!);
    }
    await pause(pollMs);
  }
}
