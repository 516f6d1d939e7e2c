import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { runSheaf } from './run-sheaf';

let stack: Stack;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  stack = await startStack();
  folder = mkdtempSync(path.join(tmpdir(), 'sheaf-cli-'));
  env = { SHEAF_URL: stack.api.baseUrl, SHEAF_API_KEY: stack.key.text, XDG_CONFIG_HOME: folder };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stack.close();
});

test.each([
  ['the beginning of a command', ['coll'], ['collections']],
  ['commands below one', ['products', 'se'], ['search', 'settings']],
  ['the collections of the service', ['query', 'man'], ['manuals']],
  ['options, those of all commands too', ['jobs', 'ls', '--'], ['--limit', '--version', '--json', '--full']],
  ['values of an option', ['parse', '--as', 'd'], ['document']],
  ['nothing where a file is meant', ['parse', ''], []],
  ['nothing behind a value of its own', ['jobs', 'ls', '--limit', ''], []],
  ['no hidden command', ['compl'], ['completion']],
])('completion offers %s', async (_, words, offered) => {
  const { code, stdout } = await runSheaf(['complete', '--', ...words], { env });
  const found = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t')[0]);
  expect([code, found]).toEqual([0, offered]);
});

test('completion without a service or a login is quiet', async () => {
  for (const own of [
    { XDG_CONFIG_HOME: folder },
    { ...env, SHEAF_URL: 'http://127.0.0.1:1' },
    { ...env, SHEAF_URL: 'x' },
  ])
    expect(await runSheaf(['complete', '--', 'query', ''], { env: own })).toMatchObject({
      stdout: '',
      stderr: '',
    });
});

test('the script for bash completes as the shell asks', async () => {
  const script = await runSheaf(['completion', 'bash'], { env });
  const program = path.join(__dirname, '../../packages/cli/dist/main.js');
  const ask = [
    `sheaf() { '${process.execPath}' '${program}' "$@"; }`,
    script.stdout,
    'COMP_WORDS=(sheaf products se) COMP_CWORD=2; _sheaf; echo "${COMPREPLY[*]}"',
  ].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', ask], {
    env: { PATH: process.env.PATH, ...env },
  });
  expect(stdout).toBe('search settings\n');
});
