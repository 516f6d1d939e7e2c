import { ApplicationFailure, Context } from '@temporalio/activity';
import { type WorkflowHandle } from '@temporalio/client';
import { type Activities } from '../../src/domain/activities';
import { slowInput } from '../../src/domain/documents/parse-lane';
import { type DeliveryProgress } from '../../src/domain/platform/activities';
import { resendNowName } from '../../src/domain/platform/webhook-runs';
import { wroteName } from '../../src/domain/products/run-ids';
import type * as workflows from '../../workflows';
import { claimedIndexJob, failingFirst, filesUpTo, listed } from '../workflows/recorded-activities';

/** A run to record: input, activities that do not simply succeed, and steps that steer it while it is at work. */
export interface Scenario {
  args: unknown[];
  activities?: Partial<Activities>;
  steer?: (handle: WorkflowHandle) => Promise<unknown>;
}

const indexFiles = 120;
const noFiles = { total: 0, indexed: 0, failed: 0, skipped: 0 };
const failedAttempt: DeliveryProgress = {
  state: 'failed',
  reason: null,
  attempts: 1,
  waitMs: 3_600_000,
  slow: true,
  last: { class: 'timeout', status: null },
};
const acceptedAttempt: DeliveryProgress = {
  ...failedAttempt,
  state: 'succeeded',
  attempts: 2,
  waitMs: null,
  last: { class: 'success', status: 200 },
};

/** One run of each workflow, which takes as many of its branches as one run can. */
export const scenarios: Record<keyof typeof workflows, Scenario> = {
  parseJob: {
    args: [{ jobId: 'prs_01JD3V00000000000000000000' }],
    activities: {
      claimParseJob: () => Promise.resolve({ state: 'processing', describe: true }),
      fetchInput: failingFirst(
        1,
        () => new Error('connection reset'),
        () => Promise.resolve({ lane: 'quick' as const }),
      ),
      parseWorkbook: () =>
        Context.current().info.taskQueue === 'parse'
          ? Promise.resolve({ sheets: 1, chunks: 2 })
          : Promise.reject(refusal(slowInput)),
    },
  },
  indexJob: {
    args: [{ jobId: 'job_01JD3V00000000000000000000' }],
    activities: {
      claimIndexJob: () => claimedIndexJob({ masks: true }),
      scanSource: listed(indexFiles),
      nextFiles: filesUpTo(indexFiles),
      indexFiles: ({ files }) => Promise.resolve({ left: files.filter((file) => file % 20 === 0) }),
      fetchFile: ({ file }) => Promise.resolve(file === 20 ? 'ended' : 'go_on'),
      parseFile: ({ file }) =>
        file === 40 ? Promise.reject(refusal('encrypted_file')) : Promise.resolve('go_on'),
    },
  },
  rollback: { args: [{ jobId: 'job_01JD3V00000000000000000000' }] },
  sourceSync: {
    args: [{ syncId: 'sync_01JD3V00000000000000000000' }],
    activities: {
      viewSyncJob: failingFirst(
        1,
        () => new Error('the database is away'),
        moreFirst((more) => ({ state: more ? 'running' : 'completed', counts: more ? noFiles : null })),
      ),
    },
  },
  evaluation: {
    args: [{ evalId: 'eval_01JD3V00000000000000000000' }],
    activities: { claimEvaluation: () => Promise.resolve({ state: 'running', cases: 90, configs: 1 }) },
  },
  documentSweep: { args: [] },
  documentRetention: { args: [] },
  collector: { args: [] },
  platformRetention: { args: [] },
  webhookDelivery: {
    args: [{ messageId: 'msg_01JD3V00000000000000000000', slow: false }],
    activities: { sendWebhook: moreFirst((more) => (more ? failedAttempt : acceptedAttempt)) },
    async steer(handle) {
      while (!(await hasTimer(handle))) continue;
      await handle.signal(resendNowName);
    },
  },
  webhookRecovery: {
    args: [{ endpointId: 'whe_01JD3V00000000000000000000' }],
    activities: { recoverDeliveries: moreFirst((more) => ({ messages: 20, resent: more ? 10 : 20, more })) },
  },
  webhookSweep: { args: [] },
  indexBuild: { args: [{ jobId: 'job_01JD3V00000000000000000000' }] },
  indexDelete: { args: [{ jobId: 'job_01JD3V00000000000000000000' }] },
  indexImport: {
    args: [{ jobId: 'job_01JD3V00000000000000000000' }],
    activities: {
      pullPages: moreFirst((more) => ({ pages: 50, more })),
      addImported: moreFirst((more) => ({ isStaged: !more })),
    },
  },
  indexWrite: {
    args: [{ indexId: 'idx_01JD3V00000000000000000000' }],
    activities: {
      applyWrites: failingFirst(
        1,
        () => new Error('the search engine is away'),
        moreFirst((more) => ({ bursts: 100, records: 4_000, more })),
      ),
    },
    steer: (handle) => handle.signal(wroteName),
  },
  titleVectors: {
    args: [{ buildId: 'bld_01JD3V00000000000000000000' }],
    activities: { makeLaterVectors: moreFirst((more) => ({ done: more ? 30_000 : 50_000, more })) },
  },
  productSweep: {
    args: [],
    activities: {
      sweepWrites: ({ after }) => Promise.resolve({ after: after === null ? 'idx_1' : null, woken: 1 }),
    },
  },
};

function refusal(type: string): ApplicationFailure {
  const message = 'The file needs a password.';
  return ApplicationFailure.create({ type, message, nonRetryable: true, category: 'BENIGN' });
}

/** An activity whose first answer says that more is left. */
function moreFirst<T>(answer: (more: boolean) => T): () => Promise<T> {
  let calls = 0;
  return () => Promise.resolve(answer(calls++ === 0));
}

async function hasTimer(handle: WorkflowHandle): Promise<boolean> {
  const { events } = await handle.fetchHistory();
  return events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes) === true;
}
