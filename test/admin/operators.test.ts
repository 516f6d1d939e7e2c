import { addOperators, disableOperators, listOperators, removeOperators } from '../../src/admin/operators';
import { operatorsPerOrganizationMax } from '../../src/domain/products/limits';
import { CommandError } from '../../src/command-errors';
import { startDatabase, type TestDatabase } from '../setup/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

it('adds operators, lists and removes them, and deletes the list', async () => {
  const { stores } = database;
  const { organizations } = stores;
  const [acme, other] = [await organizations.ensure('acme'), await organizations.ensure('other')];
  await expect(listOperators(stores, 'acme')).resolves.toEqual({ organization: 'acme', operators: null });
  await addOperators(stores, 'acme', ['bob', 'Ann Müller']);
  await addOperators(stores, 'acme', ['bob', '$name']);
  expect((await organizations.operatorsOf(acme))?.toSorted()).toEqual(['$name', 'Ann Müller', 'bob']);
  await expect(organizations.operatorsOf(other)).resolves.toBeNull();
  const left = { organization: 'acme', operators: ['Ann Müller'] };
  await expect(removeOperators(stores, 'acme', ['bob', '$name'])).resolves.toEqual(left);
  await expect(listOperators(stores, 'acme')).resolves.toEqual(left);
  await removeOperators(stores, 'acme', ['Ann Müller']);
  await expect(organizations.operatorsOf(acme)).resolves.toEqual([]);
  await disableOperators(stores, 'acme');
  await expect(organizations.operatorsOf(acme)).resolves.toBeNull();
});

it('refuses an unknown organization, and more operators than an organization may list', async () => {
  await expect(listOperators(database.stores, 'nobody')).rejects.toThrow(CommandError);
  await database.stores.organizations.ensure('full');
  const names = Array.from({ length: operatorsPerOrganizationMax + 1 }, (_, n) => `operator ${n}`);
  await expect(addOperators(database.stores, 'full', names)).rejects.toThrow(CommandError);
  await expect(addOperators(database.stores, 'full', names.slice(1))).resolves.toMatchObject({
    operators: { length: operatorsPerOrganizationMax },
  });
});
