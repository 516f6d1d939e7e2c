import { type Tenant } from '../../../src/domain/platform/tenancy';
import { newId } from '../../../src/stores/mongo/new-id';
import { startDatabase, type TestDatabase } from '../../setup/database';

const tenant: Tenant = { organizationId: newId('org_'), environment: 'production' };
const pair = ['left', 'right'];

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
  for (const name of ['one', 'two'])
    await database.stores.productIndexes.create({
      ...tenant,
      _id: newId('idx_'),
      name,
      idField: 'id',
      settings: {},
    });
});
afterAll(() => database.close());

test('fifty writers at once leave aliases that moved together together, each as the one before has left them, and readers never see them apart', async () => {
  const { productAliases } = database.stores;
  const move = (index: string) =>
    productAliases.apply(
      tenant,
      pair.map((alias) => ({ alias, index })),
    );
  await move('one');
  const moves = Array.from({ length: 50 }, (_, n) => move(n % 2 === 0 ? 'one' : 'two'));
  const state = { moving: true };
  const all = Promise.all(moves).finally(() => (state.moving = false));
  while (state.moving) {
    const rows = await productAliases.list(tenant, [pair], null, 2);
    expect(new Set(rows.map(({ indexName }) => indexName)).size).toBe(1);
  }
  const changed = await all;
  expect(changed).toHaveLength(50);
  for (const [left, right] of changed)
    expect([left!.index, left!.previous]).toEqual([right!.index, right!.previous]);
  // Each change names the one before it: one order for all, without a gap.
  const steps = changed.map(([first]) => `${first!.previous}>${first!.index}`);
  for (const index of ['one', 'two']) {
    const into = steps.filter((step) => step.endsWith(`>${index}`)).length;
    const outOf = steps.filter((step) => step.startsWith(`${index}>`)).length;
    expect(Math.abs(into - outOf)).toBeLessThanOrEqual(1);
  }
});
