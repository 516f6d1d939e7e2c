import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readKeysCommand } from '../../src/commands/keys-command';
import { hashApiKey } from '../../src/stores/platform/api-keys';
import { startDatabase, type TestDatabase } from '../setup/api';

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
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
      ['--import', 'tsx', path.join(root, 'src/keys.ts'), ...args.split(' ').filter((part) => part !== '')],
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
  ['list --organization nobody', 'No organization is called nobody.'],
])('"%s" is one sentence and exit code 1', async (args, sentence) => {
  expect(await keys(args)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
});
