import { randomUUID } from 'node:crypto';
import { type WorkflowHandle } from '@temporalio/client';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Worker,
  type WorkflowBundle,
} from '@temporalio/worker';
import { type DeploymentStatus, makeBuildCurrent, showDeployment } from '../../src/admin/deployment';
import { CommandError } from '../../src/command-errors';
import { createNamespace, type TestNamespace } from '../setup/temporal';
import { goOnSignal, type moving, type SeenBuilds } from '../temporal/programs/versioned-runs';
import { quietTemporal } from '../setup/quiet-temporal';

const deployment = 'sheaf';
const taskQueue = 'versioned';

let temporal: TestNamespace;
let connection: NativeConnection;
let workflowBundle: WorkflowBundle;
beforeAll(async () => {
  quietTemporal();
  temporal = await createNamespace();
  connection = await NativeConnection.connect({ address: temporal.address });
  workflowBundle = await bundleWorkflowCode({
    workflowsPath: require.resolve('../temporal/programs/versioned-runs'),
    logger: new DefaultLogger('ERROR'),
  });
});
afterAll(async () => {
  await connection.close();
  await temporal.close();
});

const setCurrent = (buildId: string | null) => makeBuildCurrent(temporal.client, deployment, buildId);
const status = () => showDeployment(temporal.client, deployment);

/** A worker, versioned as the worker program is where a build is given. Answers how to stop it. */
async function startWorker(buildId: string | null): Promise<() => Promise<void>> {
  const worker = await Worker.create({
    connection,
    namespace: temporal.namespace,
    taskQueue,
    workflowBundle,
    ...(buildId !== null && {
      workerDeploymentOptions: {
        version: { deploymentName: deployment, buildId },
        useWorkerVersioning: true,
        defaultVersioningBehavior: 'AUTO_UPGRADE',
      },
    }),
  });
  const ended = worker.run();
  return async () => {
    worker.shutdown();
    await ended;
  };
}

/** Asks until the answer fits: Temporal learns of workers and runs after a while. */
async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean = () => true): Promise<T> {
  for (;;) {
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof CommandError) return null;
      throw error;
    });
    if (answer !== null && fits(answer)) return answer;
  }
}

const buildOf = ({ builds }: DeploymentStatus, id: string) => builds.find(({ build_id }) => build_id === id);

/** Asks until a build is in one of the states with so many pinned runs. */
const untilBuild = (id: string, states: readonly string[], pinnedRuns: number) =>
  until(status, (answer) => {
    const build = buildOf(answer, id);
    return build?.pinned_runs === pinnedRuns && states.includes(build.state);
  });

type Run = typeof moving;

async function start(workflow: 'moving' | 'pinned'): Promise<WorkflowHandle<Run>> {
  const handle = await temporal.client.workflow.start<Run>(workflow, { taskQueue, workflowId: randomUUID() });
  // It waits by then, in the hands of a build.
  while ((await handle.describe()).historyLength < 4) continue;
  return handle;
}

async function goOn(handle: WorkflowHandle<Run>): Promise<SeenBuilds> {
  await handle.signal(goOnSignal);
  return handle.result();
}

it('a deployment that no worker has ever belonged to is refused', async () => {
  await expect(showDeployment(temporal.client, 'unknown')).rejects.toThrow(CommandError);
});

it('a workflow that pins its runs is done by workers without a version, too', async () => {
  const stop = await startWorker(null);
  expect(await goOn(await start('pinned'))).toEqual([null, null]);
  await stop();
});

it('pinned runs stay with their build, all others move to the current one; the status tells which workers are needed', async () => {
  const stopUnversioned = await startWorker(null);
  const early = await start('moving');

  const stopFirst = await startWorker('b1');
  await until(() => setCurrent('b1'));
  const [movingRun, pinnedRun] = [await start('moving'), await start('pinned')];
  await untilBuild('b1', ['current'], 1);
  await expect(setCurrent('b2')).rejects.toThrow(CommandError);

  const stopSecond = await startWorker('b2');
  await until(() => setCurrent('b2'));
  const late = await start('pinned');
  const { builds } = await untilBuild('b2', ['current'], 1);
  expect(builds).toEqual([
    { build_id: 'b2', state: 'current', pinned_runs: 1 },
    { build_id: 'b1', state: 'draining', pinned_runs: 1 },
  ]);

  expect(await goOn(early)).toEqual([null, 'b2']);
  expect(await goOn(movingRun)).toEqual(['b1', 'b2']);
  expect(await goOn(pinnedRun)).toEqual(['b1', 'b1']);
  expect(await goOn(late)).toEqual(['b2', 'b2']);
  await untilBuild('b1', ['draining', 'drained'], 0);

  await setCurrent(null);
  const back = await start('moving');
  await Promise.all([stopFirst(), stopSecond()]);
  expect(await goOn(back)).toEqual([null, null]);
  await stopUnversioned();
});
