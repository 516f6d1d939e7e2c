import { readRebuildCommand } from '../../src/admin/indexes';
import { startDatabase, type TestDatabase } from '../setup/api';

describe('npm run rebuild', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await startDatabase();
  });
  afterAll(() => database.close());

  const rebuild = (...args: string[]) => readRebuildCommand(args)(database.stores);
  const acme = ['--organization', 'acme', '--environment', 'production'];

  it.each([
    [['products'], '--organization'],
    [['--organization', 'acme', 'products'], '--environment'],
    [acme, 'no index'],
    [[...acme, 'a', 'b'], 'b'],
  ])('refuses the command line %j', (args, part) => {
    expect(() => readRebuildCommand(args)).toThrow(part);
  });

  it('accepts one build of an index that has records, and names its job', async () => {
    const { stores } = database;
    await expect(rebuild(...acme, 'products')).rejects.toThrow('No organization');
    const organizationId = await stores.organizations.ensure('acme');
    await expect(rebuild(...acme, 'products')).rejects.toThrow('no index products');
    await stores.productIndexes.create({
      _id: 'idx_1',
      organizationId,
      environment: 'production',
      name: 'products',
      idField: 'id',
      settings: {},
    });
    await expect(rebuild(...acme, 'products')).rejects.toThrow('no records');
    const changes = [{ recordId: 'a', op: 'put' as const, text: '{"id":"a"}' }];
    await stores.writeLive('idx_1', { changes, allOrNothing: true });
    const [jobId = ''] = /job_\w+/.exec(await rebuild(...acme, 'products')) ?? [];
    await expect(stores.productJobs.get(jobId)).resolves.toMatchObject({
      type: 'index.build',
      state: 'queued',
      indexName: 'products',
    });
    await expect(rebuild(...acme, 'products')).rejects.toThrow(jobId);
  });
});
