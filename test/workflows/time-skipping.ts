import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Context } from '@temporalio/activity';
import { type Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { type Activities } from '../../src/domain/activities';
import { TASK_QUEUES, type TaskQueue, workflowQueue } from '../../src/domain/platform/task-queues';
import { ensureSearchAttributes } from '../../src/temporal/temporal-setup';
import { testWorkflowBundle } from '../setup/workflow-bundle';
import { quietTemporal } from '../setup/quiet-temporal';
import { createChildren } from '../../embedded/processes/children';
import { freePort } from '../../embedded/processes/free-port';
import { waitUntilReady } from '../../embedded/processes/wait-until-ready';
import { servers } from '../setup/servers';

const startTimeoutMs = 5 * 60_000;

/**
 * The SDK's own way to a server that it has not started, which its types keep to itself for one that skips
 * time.
 */
interface EnvironmentOfServer {
  create(options: {
    server: { type: 'existing' };
    address: string;
    supportsTimeSkipping: true;
  }): Promise<TestWorkflowEnvironment>;
}

/** Temporal's time-skipping server as a child of the suite. */
interface TimeSkippingServer {
  env: TestWorkflowEnvironment;
  close(): Promise<void>;
}

/**
 * Starts the time-skipping server, a Java program, and waits for it however busy the machine is: the SDK
 * gives a server that it starts itself five seconds.
 */
async function startTimeSkippingServer(): Promise<TimeSkippingServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-time-skipping-'));
  const children = createChildren({ logFolder: folder, recordFile: join(folder, 'children.json') });
  const port = await freePort();
  const child = await children.start({
    name: 'temporal-test-server',
    command: servers().temporalTestServer,
    args: [String(port)],
  });
  const { signal } = new AbortController();
  await waitUntilReady({ child, probe: () => accepts(port), timeoutMs: startTimeoutMs, signal });
  const env = await (TestWorkflowEnvironment as unknown as EnvironmentOfServer).create({
    server: { type: 'existing' },
    address: `127.0.0.1:${port}`,
    supportsTimeSkipping: true,
  });
  return {
    env,
    async close() {
      await env.teardown();
      await children.stopAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}

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
        ...(taskQueue === workflowQueue && { workflowBundle }),
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
