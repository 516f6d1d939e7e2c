import { listFeatures, setFeature } from '../../src/admin/features';
import { webhookPermissionFeature } from '../../src/domain/platform/features';
import { settingsRebuildFeature } from '../../src/domain/products/features';
import { CommandError } from '../../src/command-errors';
import { startDatabase, type TestDatabase } from '../setup/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

const set = (change: Parameters<typeof setFeature>[1]) => setFeature(database.stores, change);

it.each([
  ['settings-rebuild', settingsRebuildFeature],
  ['webhook-permission', webhookPermissionFeature],
] as const)('enables %s for one organization, and disables it', async (feature, stored) => {
  const { organizations } = database.stores;
  const [acme, other] = await Promise.all([organizations.ensure('acme'), organizations.ensure('other')]);
  const change = { feature, organization: 'acme' };
  await set({ ...change, enabled: true });
  await set({ ...change, enabled: true });
  await expect(organizations.hasFeature(acme, stored)).resolves.toBe(true);
  await expect(organizations.hasFeature(other, stored)).resolves.toBe(false);
  const { features } = await listFeatures(database.stores, 'acme');
  expect(features).toContainEqual({ ...change, enabled: true });
  await set({ ...change, enabled: false });
  await expect(organizations.hasFeature(acme, stored)).resolves.toBe(false);
});

it('refuses an unknown organization', async () => {
  const unknown = { feature: 'settings-rebuild', organization: 'nobody', enabled: true } as const;
  await expect(set(unknown)).rejects.toThrow(CommandError);
  await expect(listFeatures(database.stores, 'nobody')).rejects.toThrow(CommandError);
});
