import { TestWorkflowEnvironment } from '@temporalio/testing';
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { type Activities } from '../../src/domain/activities';
import { createJobs } from '../../src/jobs';
import { TASK_QUEUES } from '../../src/domain/task-queues';
import { servers } from '../setup/servers';

/** Workflows under skipped time: retries of days take seconds. */
export interface TimeSkipping {
  env: TestWorkflowEnvironment;
  /** Runs `fn` while workers on every queue serve the real workflows and these activities. */
  withActivities<T>(activities: Partial<Activities>, fn: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function startTimeSkipping(): Promise<TimeSkipping> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const [env, workflowBundle] = await Promise.all([
    TestWorkflowEnvironment.createTimeSkipping({
      server: { executable: { type: 'existing-path', path: servers().temporalTestServer } },
    }),
    bundle(),
  ]);
  await createJobs(env.client).ensureSearchAttributes();
  return {
    env,
    async withActivities(activities, fn) {
      const workers = await Promise.all(
        TASK_QUEUES.map((taskQueue) =>
          Worker.create({ connection: env.nativeConnection, taskQueue, workflowBundle, activities }),
        ),
      );
      const [first, ...rest] = workers;
      const nested = rest.reduce<() => Promise<unknown>>((inner, worker) => () => worker.runUntil(inner), fn);
      return (await first!.runUntil(nested)) as Awaited<ReturnType<typeof fn>>;
    },
    close: () => env.teardown(),
  };
}

function bundle(): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: require.resolve('../../workflows'),
    logger: new DefaultLogger('ERROR'),
  });
}
