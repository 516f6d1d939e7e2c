import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type IndexStack, startIndexStack } from '../setup/index-stack';
import { startScriptedService } from '../client/scripted-service';
import { runSheaf } from './run-sheaf';

const examples = path.join(__dirname, '../../examples');

let stack: IndexStack;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  stack = await startIndexStack();
  await stack.startWorker();
  folder = mkdtempSync(path.join(tmpdir(), 'sheaf-cli-'));
  env = { SHEAF_URL: stack.api.baseUrl, SHEAF_API_KEY: stack.key.text, XDG_CONFIG_HOME: folder };
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

test('a workbook is parsed: fields between tabs in a pipe, or JSON', async () => {
  const file = path.join(examples, 'quarterly-report.xlsx');
  const plain = await runSheaf(['parse', file], { env });
  expect(plain).toMatchObject({ code: 0 });
  // No colours, no lines, no bars.
  expect(plain.stdout + plain.stderr).not.toMatch(/[\u2500-\u259f]/);
  expect(plain.stdout + plain.stderr).not.toContain(String.fromCharCode(27));
  const parsed = await runSheaf(['parse', file, '--json'], { env });
  const { status, chunks } = json(parsed.stdout) as { status: string; chunks: unknown[] };
  expect(status).toBe('completed');
  expect(plain.stdout.trimEnd().split('\n')).toHaveLength(chunks.length);
});

test('a job is watched, listed, taken back; a query answers with its scores', async () => {
  const content = 'The pump lifts water.';
  const jobId = await stack.accepted(stack.index('text', { content, filename: 'pump.txt' }));
  expect(await runSheaf(['jobs', 'watch', jobId], { env })).toMatchObject({
    code: 0,
    stdout: `${jobId}\tcompleted\n`,
  });
  expect((await runSheaf(['jobs', 'ls'], { env })).stdout).toContain(jobId);
  const asked = await runSheaf(['query', 'manuals', 'what lifts water', '--explain'], { env });
  expect(asked).toMatchObject({ code: 0 });
  expect(asked.stdout).toMatch(/^[\d.]+\tpump\.txt\tThe pump lifts water\.\t\{/);
  const filtered = ['query', 'manuals', 'what lifts water', '--filter', '{"year":1}'];
  expect(await runSheaf(filtered, { env })).toMatchObject({ code: 0, stdout: '' });
  expect(await runSheaf(['jobs', 'rollback', jobId], { env })).toMatchObject({ code: 0 });
  expect(await stack.documents()).toEqual([]);
});

test('records are pushed, built and searched', async () => {
  const file = path.join(folder, 'shop.ndjson');
  writeFileSync(file, '{"id":"1","name":"Bilge pump"}\n{"id":"2","name":"Ball valve"}\n');
  expect(await runSheaf(['products', 'create', 'shop', '--id-field', 'id'], { env })).toMatchObject({
    code: 0,
  });
  expect(await runSheaf(['products', 'push', 'shop', file], { env })).toMatchObject({ stdout: '2\t2\t0\n' });
  expect(await runSheaf(['products', 'build', 'shop'], { env })).toMatchObject({ code: 0 });
  const found = await runSheaf(['products', 'search', 'shop', 'pump', '--json'], { env });
  expect(json(found.stdout)).toMatchObject({ total: 1, hits: [{ id: '1' }] });
});

test.each([
  ['an unknown option', ['jobs', 'ls', '--what'], 2, /unknown option/],
  ['a filter that is no JSON', ['query', 'manuals', 'x', '--filter', '{'], 2, /no JSON/],
  ['an unknown collection', ['query', 'nowhere', 'x'], 4, /^collection_not_found: .+ \(request .+\)$/m],
  ['an unknown job', ['jobs', 'watch', 'job_x'], 4, /^job_not_found: /],
  ['a file that is not there', ['parse', '/nowhere.xlsx'], 1, /ENOENT/],
])('%s has an exit code and a line on stderr', async (_, args, code, line) => {
  const run = await runSheaf(args, { env });
  expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(line) as string });
});

test('a job that fails has an exit code of its own', async () => {
  const jobId = await stack.accepted(stack.index('url', { url: `${stack.links.origin}/missing.pdf` }));
  const run = await runSheaf(['jobs', 'watch', jobId], { env });
  expect(run).toMatchObject({ code: 7, stderr: expect.stringContaining('all_files_failed') as string });
});

test('a service that is away has an exit code of its own', async () => {
  const service = await startScriptedService(['cut']);
  await service.close();
  const run = await runSheaf(['jobs', 'ls'], { env: { ...env, SHEAF_URL: service.baseUrl } });
  expect(run).toMatchObject({ code: 6, stdout: '' });
});

test('Ctrl-C ends the waiting, with exit code 130', async () => {
  const pending = { status: 200, json: { job_id: 'job_1', status: 'running', progress: {} } };
  const service = await startScriptedService([pending]);
  const interruptWhen = (async () => {
    while (service.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
  })();
  const own = { ...env, SHEAF_URL: service.baseUrl };
  const run = await runSheaf(['jobs', 'watch', 'job_1'], { env: own, interruptWhen });
  await service.close();
  expect(run).toMatchObject({ code: 130, stdout: '' });
});
