import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { runSheaf } from './run-sheaf';

let stack: Stack;
let folder: string;
beforeAll(async () => {
  stack = await startStack();
  folder = mkdtempSync(path.join(tmpdir(), 'sheaf-cli-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stack.close();
});

const json = (text: string): unknown => JSON.parse(text);

test('a login is kept for its owner alone, and used by later commands', async () => {
  const { XDG_CONFIG_HOME } = { XDG_CONFIG_HOME: path.join(folder, 'own') };
  const login = ['login', '--url', stack.api.baseUrl];
  const wrong = await runSheaf(login, { env: { XDG_CONFIG_HOME }, input: 'wrong\n' });
  expect(wrong).toMatchObject({ code: 3, stdout: '' });
  expect(await runSheaf(['jobs', 'ls'], { env: { XDG_CONFIG_HOME } })).toMatchObject({ code: 2 });
  const right = await runSheaf(login, { env: { XDG_CONFIG_HOME }, input: `${stack.key.text}\n` });
  expect(right.code).toBe(0);
  expect(statSync(path.join(XDG_CONFIG_HOME, 'sheaf/login.json')).mode & 0o777).toBe(0o600);
  expect(await runSheaf(['jobs', 'ls'], { env: { XDG_CONFIG_HOME } })).toMatchObject({ code: 0, stderr: '' });
});

test('a key that is for product search alone, or for webhooks alone, can log in', async () => {
  const made = await stack.api.request<{ key: string; key_id: string }>('/v1/keys', {
    key: stack.key.text,
    json: { type: 'search', name: 'shop' },
  });
  expect(made.status).toBe(201);
  const granted = await stack.api.createKey({ permissions: ['products-search'] });
  const webhooks = await stack.api.createKey({ permissions: ['webhooks'] });
  const XDG_CONFIG_HOME = path.join(folder, 'shopper');
  const login = ['login', '--url', stack.api.baseUrl];
  for (const text of [made.body.key, granted.text, webhooks.text]) {
    const run = await runSheaf(login, { env: { XDG_CONFIG_HOME }, input: `${text}\n` });
    expect(run).toMatchObject({ code: 0, stdout: '' });
    const kept = readFileSync(path.join(XDG_CONFIG_HOME, 'sheaf/login.json'), 'utf8');
    expect(JSON.parse(kept)).toMatchObject({ apiKey: text });
  }
  expect(await runSheaf(['webhooks', 'ls'], { env: { XDG_CONFIG_HOME } })).toMatchObject({ code: 0 });
  // A key that is bound to pages of a browser is of no use in a shell, and says so.
  const bound = await stack.api.request<{ key: string }>('/v1/keys', {
    key: stack.key.text,
    json: { type: 'search', name: 'page', allowed_origins: ['https://shop.example'] },
  });
  const refused = await runSheaf(login, { env: { XDG_CONFIG_HOME }, input: `${bound.body.key}\n` });
  expect(refused).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^permission_denied: .+ origins/) as string,
  });
});

test('a login takes a key whose line has no end, and tells that none came', async () => {
  const home = path.join(folder, 'home');
  // An empty variable is as none: the folder is that of the user.
  const own = { HOME: home, XDG_CONFIG_HOME: '' };
  const login = ['login', '--url', stack.api.baseUrl];
  const file = path.join(home, '.config/sheaf/login.json');
  for (const input of ['', '\n'])
    expect(await runSheaf(login, { env: own, input })).toMatchObject({
      code: 2,
      stderr: 'No key came on standard input.\n',
    });
  expect(await runSheaf(login, { env: own, input: stack.key.text })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(`Kept in ${file}.\n$`) as string,
  });
  writeFileSync(file, '{');
  expect(await runSheaf(['jobs', 'ls'], { env: own })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(file) as string,
  });
});

test('the address of a login stands behind the command, or in an option, but not in both', async () => {
  const own = { XDG_CONFIG_HOME: path.join(folder, 'addressed') };
  const { baseUrl } = stack.api;
  expect(await runSheaf(['login', baseUrl], { env: own, input: stack.key.text })).toMatchObject({ code: 0 });
  expect(json((await runSheaf(['whoami', '--json'], { env: own })).stdout)).toMatchObject({ url: baseUrl });
  const both = ['login', baseUrl, '--url', baseUrl];
  expect(await runSheaf(both, { env: own, input: stack.key.text })).toMatchObject({
    code: 2,
    stderr: 'The address is given twice: leave --url out.\n',
  });
  // A key in the place of the address is not shown again.
  expect(await runSheaf(['login', stack.key.text], { env: own })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^The address begins with .+ read from standard input\.\n$/) as string,
  });
});

test('the key in use is shown, and a login is forgotten', async () => {
  const own = { XDG_CONFIG_HOME: path.join(folder, 'forgotten') };
  await runSheaf(['login', '--url', stack.api.baseUrl], { env: own, input: stack.key.text });
  const shown = await runSheaf(['whoami', '--json'], { env: own });
  expect(json(shown.stdout)).toMatchObject({
    url: stack.api.baseUrl,
    organization_id: stack.key.organizationId,
    environment: 'production',
    key_id: stack.key.keyId,
  });
  expect(await runSheaf(['logout'], { env: own })).toMatchObject({ code: 0, stdout: '' });
  expect(await runSheaf(['whoami'], { env: own })).toMatchObject({ code: 2, stdout: '' });
  expect(await runSheaf(['logout'], { env: { ...own, SHEAF_API_KEY: 'x' } })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/no login[^]*SHEAF_API_KEY is set/) as string,
  });
});
