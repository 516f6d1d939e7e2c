import { Context } from '@temporalio/activity';
import { type Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { type Activities } from '../../src/domain/activities';
import { TASK_QUEUES, type TaskQueue } from '../../src/domain/platform/task-queues';
import { ensureSearchAttributes } from '../../src/temporal/temporal-setup';
import { testWorkflowBundle } from '../setup/workflow-bundle';
import { startTimeSkippingServer } from './time-skipping-server';
import { quietTemporal } from '../setup/quiet-temporal';

/** The real workflows under skipped time: retries of days take seconds. */
export interface TimeSkipping {
  client: Client;
  /** From now on every activity does what this one does. */
  use(activities: Activities): void;
  /** Unix milliseconds by the server's clock. */
  nowMs(): Promise<number>;
  /** Lets time pass by that clock. */
  skip(ms: number): Promise<void>;
  close(): Promise<void>;
}

const heartbeatThrottleMs = 50;

/**
 * Starts Temporal's time-skipping server and a worker on every queue.
 *
 * @param options.queues default all
 */
export async function startTimeSkipping({
  queues = TASK_QUEUES,
}: { queues?: readonly TaskQueue[] } = {}): Promise<TimeSkipping> {
  quietTemporal();
  const [server, workflowBundle] = await Promise.all([startTimeSkippingServer(), testWorkflowBundle()]);
  const { env } = server;
  await ensureSearchAttributes(env.client);

  let current: Activities;
  // The activity that a worker runs for each type without a function of its own.
  const activities = {
    default: (input: never) => current[Context.current().info.activityType as keyof Activities](input),
  };
  const workers = await Promise.all(
    queues.map((taskQueue) =>
      Worker.create({
        connection: env.nativeConnection,
        taskQueue,
        workflowBundle,
        activities,
        // A cancellation is noticed with the next sign of life, and real time passes until then.
        maxHeartbeatThrottleInterval: heartbeatThrottleMs,
        defaultHeartbeatThrottleInterval: heartbeatThrottleMs,
      }),
    ),
  );
  const running = Promise.all(workers.map((worker) => worker.run()));

  return {
    client: env.client,
    use(next) {
      current = next;
    },
    nowMs: () => env.currentTimeMs(),
    skip: (ms) => env.sleep(ms),
    async close() {
      for (const worker of workers) worker.shutdown();
      await running;
      await server.close();
    },
  };
}
