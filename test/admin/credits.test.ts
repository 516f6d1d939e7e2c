import { setCredits, showCredits } from '../../src/admin/credits';
import { CommandError } from '../../src/command-errors';
import { startDatabase, type TestDatabase } from '../setup/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

it('sets the balance of an organization and takes its limit away', async () => {
  const organizationId = await database.stores.organizations.ensure('paying');
  for (const balance of [12.5, null]) {
    const credits = await setCredits(database.stores, 'paying', balance);
    expect(credits).toEqual({
      organization: 'paying',
      organization_id: organizationId,
      balance,
      held: 0,
      remaining: balance,
    });
    expect(await showCredits(database.stores, 'paying')).toEqual(credits);
    expect(await database.stores.credits.remaining(organizationId)).toBe(balance);
  }
});

it('an unknown organization is refused', async () => {
  await expect(setCredits(database.stores, 'nobody', null)).rejects.toThrow(CommandError);
  await expect(showCredits(database.stores, 'nobody')).rejects.toThrow(CommandError);
});
