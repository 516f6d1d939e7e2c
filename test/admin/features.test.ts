import { Refusal, UsageError } from '../../src/refusal';
import { readFeaturesCommand } from '../../src/admin/features';
import { webhookPermissionFeature } from '../../src/domain/platform/features';
import { settingsRebuildFeature } from '../../src/domain/products/features';
import { startDatabase, type TestDatabase } from '../setup/api';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

const run = (...argv: string[]) => readFeaturesCommand(argv)(database.stores);

it.each([
  ['settings-rebuild', settingsRebuildFeature],
  ['webhook-permission', webhookPermissionFeature],
])('enables %s for one organization, and disables it', async (name, feature) => {
  const { organizations } = database.stores;
  const [acme, other] = await Promise.all([organizations.ensure('acme'), organizations.ensure('other')]);
  await run('enable', '--organization', 'acme', name);
  await run('enable', '--organization', 'acme', name);
  await expect(organizations.hasFeature(acme, feature)).resolves.toBe(true);
  await expect(organizations.hasFeature(other, feature)).resolves.toBe(false);
  await run('disable', '--organization', 'acme', name);
  await expect(organizations.hasFeature(acme, feature)).resolves.toBe(false);
});

it('refuses an organization that nobody knows', async () => {
  await expect(run('enable', '--organization', 'nobody', 'settings-rebuild')).rejects.toThrow(Refusal);
});

it.each([
  ['no command', []],
  ['another command', ['show', '--organization', 'acme', 'settings-rebuild']],
  ['no organization', ['enable', 'settings-rebuild']],
  ['no feature', ['enable', '--organization', 'acme']],
  ['another feature', ['enable', '--organization', 'acme', 'wings']],
  ['more than a feature', ['enable', '--organization', 'acme', 'settings-rebuild', 'x']],
])('refuses %s', (_, argv) => {
  expect(() => readFeaturesCommand(argv)).toThrow(UsageError);
});
