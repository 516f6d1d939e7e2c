import { Refusal, UsageError } from '../../src/refusal';
import { readFeaturesCommand } from '../../src/admin/features';
import { sharedIndexesFeature } from '../../src/domain/documents/features';
import { webhookPermissionFeature } from '../../src/domain/platform/features';
import { settingsRebuildFeature } from '../../src/domain/products/features';
import { ensureIndexes } from '../../src/stores';
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

it('enables a feature for the whole installation, which a new one has from the start', async () => {
  const { installationFeatures } = database.stores;
  await expect(installationFeatures.isEnabled(sharedIndexesFeature)).resolves.toBe(true);
  await run('disable', 'shared-indexes');
  await run('disable', 'shared-indexes');
  await expect(installationFeatures.isEnabled(sharedIndexesFeature)).resolves.toBe(false);
  await ensureIndexes(database.mongo.db);
  await expect(installationFeatures.isEnabled(sharedIndexesFeature)).resolves.toBe(false);
  await expect(run('enable', 'shared-indexes')).resolves.toBe('shared-indexes is enabled.');
  await expect(installationFeatures.isEnabled(sharedIndexesFeature)).resolves.toBe(true);
});

it('leaves an installation of a release without the feature as it is', async () => {
  const { db } = database.mongo;
  const tenant = { organizationId: 'org_1', environment: 'production' } as const;
  await database.stores.collections.ensure(tenant, 'there', { description: null, metadata: null });
  await db.collection('installation').deleteMany({});
  await ensureIndexes(db);
  await expect(database.stores.installationFeatures.isEnabled(sharedIndexesFeature)).resolves.toBe(false);
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
  ['an organization for what holds for all', ['enable', '--organization', 'acme', 'shared-indexes']],
  ['more than a feature', ['enable', '--organization', 'acme', 'settings-rebuild', 'x']],
])('refuses %s', (_, argv) => {
  expect(() => readFeaturesCommand(argv)).toThrow(UsageError);
});
