import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Refusal, UsageError } from '../../src/refusal';
import { readScriptsCommand } from '../../src/admin/parsing-scripts';
import { startDatabase, type TestDatabase } from '../setup/api';

let database: TestDatabase;
let folder: string;
let organizationId: string;
beforeAll(async () => {
  database = await startDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'sheaf-scripts-'));
  organizationId = await database.stores.organizations.ensure('acme');
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function file(text: string): Promise<string> {
  const name = path.join(folder, `${Math.random()}.jsonata`);
  await writeFile(name, text);
  return name;
}
const run = (...argv: string[]) => readScriptsCommand(argv)(database.stores);
const acme = ['--organization', 'acme', '--name', 'orders'];

it('stores a script, replaces it, lists it and removes it', async () => {
  await run('put', ...acme, await file('orders.id'));
  await run('put', ...acme, await file('orders.name'));
  await expect(database.stores.parsingScripts.find(organizationId, 'orders')).resolves.toBe('orders.name');
  await expect(run('list', '--organization', 'acme')).resolves.toEqual(['orders']);
  await run('remove', ...acme);
  await expect(run('list', '--organization', 'acme')).resolves.toEqual(['No scripts.']);
  await expect(run('remove', ...acme)).rejects.toThrow(Refusal);
});

it.each([
  ['no command', []],
  ['another command', ['show']],
  ['no organization', ['list']],
  ['no name', ['put', '--organization', 'acme', 'x']],
  ['a name with a slash', ['remove', '--organization', 'acme', '--name', 'a/b']],
  ['no file', ['put', ...acme]],
])('refuses %s', (_, argv) => {
  expect(() => readScriptsCommand(argv)).toThrow(UsageError);
});

it('refuses what is no expression, and an organization that nobody knows', async () => {
  const broken = await file('orders.[');
  expect(() => readScriptsCommand(['put', ...acme, broken])).toThrow(Refusal);
  expect(() => readScriptsCommand(['put', ...acme, path.join(folder, 'none')])).toThrow(Refusal);
  await expect(run('list', '--organization', 'nobody')).rejects.toThrow(Refusal);
});
