import { sweepProductJobs } from '../../../activities/products/sweep-jobs';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { JOB_STAGES, type ProductJobType } from '../../../src/domain/products/product-job';
import { type RunStatus } from '../../../src/jobs/runs';
import { newId } from '../../../src/stores/mongo/new-id';
import { recordLog } from '../../stores/products/record-log';
import { type ActivityStack, startActivityStack, newAttempt } from '../activity-stack';

let stack: ActivityStack;
let log: ReturnType<typeof recordLog>;
beforeAll(async () => {
  stack = await startActivityStack();
  log = recordLog(stack);
});
afterAll(() => stack.close());

type Kind = Exclude<ProductJobType, 'index.write'>;

/** A job that its run has begun, and whose row is due for the sweep. */
async function begunJob(type: Kind): Promise<string> {
  const indexId = await log.newIndex();
  const { name, organizationId, environment } = await log.rowOf(indexId);
  const jobId = newId(ID_PREFIX.productJob);
  await stack.stores.acceptProductJob({
    _id: jobId,
    type,
    indexId,
    indexName: name,
    organizationId,
    environment,
    stages: JOB_STAGES[type],
  });
  await stack.stores.productJobs.claim(jobId);
  await stack.mongo.db
    .collection<{ _id: string }>('product_jobs')
    .updateOne({ _id: jobId }, { $set: { checkAt: new Date(0) } });
  return jobId;
}

/** Sweeps while the latest run of every job stands so. */
async function sweep(run: RunStatus) {
  const runs = { ...stack.deps.jobs.builds, describe: () => Promise.resolve(run) };
  const writes = { ...stack.deps.jobs.writes, wake: () => Promise.resolve() };
  const jobs = { ...stack.deps.jobs, builds: runs, deletions: runs, imports: runs, writes };
  return newAttempt().run(sweepProductJobs, { ...stack.deps, jobs }, { after: null });
}

const operator = 'The job was stopped by an operator of the service before it could complete.';
const fault = 'A fault of the service ended the job before it could complete.';

it.each<[Kind, RunStatus, string, string]>([
  ['index.build', 'terminated', 'CANCELLED', operator],
  ['index.build', 'closed', 'ENGINE_ERROR', fault],
  ['index.build', 'missing', 'ENGINE_ERROR', fault],
  ['index.import', 'terminated', 'CANCELLED', operator],
  ['index.import', 'closed', 'IMPORT_FAILED', fault],
  ['index.import', 'missing', 'IMPORT_FAILED', fault],
  ['index.delete', 'terminated', 'DELETE_FAILED', operator],
  ['index.delete', 'closed', 'DELETE_FAILED', fault],
])('%s: the job whose run is %s ends with %s, and says who ended it', async (type, run, code, sentence) => {
  const jobId = await begunJob(type);
  await expect(sweep(run)).resolves.toMatchObject({ ended: 1 });
  const ended = (await stack.stores.productJobs.get(jobId))!;
  expect(ended).toMatchObject({ state: 'failed', errorCode: code, error: sentence });
  await expect(sweep(run)).resolves.toMatchObject({ ended: 0, settled: 0 });
  expect(await stack.stores.productJobs.get(jobId)).toEqual(ended);
});
