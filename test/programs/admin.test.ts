import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hashApiKey } from '../../src/stores/platform/api-keys';
import { startDatabase, type TestDatabase } from '../setup/database';
import { programArguments } from '../setup/program-process';

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
  folder = await mkdtemp(path.join(os.tmpdir(), 'sheaf-admin-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Runs the program as `npm run admin` does. */
function admin(args: string, env: Record<string, string> = { MONGODB_URL: database.url }): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      programArguments('admin', args.split(' ')),
      { cwd: root, env: { ...process.env, MONGODB_URL: '', DATA_DIR: '', ...env } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      },
    );
  });
}

it('a command prints its answer for people, and with --json as one line', async () => {
  const create = 'keys create --organization acme --environment production --permissions query,index';
  const { code, stdout } = await admin(`${create} --json`);
  expect([code, stdout.split('\n').length]).toEqual([0, 2]);
  const made = JSON.parse(stdout) as { key: string; key_id: string };
  expect(await database.stores.apiKeys.findActive(hashApiKey(made.key))).toMatchObject({ _id: made.key_id });

  const list = await admin('keys list --organization acme');
  expect(list).toMatchObject({ code: 0, stderr: '' });
  expect(list.stdout.split('\n')[0]).toMatch(/^KEY ID +ORGANIZATION +ENVIRONMENT +CREATED \(UTC\) /);
  expect(list.stdout).toMatch(new RegExp(`^${made.key_id}  acme +production .*  query,index$`, 'm'));
  const json = JSON.parse((await admin('keys list --organization acme --json')).stdout) as unknown;
  expect(json).toMatchObject({ keys: [{ key_id: made.key_id, organization: 'acme', type: null }] });
});

it("finds the running stack's MongoDB through the data folder", async () => {
  await writeFile(path.join(folder, 'stack.json'), JSON.stringify({ mongodbUrl: database.url }));
  expect((await admin('keys list', { DATA_DIR: folder })).code).toBe(0);
});

it('help is printed to standard output with exit code 0', async () => {
  const { code, stdout, stderr } = await admin('keys create --help');
  expect([code, stdout, stderr]).toEqual([0, expect.stringContaining('Usage: admin keys create'), '']);
});

it.each([
  ['keys lst', "error: unknown command 'lst'\n(Did you mean list?)\n"],
  ['deployment set-current', 'error: set-current takes a build id or --unversioned.\n'],
])('the wrong command line "%s" is one sentence, a hint and exit code 2', async (args, sentence) => {
  const hint = '(--help explains the command)\n';
  expect(await admin(args)).toEqual({ code: 2, stdout: '', stderr: `${sentence}${hint}` });
});

it.each([
  ['keys revoke key_none', {}, 'No key has the id key_none.'],
  ['deployment status', {}, 'Set TEMPORAL_DEPLOYMENT_NAME to that of the workers.'],
  ['keys list', { MONGODB_URL: '', DATA_DIR: '/nowhere' }, 'No running stack: /nowhere/stack.json '],
  [
    'keys list',
    { MONGODB_URL: 'mongodb://user:secret@127.0.0.1:9/sheaf' },
    'MONGODB_URL: the server cannot be used: connect ECONNREFUSED 127.0.0.1:9\n',
  ],
  [
    'indexes rebuild-missing',
    { ELASTICSEARCH_URL: 'http://127.0.0.1:9' },
    'ELASTICSEARCH_URL: the server cannot be used: connect ECONNREFUSED 127.0.0.1:9\n',
  ],
])('what "%s" cannot do is one sentence and exit code 1: %j', async (args, env, sentence) => {
  const { code, stdout, stderr } = await admin(args, { MONGODB_URL: database.url, ...env });
  expect([code, stdout, stderr.startsWith(`error: ${sentence}`)]).toEqual([1, '', true]);
  expect(stderr.split('\n').length).toBe(2);
});
