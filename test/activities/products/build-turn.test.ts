import { takeBuildTurn } from '../../../activities/products/build-turn';
import { organizationBusy } from '../../../src/domain/platform/organization-turn';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type NewProductJob } from '../../../src/stores/products/product-job-kind';
import { newId } from '../../../src/stores/mongo/new-id';
import { startDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

let organizationId: string;
beforeEach(() => {
  organizationId = newId('org_');
});

/** A job that waits; those of one test are accepted one after the other. */
async function accepted(facts: Partial<NewProductJob> = {}): Promise<string> {
  const { _id } = await database.stores.productJobs.insert({
    _id: newId(ID_PREFIX.productJob),
    type: 'index.build',
    indexId: newId('idx_'),
    indexName: 'lamps',
    organizationId,
    environment: 'production',
    stages: [],
    ...facts,
  });
  return _id;
}

const turn = (jobId: string) =>
  takeBuildTurn({ productJobs: database.stores.productJobs, productBuildsMax: 2 }, jobId);
const waits = (jobId: string) => expect(turn(jobId)).rejects.toMatchObject({ type: organizationBusy });
const claim = (jobId: string) => database.stores.productJobs.claim(jobId);

it('the first two of an organization begin, in the order of their acceptance; the next one begins when one of them has ended', async () => {
  const [first, second, third, fourth] = [
    await accepted(),
    await accepted({ environment: 'development' }),
    await accepted({ type: 'index.import' }),
    await accepted(),
  ];
  for (const late of [fourth, third]) await waits(late);
  for (const early of [second, first]) await turn(early);
  await claim(second);
  await waits(third);
  await claim(first);
  await waits(third);
  await database.stores.productJobs.succeed(first, { result: {} });
  await turn(third);
  await waits(fourth);
});

it('one that has begun continues, whatever else runs', async () => {
  const jobs = [await accepted(), await accepted(), await accepted()];
  for (const jobId of jobs) await claim(jobId);
  for (const jobId of jobs) await turn(jobId);
});

it('a rollback, and a job of another organization, do not wait; live writes and deletions do not count', async () => {
  for (const type of ['index.write', 'index.delete'] as const) await claim(await accepted({ type }));
  for (const jobId of [await accepted(), await accepted()]) {
    await turn(jobId);
    await claim(jobId);
  }
  await turn(await accepted({ isRollback: true }));
  await turn(await accepted({ organizationId: newId('org_') }));
  await waits(await accepted());
});
