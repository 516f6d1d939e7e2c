import { Context } from '@temporalio/activity';
import { type Activities } from '../../src/domain/activities';
import { type IndexJobClaim } from '../../src/domain/documents/activities';
import { filesPerPage, indexDeadlineMs } from '../../src/domain/documents/index-job';
import { noSyncCounts } from '../../src/domain/documents/sync';

/** A running job, with its deadline by the clock of the server, which may be skipped far ahead of ours. */
export function claimedIndexJob({ fetches = true, masks = false } = {}): Promise<IndexJobClaim> {
  const deadlineMs = Context.current().info.scheduledTimestampMs + indexDeadlineMs;
  return Promise.resolve({ state: 'running', deadlineMs, fetches, ...(masks ? { masks } : {}) });
}

/** Pages of a job of `total` files, none of which has ended. */
export function filesUpTo(total: number): Activities['nextFiles'] {
  return ({ after, limit }) =>
    Promise.resolve({
      files: Array.from({ length: Math.min(limit, total - after - 1) }, (_, n) => after + 1 + n),
      counts: { total, indexed: 0, failed: 0, skipped: 0 },
    });
}

/** The list of such a job, with its first page. */
export function listed(total: number): Activities['scanSource'] {
  return async ({ jobId }) => ({
    files: total,
    first: await filesUpTo(total)({ jobId, after: -1, limit: filesPerPage }),
  });
}

/** Results of each activity in a good run. */
const succeeding: Activities = {
  claimParseJob: () => Promise.resolve({ state: 'processing', describe: false }),
  fetchInput: () => Promise.resolve({ lane: 'large' }),
  parseWorkbook: () => Promise.resolve({ sheets: 1, chunks: 2 }),
  parseDocument: () => Promise.resolve({ chunks: 2 }),
  describeChunks: () => Promise.resolve(),
  storeResult: () => Promise.resolve({ sheets: 1, chunks: 2, figures: 0, characters: 5 }),
  completeParseJob: () => Promise.resolve(),
  failParseJob: () => Promise.resolve('failed'),
  cancelParseJob: () => Promise.resolve('cancelled'),
  claimIndexJob: () => claimedIndexJob(),
  scanSource: listed(2),
  nextFiles: filesUpTo(2),
  indexFiles: ({ files }) => Promise.resolve({ left: files }),
  fetchFile: () => Promise.resolve('go_on'),
  parseFile: () => Promise.resolve('go_on'),
  maskFile: () => Promise.resolve('go_on'),
  storeFile: () => Promise.resolve('ended'),
  failFile: () => Promise.resolve(),
  finishIndexJob: () =>
    Promise.resolve({
      state: 'completed',
      error: null,
      message: null,
      counts: { total: 2, indexed: 2, failed: 0, skipped: 0 },
    }),
  claimRollback: () => Promise.resolve({ state: 'rolling_back', filesDone: 0, filesTotal: 2 }),
  rollBackFiles: () => Promise.resolve({ state: 'rolling_back', filesDone: 2, filesTotal: 2, more: false }),
  finishRollback: () => Promise.resolve({ state: 'rolled_back', filesDone: 2, filesTotal: 2 }),
  beginSyncRun: () => Promise.resolve({ runId: 'run', stage: 'listing' }),
  listSource: () => Promise.resolve({ counts: noSyncCounts, more: false }),
  startSyncJob: () => Promise.resolve({ counts: noSyncCounts, job: true }),
  viewSyncJob: () =>
    Promise.resolve({ state: 'completed', counts: { total: 2, indexed: 2, failed: 0, skipped: 0 } }),
  recordSyncOutcomes: () => Promise.resolve(),
  removeObjects: () => Promise.resolve({ counts: noSyncCounts, more: false }),
  endSyncRun: () => Promise.resolve({ counts: noSyncCounts, error: null, more: false }),
  failSyncRun: () => Promise.resolve(),
  sweepSyncs: () => Promise.resolve({ after: null, repaired: 0 }),
  sweepIndexJobs: () => Promise.resolve({ after: null, started: 0, ended: 0, cleaned: 0 }),
  removeOldIndexJobs: () => Promise.resolve({ removed: 0, more: false }),
  removeMaskingReports: () => Promise.resolve({ removed: 0, more: false }),
  removeOldQueryBodies: () => Promise.resolve({ removed: 0, more: false }),
  claimEvaluation: () => Promise.resolve({ state: 'running', cases: 2, configs: 1 }),
  askCases: () => Promise.resolve({ units: 2 }),
  finishEvaluation: () => Promise.resolve({ state: 'completed', error: null, message: null }),
  sweepEvaluations: () => Promise.resolve({ after: null, started: 0, ended: 0, settled: 0, removed: 0 }),
  sendWebhook: () =>
    Promise.resolve({
      state: 'succeeded',
      reason: null,
      attempts: 1,
      waitMs: null,
      slow: false,
      last: { class: 'success', status: 200 },
    }),
  cancelDelivery: () => Promise.resolve(null),
  requestAttempt: () => Promise.resolve(null),
  recoverDeliveries: () => Promise.resolve(null),
  sweepDeliveries: () => Promise.resolve({ after: null, started: 0 }),
  sweepWebhookEndpoints: () => Promise.resolve({ started: 0, removed: 0 }),
  sweepParseJobs: () => Promise.resolve({ after: null, started: 0, failed: 0, settled: 0 }),
  releaseOrphanHolds: () => Promise.resolve({ released: 0 }),
  removeExpiredUploads: () => Promise.resolve({ removed: 0, more: false }),
  removeExpiredJobs: () => Promise.resolve({ removed: 0, more: false }),
  removeAbandonedBlobs: () => Promise.resolve({ removed: 0 }),
  repairSearchIndex: () => Promise.resolve({ repaired: 0, more: false }),
  removeUnseenVersions: () => Promise.resolve({ removed: 0, more: false }),
  collectNamespaces: () => Promise.resolve({ after: null, removed: 0 }),
  flattenCollection: () => Promise.resolve({ flattened: 0, more: false }),
  claimBuild: () => Promise.resolve({ state: 'running', isRollback: false }),
  planBuild: () => Promise.resolve({ ranges: 2 }),
  summarizeRange: () => Promise.resolve({ records: 1 }),
  inferSchema: () => Promise.resolve({ records: 2, fields: 1 }),
  openStage: () => Promise.resolve({ hasRanges: true }),
  prepareRange: () => Promise.resolve({ records: 1 }),
  openBuild: () => Promise.resolve(),
  uploadRange: () => Promise.resolve({ records: 1 }),
  closeStage: () => Promise.resolve(),
  runBuildStage: () => Promise.resolve(),
  finishBuild: () => Promise.resolve({ state: 'succeeded', error: null }),
  leaveBuild: () => Promise.resolve(),
  makeLaterVectors: () => Promise.resolve({ done: 2, more: false }),
  claimDeletion: () => Promise.resolve({ state: 'running' }),
  removeIndex: () => Promise.resolve(),
  finishDeletion: () => Promise.resolve({ state: 'succeeded' }),
  claimImport: () => Promise.resolve({ state: 'importing' }),
  pullPages: () => Promise.resolve({ pages: 1, more: false }),
  readPages: () => Promise.resolve({ records: 2 }),
  mapSettings: () => Promise.resolve(),
  addImported: () => Promise.resolve({ isStaged: true }),
  validateImport: () => Promise.resolve({ buildJobId: 'job_01JD3V00000000000000000001' }),
  finishImport: () => Promise.resolve({ state: 'succeeded', error: null }),
  leaveImport: () => Promise.resolve(),
  applyWrites: () => Promise.resolve({ bursts: 1, records: 1, more: false }),
  sweepWrites: () => Promise.resolve({ after: null, woken: 0 }),
  removeBrokenUploads: () => Promise.resolve({ removed: 0, more: false }),
  sweepProductJobs: () => Promise.resolve({ after: null, started: 0, ended: 0, settled: 0 }),
};

export interface RecordedActivities {
  activities: Activities;
  /** Every call in order: name and input. */
  calls: { name: keyof Activities; input: unknown }[];
  names: () => (keyof Activities)[];
}

/** Activities that succeed, but for the given ones, and note how they were called. */
export function recordedActivities(overrides: Partial<Activities> = {}): RecordedActivities {
  const calls: RecordedActivities['calls'] = [];
  const all = Object.entries({ ...succeeding, ...overrides }) as [
    keyof Activities,
    (input: unknown) => Promise<unknown>,
  ][];
  const activities = Object.fromEntries(
    all.map(([name, run]) => [
      name,
      (input: unknown) => {
        calls.push({ name, input });
        return run(input);
      },
    ]),
  ) as unknown as Activities;
  return { activities, calls, names: () => calls.map(({ name }) => name) };
}

/** An activity that fails `times` times before it does what `then` does. */
export function failingFirst<T>(times: number, error: () => Error, then: () => Promise<T>): () => Promise<T> {
  let calls = 0;
  return () => (++calls <= times ? Promise.reject(error()) : then());
}
