import { mkdir, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import { TASK_QUEUES, workflowQueue } from '../../src/domain/platform/task-queues';
import { workflowSources } from '../../src/temporal/workflow-code';
import { createNamespace } from '../setup/temporal';
import { recordedActivities } from '../workflows/recorded-activities';
import { scenarios } from './scenarios';

/** Leaves out what only says on which machine and from which folder a run was recorded. */
function withoutMachine(key: string, value: unknown): unknown {
  if (key === 'stackTrace') return '';
  return key === 'identity' ? 'recorder' : value;
}

/**
 * Records a history of each present workflow, or of these: `npm run histories -- <release> [workflow…]`. The
 * replay test holds later changes against them.
 */
async function main(release: string, chosen: string[]): Promise<void> {
  const { address, namespace, client, close } = await createNamespace();
  const native = await NativeConnection.connect({ address });
  const workflowBundle = await bundleWorkflowCode(workflowSources);
  const folder = join(__dirname, 'histories', release);
  await mkdir(folder, { recursive: true });

  for (const [name, { args, activities, steer }] of Object.entries(scenarios)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const all = recordedActivities(activities).activities;
    const workers = await Promise.all(
      TASK_QUEUES.map((taskQueue) =>
        Worker.create({
          connection: native,
          namespace,
          taskQueue,
          workflowBundle,
          activities: all,
          identity: 'recorder',
          maxHeartbeatThrottleInterval: 100,
        }),
      ),
    );
    const running = Promise.all(workers.map((worker) => worker.run()));
    const handle = await client.workflow.start(name, {
      taskQueue: workflowQueue,
      workflowId: `history/${name}/${randomUUID()}`,
      args,
    });
    await steer?.(handle);
    await handle.result();
    const history: unknown = JSON.parse(historyToJSON(await handle.fetchHistory()), withoutMachine);
    await writeFile(join(folder, `${name}.json`), JSON.stringify(history, null, 1) + '\n');
    for (const worker of workers) worker.shutdown();
    await running;
  }
  await native.close();
  await close();
}

const [release, ...chosen] = process.argv.slice(2);
if (release === undefined) throw new Error('Usage: npm run histories -- <release> [workflow…]');
main(release, chosen).catch((error: unknown) => {
  console.error(error);
  // Workers that still poll would keep the process alive.
  process.exit(1);
});
