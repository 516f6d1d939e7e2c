import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  listParsingScripts,
  putParsingScript,
  readExpression,
  removeParsingScript,
} from '../../src/admin/parsing-scripts';
import { CommandError } from '../../src/command-errors';
import { startDatabase, type TestDatabase } from '../setup/database';

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

async function file(name: string, text: string): Promise<string> {
  await writeFile(path.join(folder, name), text);
  return path.join(folder, name);
}
const orders = { organization: 'acme', name: 'orders' };

it('stores a script, replaces it, lists it and removes it', async () => {
  const { stores } = database;
  await putParsingScript(stores, { ...orders, expression: 'orders.id' });
  await putParsingScript(stores, { ...orders, expression: 'orders.name' });
  await expect(stores.parsingScripts.find(organizationId, 'orders')).resolves.toBe('orders.name');
  await expect(listParsingScripts(stores, 'acme')).resolves.toMatchObject({ names: ['orders'] });
  await removeParsingScript(stores, orders);
  await expect(listParsingScripts(stores, 'acme')).resolves.toMatchObject({ names: [] });
  await expect(removeParsingScript(stores, orders)).rejects.toThrow(CommandError);
});

it('reads a file that is an expression and refuses all others', async () => {
  expect(readExpression(await file('orders.jsonata', 'orders.id'))).toBe('orders.id');
  const broken = await file('broken.jsonata', 'orders.[');
  expect(() => readExpression(broken)).toThrow(CommandError);
  expect(() => readExpression(path.join(folder, 'none'))).toThrow(CommandError);
});

it('refuses an unknown organization', async () => {
  await expect(listParsingScripts(database.stores, 'nobody')).rejects.toThrow(CommandError);
});
