import { mkdir, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import { TASK_QUEUES } from '../../src/domain/platform/task-queues';
import { createNamespace } from '../setup/temporal';
import { recordedActivities } from '../workflows/recorded-activities';
import { documentInputs, documentScenarios, type Scenario } from './document-scenarios';
import { productInputs, productScenarios } from './product-scenarios';
import { webhookInputs, webhookScenarios } from './webhook-scenarios';
import { workflowSources } from '../../src/temporal/workflow-code';

const inputs: Record<string, unknown[]> = { ...documentInputs, ...productInputs, ...webhookInputs };
const scenarios: Record<string, Scenario<string>> = {
  ...documentScenarios,
  ...productScenarios,
  ...webhookScenarios,
};

/** Leaves out what only says on which machine and from which folder a run was recorded. */
function withoutMachine(key: string, value: unknown): unknown {
  if (key === 'stackTrace') return '';
  return key === 'identity' ? 'recorder' : value;
}

/**
 * Records the histories of the present workflows beside those of former ones: `npm run histories -- <label>
 * [scenario…]`, all scenarios by default. Run it before a change that a running workflow could meet; the
 * replay test then holds the change against the recorded runs.
 */
async function main(label: string, names: string[]): Promise<void> {
  const { address, namespace, client, close } = await createNamespace();
  const native = await NativeConnection.connect({ address });
  const workflowBundle = await bundleWorkflowCode(workflowSources);
  const folder = join(__dirname, 'histories', label);
  await mkdir(folder, { recursive: true });

  for (const [name, { workflow, activities, steer }] of Object.entries(scenarios)) {
    if (names.length > 0 && !names.includes(name)) continue;
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
    const handle = await client.workflow.start(workflow, {
      taskQueue: 'sheaf',
      workflowId: `history/${name}/${randomUUID()}`,
      args: inputs[workflow]!,
    });
    await steer?.(handle);
    await handle.result().catch(() => undefined);
    const history: unknown = JSON.parse(historyToJSON(await handle.fetchHistory()), withoutMachine);
    await writeFile(join(folder, `${name}.json`), JSON.stringify(history, null, 1) + '\n');
    for (const worker of workers) worker.shutdown();
    await running;
  }
  await native.close();
  await close();
}

main(process.argv[2] ?? 'current', process.argv.slice(3)).catch((error: unknown) => {
  console.error(error);
  // Workers that still poll would keep the process alive.
  process.exit(1);
});
