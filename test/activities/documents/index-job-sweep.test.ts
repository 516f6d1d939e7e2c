import { type ActivityDeps } from '../../../activities';
import { type IndexJobState } from '../../../src/domain/documents/index-job';
import { type RunStatus } from '../../../src/jobs/runs';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ActivityStack, startActivityStack } from '../activity-stack';

let stack: ActivityStack;
beforeAll(async () => {
  stack = await startActivityStack();
});
afterAll(() => stack.close());

/** A job of two listed files, the second of which is at work, that has shown no sign of life for long. */
async function silentJob(state: 'pending' | 'running', cancel = false): Promise<string> {
  const { collections, indexJobs, jobFiles } = stack.stores;
  const jobId = newId('job_');
  const tenant = { organizationId: stack.organizationId, environment: 'production' } as const;
  const { collection } = await collections.ensure(tenant, 'manuals', { description: null, metadata: null });
  await indexJobs.insertPending({
    _id: jobId,
    ...tenant,
    type: 'index_url',
    collectionId: collection._id,
    collectionName: 'manuals',
    source: { kind: 'links', links: [] },
    credentials: 'sealed',
    options: {
      customMetadata: null,
      skipExisting: true,
      overwriteExisting: false,
      filesMax: null,
      processingType: 'basic',
      ocrLanguage: 'auto',
      transcriptionLanguage: null,
      parsingScript: null,
      includeHiddenSheets: true,
      masking: null,
      tagsSummary: false,
    },
    warnings: [],
    createdAt: new Date(),
  });
  if (state === 'running') {
    await indexJobs.claim(jobId);
    const listed = (n: number) => ({
      uri: null,
      filename: `${n}.txt`,
      identity: `name:${n}.txt`,
      origin: null,
      skipReason: null,
    });
    await jobFiles.replaceFrom(jobId, 0, [listed(0), listed(1)]);
    await jobFiles.enter(jobId, 1, 'embedding', { writer: 'the dead', step: 'a' });
  }
  if (cancel) await indexJobs.cancel(jobId, 'key_1');
  await stack.mongo.db
    .collection<{ _id: string }>('jobs')
    .updateOne({ _id: jobId }, { $set: { checkAt: new Date(0) } });
  return jobId;
}

/** Sweeps with runs that stand so; answers what was asked of Temporal. */
async function sweep(run: RunStatus, stopped: string[] = []): Promise<string[]> {
  const asked: string[] = [];
  const indexing: ActivityDeps['jobs']['indexing'] = {
    describe: () => Promise.resolve(run),
    stoppedSince: () => Promise.resolve(stopped),
    start({ jobId }) {
      asked.push(`start ${jobId}`);
      return Promise.resolve('running');
    },
    cancel(jobId) {
      asked.push(`cancel ${jobId}`);
      return Promise.resolve();
    },
  };
  const jobs = { ...stack.deps.jobs, indexing };
  await stack.run('sweepIndexJobs', { after: null }, { deps: { jobs } });
  return asked;
}

const row = async (jobId: string) => (await stack.stores.indexJobs.get(jobId))!;

it('starts a pending job that has no run', async () => {
  const jobId = await silentJob('pending');
  expect(await sweep('missing')).toEqual([`start ${jobId}`]);
  const { checkAt, state } = await row(jobId);
  expect([state, checkAt!.getTime() > Date.now()]).toEqual(['pending', true]);
  await stack.stores.indexJobs.withdraw(jobId);
});

it.each<[string, RunStatus, string[]]>([
  ['starts the rollback of a job that has no run', 'missing', ['start']],
  ['starts a rollback again whose run was stopped', 'terminated', ['start']],
  ['leaves a rollback alone whose run is at work', 'running', []],
])('%s', async (_, run, started) => {
  const { indexJobs } = stack.stores;
  const jobId = await silentJob('running');
  await stack.run('finishIndexJob', { jobId, ending: 'done', message: null });
  await indexJobs.requestRollback(jobId, new Date(0));
  const asked: string[] = [];
  const rollbacks: ActivityDeps['jobs']['rollbacks'] = {
    describe: () => Promise.resolve(run),
    stoppedSince: () => Promise.resolve([]),
    start(job) {
      expect(job.jobId).toBe(jobId);
      asked.push('start');
      return Promise.resolve('running');
    },
    cancel: () => Promise.reject(new Error('a rollback is never cancelled')),
  };
  const deps = { jobs: { ...stack.deps.jobs, rollbacks } };
  await stack.run('sweepIndexJobs', { after: null }, { deps });
  expect(asked).toEqual(started);
  await stack.run('sweepIndexJobs', { after: null }, { deps });
  expect(asked).toEqual(started);
  // A rollback that is under way needs the rows of its files.
  await stack.mongo.db
    .collection<{ _id: string }>('jobs')
    .updateOne({ _id: jobId }, { $set: { purgeAt: new Date(0) } });
  await expect(stack.run('removeOldIndexJobs', undefined)).resolves.toEqual({ removed: 0, more: false });
  await stack.mongo.db.collection('jobs').deleteMany({});
});

it('ends a job whose run was stopped a moment ago, though it has just shown a sign of life', async () => {
  const jobId = await silentJob('running');
  await stack.stores.indexJobs.postponeCheck(jobId, new Date(Date.now() + 3_600_000));
  await sweep('closed');
  expect((await row(jobId)).state).toBe('running');
  await sweep('closed', [jobId, 'job_of_another_kind']);
  expect((await row(jobId)).state).toBe('failed');
  await stack.mongo.db.collection('jobs').deleteMany({});
});

it('leaves a job alone whose run is at work, and tells the run again of a request to cancel', async () => {
  const jobId = await silentJob('running');
  const cancelled = await silentJob('running', true);
  expect(await sweep('running')).toEqual([`cancel ${cancelled}`]);
  for (const id of [jobId, cancelled]) expect((await row(id)).state).toBe('running');
  await stack.mongo.db.collection('jobs').deleteMany({});
});

it.each<[string, RunStatus, boolean, IndexJobState, string | null]>([
  ['was terminated', 'terminated', false, 'failed', 'execution_failed'],
  ['is gone', 'missing', false, 'failed', 'execution_failed'],
  ['was cancelled and could not end it', 'closed', true, 'cancelled', null],
])(
  'ends a job whose run %s, once, with every file ended and nothing left',
  async (_, run, cancel, state, error) => {
    const jobId = await silentJob('running', cancel);
    await sweep(run);
    const first = await row(jobId);
    expect(first).toMatchObject({ state, error, credentials: null, source: null });
    expect(first.checkAt).toBeUndefined();
    expect(first.counts).toEqual({ total: 2, indexed: 0, failed: cancel ? 0 : 1, skipped: 0 });
    const files = await stack.stores.jobFiles.page(jobId, -1, 10);
    expect(files.map((file) => file.state)).toEqual(['cancelled', cancel ? 'cancelled' : 'failed']);

    await sweep(run);
    await stack.run('finishIndexJob', { jobId, ending: 'done', message: null });
    expect(await row(jobId)).toEqual(first);
  },
);

it('tells receivers of the end before the work is removed, which a blob store that is away holds up alone', async () => {
  const jobId = await silentJob('running');
  const end = (blobs = stack.deps.blobs) =>
    stack.run('finishIndexJob', { jobId, ending: 'done', message: null }, { deps: { blobs } });
  const away = { ...stack.deps.blobs, deletePrefix: () => Promise.reject(new Error('away')) };
  await expect(end(away)).rejects.toThrow('away');
  expect(await stack.stores.webhookEvents.get(`evt_${jobId}`)).toMatchObject({ type: 'job.failed' });
  expect((await row(jobId)).checkAt).toBeDefined();
  await end();
  expect((await row(jobId)).checkAt).toBeUndefined();
});

it('an attempt that lost its file to the end of the job can no longer write', async () => {
  const jobId = await silentJob('running');
  await sweep('closed');
  const write = stack.stores.jobFiles.saveParsed(jobId, 1, 'the dead', {
    parsed: 'key',
    modality: 'document',
  });
  await expect(write).resolves.toBe(false);
});

it('forgets a job with its files when its time is over, and no job that has to be looked at or is younger', async () => {
  const { indexJobs, jobFiles } = stack.stores;
  const [old, unchecked, young, running] = [
    await silentJob('running'),
    await silentJob('running'),
    await silentJob('running'),
    await silentJob('running'),
  ];
  for (const jobId of [old, unchecked, young])
    await stack.run('finishIndexJob', { jobId, ending: 'done', message: null });
  const jobs = stack.mongo.db.collection<{ _id: string }>('jobs');
  await jobs.updateMany({ _id: { $in: [old, unchecked] } }, { $set: { purgeAt: new Date(0) } });
  await jobs.updateOne({ _id: unchecked }, { $set: { checkAt: new Date() } });
  await expect(stack.run('removeOldIndexJobs', undefined)).resolves.toEqual({ removed: 1, more: false });
  expect(await indexJobs.get(old)).toBeNull();
  expect(await jobFiles.page(old, -1, 10)).toEqual([]);
  for (const jobId of [unchecked, young, running]) {
    expect(await indexJobs.get(jobId)).not.toBeNull();
    expect(await jobFiles.page(jobId, -1, 10)).toHaveLength(2);
  }
});
