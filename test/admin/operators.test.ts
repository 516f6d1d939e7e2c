import { readOperatorsCommand } from '../../src/admin/operators';
import { Refusal, UsageError } from '../../src/refusal';
import { startDatabase, type TestDatabase } from '../setup/api';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

const run = (...argv: string[]) => readOperatorsCommand(argv)(database.stores);

it('lists persons, adds and removes them, and forgets the list', async () => {
  const { organizations } = database.stores;
  const [acme, other] = [await organizations.ensure('acme'), await organizations.ensure('other')];
  await expect(organizations.operatorsOf(acme)).resolves.toBeNull();
  await run('add', '--organization', 'acme', 'bob', 'Ann Müller');
  await run('add', '--organization', 'acme', 'bob', '$name');
  await expect(organizations.operatorsOf(acme)).resolves.toEqual(
    expect.arrayContaining(['bob', 'Ann Müller', '$name']),
  );
  await expect(organizations.operatorsOf(other)).resolves.toBeNull();
  await run('remove', '--organization', 'acme', 'bob', '$name');
  await expect(run('list', '--organization', 'acme')).resolves.toContain('Ann Müller');
  await run('remove', '--organization', 'acme', 'Ann Müller');
  await expect(organizations.operatorsOf(acme)).resolves.toEqual([]);
  await expect(run('off', '--organization', 'acme')).resolves.toContain('need to name nobody');
  await expect(organizations.operatorsOf(acme)).resolves.toBeNull();
});

it('refuses an organization that nobody knows', async () => {
  await expect(run('list', '--organization', 'nobody')).rejects.toThrow(Refusal);
});

it.each([
  ['no command', []],
  ['another command', ['show', '--organization', 'acme']],
  ['no organization', ['list']],
  ['nobody to add', ['add', '--organization', 'acme']],
  ['somebody to list', ['list', '--organization', 'acme', 'ann']],
  ['an empty name', ['add', '--organization', 'acme', ' ']],
  ['a long name', ['add', '--organization', 'acme', 'a'.repeat(129)]],
])('refuses %s', (_, argv) => {
  expect(() => readOperatorsCommand(argv)).toThrow(UsageError);
});
