import { ApplicationFailure, Context } from '@temporalio/activity';
import { type WorkflowHandle } from '@temporalio/client';
import { type Activities } from '../../src/domain/activities';
import { evaluationNotRunning } from '../../src/domain/documents/evaluation';
import { embedderAway } from '../../src/domain/documents/index-job';
import { slowInput } from '../../src/domain/documents/parse-lane';
import { jobNotRunning } from '../../src/domain/documents/parse-job';
import { noSyncCounts } from '../../src/domain/documents/sync';
import { claimedIndexJob, failingFirst, filesUpTo, listed } from '../workflows/recorded-activities';

/** A run worth keeping: its workflow, its activities, and the steps that steer it while it is at work. */
export interface Scenario<Workflow extends string> {
  workflow: Workflow;
  activities: Partial<Activities>;
  steer?: (handle: WorkflowHandle) => Promise<unknown>;
}

/** Inputs of the runs below; schedules start theirs without any. */
export const documentInputs = {
  parseJob: [{ jobId: 'prs_01JD3V00000000000000000000' }],
  indexJob: [{ jobId: 'job_01JD3V00000000000000000000' }],
  rollback: [{ jobId: 'job_01JD3V00000000000000000000' }],
  sourceSync: [{ syncId: 'sync_01JD3V00000000000000000000' }],
  evaluation: [{ evalId: 'eval_01JD3V00000000000000000000' }],
  documentSweep: [],
  documentRetention: [],
  platformRetention: [],
  collector: [],
};

const describing: Partial<Activities> = {
  claimParseJob: () => Promise.resolve({ state: 'processing', describe: true }),
};

const noFiles = { total: 0, indexed: 0, failed: 0, skipped: 0 };

/** An activity that is asked once more after its first answer. */
function twice<T>(answer: (more: boolean) => Promise<T>): () => Promise<T> {
  let asked = 0;
  return () => answer(++asked === 1);
}

/** Runs of documents that are worth keeping. */
export const documentScenarios: Record<string, Scenario<keyof typeof documentInputs>> = {
  'parse-job-completed': { workflow: 'parseJob', activities: {} },
  'parse-job-described': { workflow: 'parseJob', activities: describing },
  'parse-job-retried': {
    workflow: 'parseJob',
    activities: {
      fetchInput: failingFirst(
        1,
        () => new Error('connection reset'),
        () => Promise.resolve({ lane: 'quick' as const }),
      ),
    },
  },
  'parse-job-quick': {
    workflow: 'parseJob',
    activities: { fetchInput: () => Promise.resolve({ lane: 'quick' }) },
  },
  'parse-job-slow-input': {
    workflow: 'parseJob',
    activities: {
      fetchInput: () => Promise.resolve({ lane: 'quick' }),
      parseWorkbook: () =>
        Context.current().info.taskQueue === 'parse'
          ? Promise.resolve({ sheets: 1, chunks: 2 })
          : Promise.reject(fault(slowInput)),
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
  'source-sync-done': { workflow: 'sourceSync', activities: {} },
  'source-sync-unchanged': {
    workflow: 'sourceSync',
    activities: { startSyncJob: () => Promise.resolve({ counts: noSyncCounts, job: false }) },
  },
  'source-sync-waiting': {
    workflow: 'sourceSync',
    activities: {
      listSource: twice((more) => Promise.resolve({ counts: noSyncCounts, more })),
      viewSyncJob: twice((more) =>
        Promise.resolve({ state: more ? 'running' : 'completed', counts: more ? noFiles : null }),
      ),
    },
  },
  'source-sync-refused': {
    workflow: 'sourceSync',
    activities: { listSource: () => Promise.reject(fault('access_denied')) },
  },
  'source-sync-left': { workflow: 'sourceSync', activities: { beginSyncRun: () => Promise.resolve(null) } },
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
  'index-job-masked': {
    workflow: 'indexJob',
    activities: {
      claimIndexJob: () => claimedIndexJob({ masks: true }),
      maskFile: ({ file }) =>
        file === 0 ? Promise.reject(fault('masking_failed')) : Promise.resolve('go_on'),
    },
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
  'index-job-mixed': {
    workflow: 'indexJob',
    activities: {
      scanSource: listed(260),
      nextFiles: filesUpTo(260),
      indexFiles: ({ files }) => Promise.resolve({ left: files.filter((file) => file % 10 === 0) }),
      parseFile: ({ file }) =>
        file % 40 === 0 ? Promise.reject(fault('encrypted_file')) : Promise.resolve('go_on'),
      fetchFile: ({ file }) => Promise.resolve(file % 70 === 0 ? 'ended' : 'go_on'),
    },
  },
  'index-job-embedder-away': {
    workflow: 'indexJob',
    activities: {
      scanSource: listed(20),
      storeFile: ({ file }) => (file === 7 ? Promise.reject(fault(embedderAway)) : beatUntilCancelled()),
      finishIndexJob: () =>
        Promise.resolve({ state: 'failed', error: 'embedding_stalled', message: null, counts: noFiles }),
    },
  },
  'index-job-gone': { workflow: 'indexJob', activities: { claimIndexJob: () => Promise.resolve(null) } },
  'index-job-over': {
    workflow: 'indexJob',
    activities: {
      claimIndexJob: () => Promise.resolve({ state: 'cancelled', deadlineMs: 0, fetches: false }),
    },
  },
  'index-job-ended-elsewhere': {
    workflow: 'indexJob',
    activities: {
      nextFiles: () => Promise.reject(ended(jobNotRunning, 'cancelled')),
      scanSource: () => Promise.resolve({ files: 2 }),
    },
  },
  'rollback-completed': { workflow: 'rollback', activities: {} },
  'rollback-failed': {
    workflow: 'rollback',
    activities: { rollBackFiles: () => Promise.reject(fault('internal_error')) },
  },
  'rollback-gone': { workflow: 'rollback', activities: { claimRollback: () => Promise.resolve(null) } },
  'rollback-over': {
    workflow: 'rollback',
    activities: {
      claimRollback: () => Promise.resolve({ state: 'rolled_back', filesDone: 2, filesTotal: 2 }),
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
  'evaluation-gone': {
    workflow: 'evaluation',
    activities: { claimEvaluation: () => Promise.resolve(null) },
  },
  'evaluation-over': {
    workflow: 'evaluation',
    activities: { claimEvaluation: () => Promise.resolve({ state: 'completed', cases: 2, configs: 1 }) },
  },
  'evaluation-ended-elsewhere': {
    workflow: 'evaluation',
    activities: { askCases: () => Promise.reject(ended(evaluationNotRunning, 'failed')) },
  },
  'document-sweep': { workflow: 'documentSweep', activities: {} },
  'document-retention': { workflow: 'documentRetention', activities: {} },
  'platform-retention': { workflow: 'platformRetention', activities: {} },
  collector: { workflow: 'collector', activities: {} },
};

function fault(type: string): ApplicationFailure {
  const message = 'The file needs a password.';
  return ApplicationFailure.create({ type, message, nonRetryable: true, category: 'BENIGN' });
}

function ended(type: string, state: string): ApplicationFailure {
  return ApplicationFailure.create({ type, details: [state], nonRetryable: true, category: 'BENIGN' });
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
