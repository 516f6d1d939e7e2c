import { JOB_STAGES } from '../../../src/domain/products/product-job';
import { type NewProductJob } from '../../../src/stores/products/product-job-kind';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { hex, recordLog } from './record-log';

let database: TestDatabase;
let log: ReturnType<typeof recordLog>;

beforeAll(async () => {
  database = await startDatabase();
  log = recordLog(database);
});
afterAll(() => database.close());

async function jobOf(indexId: string): Promise<NewProductJob> {
  const { name: indexName, organizationId, environment } = await log.rowOf(indexId);
  const stages = JOB_STAGES['index.build'];
  return { _id: hex(), type: 'index.build', indexId, indexName, organizationId, environment, stages };
}

/** An index that a build has, to which live writes go too. */
async function heldIndex(): Promise<{ indexId: string; job: NewProductJob }> {
  const indexId = await log.newIndex();
  const job = await jobOf(indexId);
  await expect(database.stores.acceptProductJob(job)).resolves.toMatchObject({ outcome: 'accepted' });
  const building = { buildId: 'b1', physical: 'p1', view: { stagedThrough: 0, voidThrough: 0 } };
  await database.stores.productIndexes.nameBuilding(indexId, job._id, building);
  return { indexId, job };
}

test('a build that runs keeps its index to itself', async () => {
  const { indexId, job } = await heldIndex();
  const { acceptProductJob } = database.stores;
  await expect(acceptProductJob(await jobOf(indexId))).resolves.toEqual({
    outcome: 'held',
    holder: { jobId: job._id, type: 'index.build' },
  });
});

test('a build whose job has ended leaves its index to the next one before it is cleaned up', async () => {
  const { indexId, job } = await heldIndex();
  const { acceptProductJob, productIndexes, productJobs } = database.stores;
  const failed = await productJobs.fail(job._id, { error: 'Too few records.', errorCode: 'BUILD_QUALITY' });
  const next = await jobOf(indexId);
  await expect(acceptProductJob(next)).resolves.toMatchObject({ outcome: 'accepted' });
  const held = { holder: { jobId: next._id }, building: null, hasFailed: true, foldAfter: '' };
  expect(await log.rowOf(indexId)).toMatchObject(held);

  // The former run cleans up behind itself and takes nothing from the next one.
  await productIndexes.releaseBuilt(failed!);
  expect(await log.rowOf(indexId)).toMatchObject(held);
});
