import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readKeysCommand } from '../../src/admin/keys';
import { hashApiKey } from '../../src/stores/platform/api-keys';
import { startDatabase, type TestDatabase } from '../setup/api';
import { programArguments } from '../setup/program-process';

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

interface MadeKey {
  key: string;
  key_id: string;
}

const root = path.join(__dirname, '../..');
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await startDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'sheaf-keys-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Runs the program as `npm run keys` does. */
function keys(args: string, env: Record<string, string> = { MONGODB_URL: database.url }): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      programArguments(
        'keys',
        args.split(' ').filter((part) => part !== ''),
      ),
      { cwd: root, env: { ...process.env, MONGODB_URL: '', DATA_DIR: '', ...env } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      },
    );
  });
}

const create = 'create --organization acme --environment production --permissions';

it('create --json prints one line with a key that works, and its id', async () => {
  const { code, stdout } = await keys(`${create} query,index --json`);
  expect([code, stdout.split('\n').length]).toEqual([0, 2]);
  const made = JSON.parse(stdout) as { key: string; key_id: string; organization_id: string };
  expect(made.key).toMatch(/^svc_prod_[\w-]{32}$/);
  expect(await database.stores.apiKeys.findActive(hashApiKey(made.key))).toMatchObject({
    _id: made.key_id,
    organizationId: made.organization_id,
    environment: 'production',
    permissions: ['query', 'index'],
  });
});

it('--credits sets the balance: again sets it again, and without it the balance stays', async () => {
  const organizationId = await database.stores.organizations.ensure('acme');
  for (const [credits, balance] of [
    ['', null],
    ['--credits 100', 100],
    ['--credits 99.5', 99.5],
    ['', 99.5],
  ] as const) {
    expect((await keys(`${create} query ${credits}`)).code).toBe(0);
    expect(await database.stores.credits.remaining(organizationId)).toBe(balance);
  }
});

it('list shows what there is to know of a key, and never its text; revoke ends it', async () => {
  const made = JSON.parse(
    (await keys('create --organization listed --environment staging --permissions query --json')).stdout,
  ) as { key: string; key_id: string };
  const other = await keys('list --organization acme');
  expect(other.stdout).not.toContain(made.key_id);
  expect((await keys(`revoke ${made.key_id}`)).code).toBe(0);
  const { stdout } = await keys('list --organization listed --json');
  expect(JSON.parse(stdout)).toMatchObject({
    keys: [{ key_id: made.key_id, organization: 'listed', environment: 'staging', permissions: ['query'] }],
  });
  expect((JSON.parse(stdout) as { keys: { revoked_at: string }[] }).keys[0]!.revoked_at).toMatch(/Z$/);
  expect((await keys('list')).stdout).toContain(`${made.key_id}  listed  staging  query  created `);
  expect(stdout + (await keys('list')).stdout).not.toContain(made.key.slice(-32));
});

it('credits sets the balance of an organization and takes its limit away', async () => {
  const organizationId = await database.stores.organizations.ensure('paying');
  for (const [credits, balance] of [
    ['12.5', 12.5],
    ['unlimited', null],
  ] as const) {
    const { code, stdout } = await keys(`credits paying ${credits} --json`);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { organization: 'paying', organization_id: organizationId, credits: balance },
    ]);
    expect(await database.stores.credits.remaining(organizationId)).toBe(balance);
  }
});

it('a key with --expires-days ends, and one that is rotated goes on for the overlap', async () => {
  const { apiKeys } = database.stores;
  const works = async (key: string, hours: number) =>
    (await apiKeys.findActive(hashApiKey(key), new Date(Date.now() + hours * 3_600_000))) !== null;
  const made = JSON.parse((await keys(`${create} query --expires-days 10 --json`)).stdout) as MadeKey;
  expect([await works(made.key, 239), await works(made.key, 241)]).toEqual([true, false]);

  const { stdout } = await keys(`rotate ${made.key_id} --overlap-hours 2 --json`);
  const next = JSON.parse(stdout) as MadeKey;
  expect(next).toMatchObject({ organization: 'acme', environment: 'production', permissions: ['query'] });
  expect([await works(made.key, 1), await works(made.key, 3)]).toEqual([true, false]);
  expect([await works(next.key, 239), await works(next.key, 241)]).toEqual([true, false]);
  expect((await keys(`rotate ${made.key_id} --overlap-hours 48`)).code).toBe(0);
  expect(await works(made.key, 3)).toBe(false);

  expect((await keys(`rotate ${next.key_id} --overlap-hours 0`)).code).toBe(0);
  expect(await works(next.key, 0)).toBe(false);
  expect((await keys(`rotate ${next.key_id}`)).code).toBe(1);
  expect((await keys('list --organization acme')).stdout).toContain(
    `${next.key_id}  acme  production  query  `,
  );
});

it('--help prints the usage', async () => {
  const { code, stdout } = await keys('create --help');
  expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: npm run --silent keys')]);
});

it("finds the running stack's MongoDB through the data folder", async () => {
  await writeFile(path.join(folder, 'stack.json'), JSON.stringify({ mongodbUrl: database.url }));
  expect((await keys('list --organization acme', { DATA_DIR: folder })).code).toBe(0);
  const nowhere = await keys('list', { DATA_DIR: path.join(folder, 'none') });
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('No running stack')]);
});

it.each([
  [''],
  ['make'],
  ['create'],
  ['create --organization Acme! --environment production --permissions query'],
  ['create --organization acme --environment live --permissions query'],
  [`${create} query,admin`],
  [`${create} query --credits 0.3`],
  [`${create} query --credits -1`],
  [`${create} query surplus`],
  [`${create} query --expires-days 0`],
  [`${create} query --overlap-hours 1`],
  ['rotate'],
  ['rotate key_1 --overlap-hours -1'],
  ['rotate key_1 --overlap-hours 1.5'],
  ['credits acme'],
  ['credits acme some'],
  ['credits Acme! 5'],
  ['list --environment production'],
  ['list --unheard-of'],
  ['revoke'],
  ['revoke a b'],
])('"%s" is refused before anything is connected', (args) => {
  expect(() => readKeysCommand(args.split(' ').filter((part) => part !== ''))).toThrow();
});

it('a wrong command line is answered with the usage and exit code 2', async () => {
  for (const args of ['make', 'list --unheard-of']) {
    const { code, stdout, stderr } = await keys(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('Usage: npm run --silent keys')]);
  }
});

it.each([
  ['revoke key_none', 'No key has the id key_none.'],
  ['rotate key_none', 'No key of documents that works has the id key_none.'],
  ['credits nobody unlimited', 'No organization is called nobody.'],
  ['list --organization nobody', 'No organization is called nobody.'],
])('"%s" is one sentence and exit code 1', async (args, sentence) => {
  expect(await keys(args)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
});
