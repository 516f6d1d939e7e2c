import { rebuildProductIndex } from '../../src/admin/indexes';
import { startDatabase, type TestDatabase } from '../setup/database';

let database: TestDatabase;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

const rebuild = () =>
  rebuildProductIndex(database.stores, {
    organization: 'acme',
    environment: 'production',
    name: 'products',
  });

it('accepts one build of an index that has records, and names its job', async () => {
  const { stores } = database;
  await expect(rebuild()).rejects.toThrow('No organization');
  const organizationId = await stores.organizations.ensure('acme');
  await expect(rebuild()).rejects.toThrow('no index products');
  await stores.productIndexes.create({
    _id: 'idx_1',
    organizationId,
    environment: 'production',
    name: 'products',
    idField: 'id',
    settings: {},
  });
  await expect(rebuild()).rejects.toThrow('no records');
  const changes = [{ recordId: 'a', op: 'put' as const, text: '{"id":"a"}' }];
  await stores.writeLive('idx_1', { changes, allOrNothing: true });
  const { job_id: jobId } = await rebuild();
  await expect(stores.productJobs.get(jobId)).resolves.toMatchObject({
    type: 'index.build',
    state: 'queued',
    indexName: 'products',
  });
  await expect(rebuild()).rejects.toThrow(jobId);
});
