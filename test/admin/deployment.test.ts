import { randomUUID } from 'node:crypto';
import { type WorkflowHandle } from '@temporalio/client';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Worker,
  type WorkflowBundle,
} from '@temporalio/worker';
import { readDeploymentCommand } from '../../src/admin/deployment';
import { Refusal, UsageError } from '../../src/refusal';
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

const ask = (...argv: string[]) => readDeploymentCommand(argv)(temporal.client, deployment);

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

/** The answer of a command as soon as it is one of these: Temporal learns of workers and runs after a while. */
async function until(expected: RegExp, ...argv: string[]): Promise<string> {
  for (;;) {
    const answer = await ask(...argv).catch((error: unknown) => {
      if (error instanceof Refusal) return error.message;
      throw error;
    });
    if (expected.test(answer)) return answer;
  }
}

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

it.each<string[][]>([
  [[]],
  [['stop']],
  [['status', 'b1']],
  [['current']],
  [['current', 'b1', 'b2']],
  [['unversioned', 'b1']],
])('a wrong command line is told before Temporal is asked: %j', (argv) => {
  expect(() => readDeploymentCommand(argv)).toThrow(UsageError);
});

it('a deployment that no worker has ever belonged to is refused', async () => {
  const unknown = readDeploymentCommand(['status'])(temporal.client, 'unknown');
  await expect(unknown).rejects.toThrow(Refusal);
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
  await until(/b1 is the current build/, 'current', 'b1');
  const [movingRun, pinnedRun] = [await start('moving'), await start('pinned')];
  await until(/b1: current, 1 pinned run$/m, 'status');
  await expect(ask('current', 'b2')).rejects.toThrow(Refusal);

  const stopSecond = await startWorker('b2');
  await until(/b2 is the current build/, 'current', 'b2');
  const late = await start('pinned');
  const kept = await until(/b2: current, 1 pinned run$/m, 'status');
  expect(kept).toMatch(/b1: draining, 1 pinned run; keep its workers$/m);
  expect(kept.indexOf('b2')).toBeLessThan(kept.indexOf('b1'));

  expect(await goOn(early)).toEqual([null, 'b2']);
  expect(await goOn(movingRun)).toEqual(['b1', 'b2']);
  expect(await goOn(pinnedRun)).toEqual(['b1', 'b1']);
  expect(await goOn(late)).toEqual(['b2', 'b2']);
  await until(/b1: (?:draining|drained), 0 pinned runs/, 'status');

  await ask('unversioned');
  const back = await start('moving');
  await Promise.all([stopFirst(), stopSecond()]);
  expect(await goOn(back)).toEqual([null, null]);
  await stopUnversioned();
});
