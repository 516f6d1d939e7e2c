import { createKey, createProductAdminKey, listKeys, revokeKey, rotateKey } from '../../src/admin/keys';
import { CommandError } from '../../src/command-errors';
import { hashApiKey } from '../../src/stores/platform/api-keys';
import { startDatabase, type TestDatabase } from '../setup/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

const acme = { organization: 'acme', environment: 'production', permissions: ['query', 'index'] } as const;
const create = (more: Partial<Parameters<typeof createKey>[1]> = {}) =>
  createKey(database.stores, { ...acme, permissions: ['query', 'index'], ...more });
/** Whether a key works in so many hours. */
const works = async (key: string, hours = 0) =>
  (await database.stores.apiKeys.findActive(hashApiKey(key), new Date(Date.now() + hours * 3_600_000))) !==
  null;

it('a created key works, with its rights in its environment', async () => {
  const made = await create();
  expect(made.key).toMatch(/^svc_prod_[\w-]{32}$/);
  expect(await database.stores.apiKeys.findActive(hashApiKey(made.key))).toMatchObject({
    _id: made.key_id,
    organizationId: made.organization_id,
    environment: 'production',
    permissions: ['query', 'index'],
  });
});

it('credits set the balance: again sets it again, and without them the balance stays', async () => {
  const organizationId = await database.stores.organizations.ensure('acme');
  for (const [request, balance] of [
    [{}, null],
    [{ credits: 100 }, 100],
    [{ credits: 99.5 }, 99.5],
    [{}, 99.5],
  ] as const) {
    await create(request);
    expect(await database.stores.credits.remaining(organizationId)).toBe(balance);
  }
});

it('a list has the keys of both products and never their texts; revocation ends a key of either', async () => {
  const { key_id: other } = await create();
  const made = await create({ organization: 'listed', environment: 'staging', permissions: ['query'] });
  const admin = await createProductAdminKey(database.stores, {
    organization: 'listed',
    environment: 'staging',
    name: 'admin',
  });
  for (const { key_id: id } of [made, admin]) await revokeKey(database.stores, id);
  const listed = await listKeys(database.stores, 'listed');
  const common = {
    organization: 'listed',
    environment: 'staging',
    revoked_at: expect.any(Date) as Date,
  };
  expect(listed.keys).toMatchObject([
    { key_id: made.key_id, type: null, permissions: ['query'], ...common },
    { key_id: admin.key_id, type: 'admin', ...common },
  ]);
  const all = await listKeys(database.stores);
  expect(all.keys.map(({ key_id: id }) => id)).toEqual(
    expect.arrayContaining([other, made.key_id, admin.key_id]),
  );
  for (const { key } of [made, admin]) expect(JSON.stringify(all)).not.toContain(key.slice(-32));
  await expect(revokeKey(database.stores, made.key_id)).resolves.toMatchObject({ revoked: true });
});

it('a key with an expiry ends, and one that is rotated works for the overlap', async () => {
  const made = await create({ expiresDays: 10 });
  expect([await works(made.key, 239), await works(made.key, 241)]).toEqual([true, false]);

  const next = await rotateKey(database.stores, made.key_id, 2);
  expect(next).toMatchObject({
    organization: 'acme',
    environment: 'production',
    permissions: ['query', 'index'],
  });
  expect([await works(made.key, 1), await works(made.key, 3)]).toEqual([true, false]);
  expect([await works(next.key, 239), await works(next.key, 241)]).toEqual([true, false]);
  await rotateKey(database.stores, made.key_id, 48);
  expect(await works(made.key, 3)).toBe(false);

  await rotateKey(database.stores, next.key_id, 0);
  expect(await works(next.key)).toBe(false);
  await expect(rotateKey(database.stores, next.key_id, 0)).rejects.toThrow(CommandError);
});

it.each([
  ['a revocation of an unknown key', () => revokeKey(database.stores, 'key_none')],
  ['a rotation of an unknown key', () => rotateKey(database.stores, 'key_none', 24)],
  ['a list of an unknown organization', () => listKeys(database.stores, 'nobody')],
])('%s is refused', async (_, run) => {
  await expect(run()).rejects.toThrow(CommandError);
});
