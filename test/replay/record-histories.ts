import { mkdir, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ApplicationFailure, Context } from '@temporalio/activity';
import { type WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import { type Activities } from '../../src/domain/activities';
import { TASK_QUEUES } from '../../src/domain/platform/task-queues';
import { createNamespace } from '../setup/temporal';
import { claimedIndexJob, failingFirst, listed, recordedActivities } from '../workflows/recorded-activities';
import { webhookInputs, webhookScenarios } from './webhook-scenarios';

/** One run worth keeping: what its activities do, and what happens to it while it is at work. */
interface Scenario {
  workflow: 'parseJob' | 'indexJob' | 'evaluation' | 'sweep' | 'retention' | keyof typeof webhookInputs;
  activities: Partial<Activities>;
  steer?: (handle: WorkflowHandle) => Promise<unknown>;
}

const describing: Partial<Activities> = {
  claimParseJob: () => Promise.resolve({ state: 'processing', describe: true }),
};

const inputs: Record<Scenario['workflow'], unknown[]> = {
  parseJob: [{ jobId: 'prs_01JD3V00000000000000000000' }],
  indexJob: [{ jobId: 'job_01JD3V00000000000000000000' }],
  evaluation: [{ evalId: 'eval_01JD3V00000000000000000000' }],
  sweep: [],
  retention: [],
  ...webhookInputs,
};

const noFiles = { total: 0, indexed: 0, failed: 0, skipped: 0 };

const scenarios: Record<string, Scenario> = {
  'parse-job-completed': { workflow: 'parseJob', activities: {} },
  'parse-job-described': { workflow: 'parseJob', activities: describing },
  'parse-job-retried': {
    workflow: 'parseJob',
    activities: {
      fetchInput: failingFirst(
        1,
        () => new Error('connection reset'),
        () => Promise.resolve(),
      ),
    },
  },
  'parse-job-failed': {
    workflow: 'parseJob',
    activities: {
      parseWorkbook: () =>
        Promise.reject(
          ApplicationFailure.create({
            type: 'unsupported_file_type',
            message: 'The workbook is encrypted.',
            nonRetryable: true,
            category: 'BENIGN',
          }),
        ),
    },
  },
  'parse-job-ended-elsewhere': {
    workflow: 'parseJob',
    activities: {
      parseWorkbook: () =>
        Promise.reject(
          ApplicationFailure.create({ type: 'job_not_running', details: ['cancelled'], nonRetryable: true }),
        ),
    },
  },
  'parse-job-gone': { workflow: 'parseJob', activities: { claimParseJob: () => Promise.resolve(null) } },
  'parse-job-cancelled': {
    workflow: 'parseJob',
    activities: { parseWorkbook: beatUntilCancelled },
    async steer(handle) {
      while ((await handle.describe()).raw.pendingActivities?.length !== 1) continue;
      await handle.cancel();
    },
  },
  'index-job-completed': { workflow: 'indexJob', activities: {} },
  'index-job-file-failed': {
    workflow: 'indexJob',
    activities: {
      parseFile: ({ file }) =>
        file === 0 ? Promise.reject(fault('encrypted_file')) : Promise.resolve('go_on'),
    },
  },
  'index-job-together': {
    workflow: 'indexJob',
    activities: { scanSource: listed(120), indexFiles: () => Promise.resolve({ left: [] }) },
  },
  'index-job-group-lost': {
    workflow: 'indexJob',
    activities: { indexFiles: () => Promise.reject(new Error('worker lost')) },
  },
  'index-job-own-bytes': {
    workflow: 'indexJob',
    activities: { claimIndexJob: () => claimedIndexJob({ fetches: false }) },
  },
  'index-job-not-listed': {
    workflow: 'indexJob',
    activities: {
      scanSource: () => Promise.reject(fault('access_denied')),
      finishIndexJob: () =>
        Promise.resolve({ state: 'failed', error: 'execution_failed', message: null, counts: noFiles }),
    },
  },
  'index-job-cancelled': {
    workflow: 'indexJob',
    activities: {
      storeFile: beatUntilCancelled,
      finishIndexJob: () =>
        Promise.resolve({ state: 'cancelled', error: null, message: null, counts: noFiles }),
    },
    async steer(handle) {
      const stored = () => handle.describe().then(({ raw }) => raw.pendingActivities ?? []);
      while ((await stored()).filter(({ activityType }) => activityType?.name === 'storeFile').length !== 2)
        continue;
      await handle.cancel();
    },
  },
  'index-job-timed-out': {
    workflow: 'indexJob',
    activities: {
      claimIndexJob: () =>
        Promise.resolve({ state: 'running', deadlineMs: Date.now() + 1_000, fetches: true }),
      storeFile: beatUntilCancelled,
      finishIndexJob: () =>
        Promise.resolve({ state: 'timed_out', error: null, message: null, counts: noFiles }),
    },
  },
  'evaluation-completed': {
    workflow: 'evaluation',
    activities: { claimEvaluation: () => Promise.resolve({ state: 'running', cases: 90, configs: 1 }) },
  },
  'evaluation-collection-gone': {
    workflow: 'evaluation',
    activities: {
      askCases: () => Promise.reject(fault('collection_not_found')),
      finishEvaluation: () =>
        Promise.resolve({ state: 'failed', error: 'collection_not_found', message: null }),
    },
  },
  'evaluation-cancelled': {
    workflow: 'evaluation',
    activities: {
      askCases: beatUntilCancelled,
      finishEvaluation: () => Promise.resolve({ state: 'failed', error: 'cancelled', message: null }),
    },
    async steer(handle) {
      const asking = () => handle.describe().then(({ raw }) => raw.pendingActivities ?? []);
      while (!(await asking()).some(({ activityType }) => activityType?.name === 'askCases')) continue;
      await handle.cancel();
    },
  },
  sweep: { workflow: 'sweep', activities: {} },
  retention: { workflow: 'retention', activities: {} },
  ...webhookScenarios,
};

function fault(type: string): ApplicationFailure {
  const message = 'The file needs a password.';
  return ApplicationFailure.create({ type, message, nonRetryable: true, category: 'BENIGN' });
}

/** Leaves out what only says on which machine and from which folder a run was recorded. */
function withoutMachine(key: string, value: unknown): unknown {
  if (key === 'stackTrace') return '';
  return key === 'identity' ? 'recorder' : value;
}

async function beatUntilCancelled(): Promise<never> {
  const timer = setInterval(() => {
    Context.current().heartbeat();
  }, 100);
  try {
    return await Context.current().cancelled;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Records the histories of the present workflows beside those of former ones: `npm run histories -- <label>`. Run it before
 * a change that a running workflow could meet; the replay test then holds the change against what was recorded.
 */
async function main(label: string): Promise<void> {
  const { address, namespace, client, close } = await createNamespace();
  const native = await NativeConnection.connect({ address });
  const workflowBundle = await bundleWorkflowCode({ workflowsPath: require.resolve('../../workflows') });
  const folder = join(__dirname, 'histories', label);
  await mkdir(folder, { recursive: true });

  for (const [name, { workflow, activities, steer }] of Object.entries(scenarios)) {
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
      args: inputs[workflow],
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

main(process.argv[2] ?? 'current').catch((error: unknown) => {
  console.error(error);
  // Workers that still poll would keep the process alive.
  process.exit(1);
});
