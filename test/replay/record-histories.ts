import { mkdir, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import { type WorkflowHandle } from '@temporalio/client';
import { TASK_QUEUES } from '../../src/domain/platform/task-queues';
import { createNamespace } from '../setup/temporal';
import { recordedActivities } from '../workflows/recorded-activities';
import { documentInputs, documentScenarios, type Scenario } from './document-scenarios';
import { productInputs, productScenarios } from './product-scenarios';
import { workflowSources } from '../../src/temporal/workflow-code';
import { type Activities } from '../../src/domain/activities';
import { type DeliveryProgress } from '../../src/domain/platform/activities';

/**
 * An activity whose attempts end in these steps, one after the other; the last step is that of all further
 * ones.
 */
function progressing(...steps: Partial<DeliveryProgress>[]): Pick<Activities, 'sendWebhook'> {
  let attempts = 0;
  return {
    sendWebhook() {
      const step = steps[Math.min(attempts, steps.length - 1)]!;
      attempts++;
      return Promise.resolve({
        state: 'failed',
        reason: null,
        attempts,
        waitMs: 300,
        slow: false,
        last: { class: 'http_error', status: 500 },
        ...step,
      });
    },
  };
}

const succeeded = {
  state: 'succeeded',
  waitMs: null,
  last: { class: 'success', status: 200 },
} as const satisfies Partial<DeliveryProgress>;

/** Runs of webhooks that are worth keeping. */
const webhookScenarios = {
  'webhook-delivery-succeeded': { workflow: 'webhookDelivery', activities: progressing(succeeded) },
  'webhook-delivery-retried': {
    workflow: 'webhookDelivery',
    activities: progressing({}, { slow: true, last: { class: 'timeout', status: null } }, succeeded),
  },
  'webhook-delivery-exhausted': {
    workflow: 'webhookDelivery',
    activities: progressing({}, { state: 'failed', reason: 'exhausted', waitMs: null }),
  },
  'webhook-delivery-resent': {
    workflow: 'webhookDelivery',
    activities: progressing({ waitMs: 3_600_000 }, succeeded),
    steer: async (handle: WorkflowHandle) => {
      const waits = () =>
        handle.fetchHistory().then(({ events }) => events?.some((it) => it.timerStartedEventAttributes));
      while (!(await waits())) continue;
      await handle.signal('resendNow');
    },
  },
  'webhook-delivery-deleted': {
    workflow: 'webhookDelivery',
    activities: { sendWebhook: () => Promise.resolve(null) },
  },
  'webhook-recovery': {
    workflow: 'webhookRecovery',
    activities: { recoverDeliveries: recovering([10, 20, 23]) },
  },
  'webhook-sweep': { workflow: 'webhookSweep', activities: {} },
} as const;

/** Inputs of those runs. */
const webhookInputs = {
  webhookDelivery: [{ messageId: 'msg_01JD3V00000000000000000000', slow: false }],
  webhookRecovery: [{ endpointId: 'whe_01JD3V00000000000000000000' }],
  webhookSweep: [],
};

function recovering(resent: number[]): Activities['recoverDeliveries'] {
  let step = 0;
  return () => {
    const now = resent[step++]!;
    return Promise.resolve({ messages: resent.at(-1)!, resent: now, more: step < resent.length });
  };
}

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
