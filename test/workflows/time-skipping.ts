import { Context } from '@temporalio/activity';
import { type Client } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { type Activities } from '../../src/domain/activities';
import { TASK_QUEUES } from '../../src/domain/platform/task-queues';
import { ensureSearchAttributes } from '../../src/temporal/temporal-setup';
import { servers } from '../setup/servers';
import { testWorkflowBundle } from '../setup/workflow-bundle';

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

/** The SDK gives the server, a Java program, five seconds to start, which a busy machine may not have: the hook's own limit counts. */
async function startEnvironment(): Promise<TestWorkflowEnvironment> {
  for (;;) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({
        server: { executable: { type: 'existing-path', path: servers().temporalTestServer } },
      });
    } catch (error) {
      if (!String(error).includes('did not start within')) throw error;
    }
  }
}

/** Starts Temporal's time-skipping server and a worker on every queue. */
export async function startTimeSkipping(): Promise<TimeSkipping> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const [env, workflowBundle] = await Promise.all([startEnvironment(), testWorkflowBundle()]);
  await ensureSearchAttributes(env.client);

  let current: Activities;
  // What a worker runs for every activity type that it has no function of its own for.
  const activities = {
    default: (input: never) => current[Context.current().info.activityType as keyof Activities](input),
  };
  const workers = await Promise.all(
    TASK_QUEUES.map((taskQueue) =>
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
      await env.teardown();
    },
  };
}
