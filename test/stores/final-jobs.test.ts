import { type FinalJob } from '../../src/domain/platform/final-job';
import { type ParseJobEnd } from '../../src/stores/documents/parse-jobs/parse-jobs';
import { newId } from '../../src/stores/mongo/new-id';
import { createStores, type Stores } from '../../src/stores';
import { startDatabase, type TestDatabase } from '../setup/database';

let database: TestDatabase;
let stores: Stores;
let ended: FinalJob[];
beforeAll(async () => {
  database = await startDatabase();
  stores = createStores(database.mongo.db, (job) => void ended.push(job));
});
beforeEach(() => {
  ended = [];
});
afterAll(() => database.close());

const createdAt = new Date(Date.now() - 5_000);

async function parseJob(): Promise<string> {
  const jobId = newId('prs_');
  await stores.parseJobs.insertQueued({
    _id: jobId,
    organizationId: await stores.organizations.ensure('acme'),
    environment: 'production',
    input: null,
    filename: 'book.csv',
    byteSize: 10,
    options: {
      type: 'spreadsheet',
      includeTagsSummary: false,
      includeImages: false,
      includeVerifiedFacts: false,
      includeHiddenSheets: true,
    },
    createdAt,
  });
  return jobId;
}

it('whoever ends a job at once with others, it is told of once', async () => {
  const jobId = await parseJob();
  await stores.parseJobs.claim(jobId);
  const ends: ParseJobEnd[] = [
    { state: 'completed', creditsUsed: 0 },
    { state: 'cancelled' },
    { state: 'failed', code: 'internal_error', message: 'It is broken.' },
  ];
  await Promise.all([...ends, ...ends, ...ends].map((end) => stores.parseJobs.end(jobId, end)));
  const row = await database.mongo.db.collection('parse_jobs').findOne({ _id: jobId as never });
  expect(ended).toEqual([
    {
      type: 'parse',
      state: row!.state as string,
      createdAt,
      startedAt: row!.startedAt as Date,
      endedAt: row!.completedAt as Date,
      stages: [],
    },
  ]);
});

it('a job that ends before it began has no start', async () => {
  const jobId = await parseJob();
  await stores.parseJobs.end(jobId, { state: 'cancelled' });
  await stores.parseJobs.end(jobId, { state: 'cancelled' });
  expect(ended).toEqual([expect.objectContaining({ type: 'parse', state: 'cancelled', startedAt: null })]);
});

it('a job of product search is told of with the stages that it went through', async () => {
  const jobId = newId('job_');
  await stores.productJobs.insert({
    _id: jobId,
    type: 'index.build',
    indexId: 'idx_1',
    indexName: 'secret-shop',
    organizationId: await stores.organizations.ensure('acme'),
    environment: 'production',
    stages: ['schema', 'validate', 'upload'],
  });
  await stores.productJobs.claim(jobId);
  const from = Date.now() - 3_000;
  await stores.productJobs.setStage(jobId, 'schema', {
    status: 'done',
    startedAt: from,
    finishedAt: from + 250,
  });
  await stores.productJobs.setStage(jobId, 'upload', { status: 'running', startedAt: from + 250 });
  await stores.productJobs.fail(jobId, { error: 'no', errorCode: 'ENGINE_ERROR' });
  await stores.productJobs.fail(jobId, { error: 'no', errorCode: 'ENGINE_ERROR' });
  expect(await stores.productJobs.cancel(jobId, 'no')).toBeNull();
  expect(ended).toEqual([
    expect.objectContaining({
      type: 'index.build',
      state: 'failed',
      stages: [
        { name: 'schema', ms: 250 },
        { name: 'upload', ms: expect.any(Number) as number },
      ],
    }),
  ]);
  expect(JSON.stringify(ended)).not.toContain('secret-shop');
});
