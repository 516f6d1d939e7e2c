import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationFailure, Context } from '@temporalio/activity';
import { productJobNotRunning } from '../../src/domain/products/product-job';
import { wroteName } from '../../src/domain/products/run-ids';
import { failingFirst } from '../workflows/recorded-activities';
import { type Scenario } from './document-scenarios';

const jobId = 'job_01JD3V00000000000000000000';

/** Inputs of the runs below; schedules start theirs without any. */
export const productInputs = {
  indexBuild: [{ jobId }],
  indexDelete: [{ jobId }],
  indexImport: [{ jobId }],
  indexWrite: [{ indexId: 'idx_01JD3V00000000000000000000' }],
  productSweep: [],
};

/** Runs of product search that are worth keeping. */
export const productScenarios: Record<string, Scenario<keyof typeof productInputs>> = {
  'index-build-succeeded': { workflow: 'indexBuild', activities: {} },
  'index-build-prepared': { workflow: 'indexBuild', activities: {} },
  'index-build-rolled-back': {
    workflow: 'indexBuild',
    activities: { claimBuild: () => Promise.resolve({ state: 'running', isRollback: true }) },
  },
  'index-build-refused': {
    workflow: 'indexBuild',
    activities: {
      runBuildStage: ({ stage }) =>
        stage === 'verify' ? Promise.reject(failure('BUILD_QUALITY')) : Promise.resolve(),
      finishBuild: () => Promise.resolve({ state: 'failed', error: 'The checks have failed.' }),
    },
  },
  'index-build-cancelled': {
    workflow: 'indexBuild',
    activities: {
      uploadRange: beatUntilCancelled,
      finishBuild: () => Promise.resolve({ state: 'failed', error: null }),
    },
    async steer(handle) {
      // Until the ranges are at work.
      while (((await handle.describe()).raw.pendingActivities?.length ?? 0) < 2);
      await handle.cancel();
    },
  },
  'index-build-ended-elsewhere': {
    workflow: 'indexBuild',
    activities: {
      planBuild: () =>
        Promise.reject(
          ApplicationFailure.create({ type: productJobNotRunning, details: ['failed'], nonRetryable: true }),
        ),
    },
  },
  'index-build-gone': { workflow: 'indexBuild', activities: { claimBuild: () => Promise.resolve(null) } },
  'index-delete-succeeded': { workflow: 'indexDelete', activities: {} },
  'index-delete-failed': {
    workflow: 'indexDelete',
    activities: {
      removeIndex: () => Promise.reject(failure('internal_error')),
      finishDeletion: () => Promise.resolve({ state: 'failed' }),
    },
  },
  'index-import-succeeded': {
    workflow: 'indexImport',
    activities: { pullPages: moreFirst(2, { pages: 50 }), addImported: stagedAtLast() },
  },
  'index-import-refused': {
    workflow: 'indexImport',
    activities: {
      pullPages: () => Promise.reject(failure('EXTERNAL_FORBIDDEN')),
      finishImport: () => Promise.resolve({ state: 'failed', error: 'The provider refuses the API key.' }),
    },
  },
  'index-import-cancelled': {
    workflow: 'indexImport',
    activities: {
      pullPages: beatUntilCancelled,
      finishImport: () => Promise.resolve({ state: 'failed', error: null }),
    },
    async steer(handle) {
      while (((await handle.describe()).raw.pendingActivities?.length ?? 0) < 1);
      await handle.cancel();
    },
  },
  'index-import-ended-elsewhere': {
    workflow: 'indexImport',
    activities: {
      readPages: () =>
        Promise.reject(
          ApplicationFailure.create({ type: productJobNotRunning, details: ['failed'], nonRetryable: true }),
        ),
    },
  },
  'index-write-applied': { workflow: 'indexWrite', activities: {} },
  'index-write-goes-on': {
    workflow: 'indexWrite',
    activities: {
      applyWrites: failingFirst(
        1,
        () => new Error('the search engine is away'),
        moreFirst(2, { bursts: 100, records: 4_000 }),
      ),
    },
  },
  'index-write-woken': {
    workflow: 'indexWrite',
    activities: { applyWrites: () => pause(200).then(() => ({ bursts: 1, records: 3, more: false })) },
    async steer(handle) {
      while (((await handle.describe()).raw.pendingActivities?.length ?? 0) < 1);
      await handle.signal(wroteName);
      await handle.signal(wroteName);
    },
  },
  'product-sweep': { workflow: 'productSweep', activities: {} },
  'product-sweep-writes': {
    workflow: 'productSweep',
    activities: {
      sweepWrites: ({ after }) => Promise.resolve({ after: after === null ? 'idx_1' : null, woken: 1 }),
    },
  },
};

function failure(type: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message: 'The checks have failed.', nonRetryable: true });
}

/** Answers that say at first that more is left. */
function moreFirst<T extends object>(times: number, answer: T) {
  let calls = 0;
  return () => Promise.resolve({ ...answer, more: calls++ < times });
}

/** Staged records that are given up once. */
function stagedAtLast() {
  let calls = 0;
  return () => Promise.resolve({ isStaged: calls++ > 0 });
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
