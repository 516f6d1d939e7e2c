import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startTcpProxy } from '../faults/tcp-proxy';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { runSheaf } from '../cli/run-sheaf';

let stack: Stack;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  stack = await startStack();
  folder = mkdtempSync(path.join(tmpdir(), 'sheaf-folder-'));
  mkdirSync(path.join(folder, 'deep'));
  writeFileSync(path.join(folder, 'pump.txt'), 'The pump lifts water.');
  writeFileSync(path.join(folder, 'deep', 'valve.txt'), 'The valve holds water.');
  env = { SHEAF_URL: stack.api.baseUrl, SHEAF_API_KEY: stack.key.text };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stack.close();
});

test('a folder is indexed, then skipped; a file that fails has a reason and an exit code', async () => {
  const index = ['index', 'handbooks', folder];
  expect(await runSheaf(index, { env })).toMatchObject({
    code: 0,
    stdout: 'deep/valve.txt\tcompleted\t\npump.txt\tcompleted\t\n',
  });
  const again = await runSheaf(index, { env });
  expect(again.stdout).toBe('deep/valve.txt\tskipped\talready_indexed\npump.txt\tskipped\talready_indexed\n');
  writeFileSync(path.join(folder, 'broken.pdf'), '%PDF-1.7\nnothing more');
  const broken = await runSheaf(index, { env });
  expect(broken.code).toBe(7);
  expect(broken.stderr).toMatch(/^broken\.pdf: /);
});

test('a file that cannot be uploaded is told of, and keeps no other from being indexed', async () => {
  const mixed = path.join(folder, '..', `${path.basename(folder)}-mixed`);
  mkdirSync(mixed);
  try {
    writeFileSync(path.join(mixed, 'empty.txt'), '');
    const none = await runSheaf(['index', 'mixed', mixed], { env });
    expect(none).toMatchObject({ code: 7, stdout: 'empty.txt\tfailed\tempty_file\n' });
    writeFileSync(path.join(mixed, 'pump.txt'), 'The pump lifts water.');
    const run = await runSheaf(['index', 'mixed', mixed], { env });
    expect(run).toMatchObject({
      code: 7,
      stdout: 'empty.txt\tfailed\tempty_file\npump.txt\tcompleted\t\n',
      stderr: 'empty.txt: The file has no bytes.\n',
    });
  } finally {
    rmSync(mixed, { recursive: true });
  }
});

test.each([[[]], [['--watch']]])('a folder that is not there makes no collection, %j', async (options) => {
  const missing = path.join(folder, 'missing');
  const run = await runSheaf(['index', 'misspelt', missing, ...options], { env });
  expect(run).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no file or folder /) as string,
  });
  expect(await runSheaf(['query', 'misspelt', 'x'], { env })).toMatchObject({ code: 4 });
});

test('a watched folder: what is added or changed later is indexed, until Ctrl-C', async () => {
  const watched = path.join(folder, 'watched');
  mkdirSync(watched);
  writeFileSync(path.join(watched, 'one.txt'), 'The gasket seals.');
  /** What is done once so many files were told. */
  const steps = new Map<number, () => void>([
    [
      1,
      () => {
        mkdirSync(path.join(watched, 'later'));
        symlinkSync('two.txt', path.join(watched, 'later', 'link.txt'));
        writeFileSync(path.join(watched, 'later', 'two.txt'), 'The bolt holds.');
      },
    ],
    [
      2,
      () => {
        writeFileSync(path.join(watched, 'one.txt'), 'The gasket leaks.');
      },
    ],
  ]);
  const interruption = new Promise<void>((resolve) => steps.set(3, resolve));
  const run = await runSheaf(['index', 'watched', watched, '--watch'], {
    env,
    interruptWhen: interruption,
    onOutput(stdout) {
      const told = stdout.split('\n').length - 1;
      steps.get(told)?.();
      steps.delete(told);
    },
  });
  expect(run).toMatchObject({
    code: 130,
    stdout: 'one.txt\tcompleted\t\nlater/two.txt\tcompleted\t\none.txt\tcompleted\t\n',
  });
  const documents = await stack.documents('watched');
  expect(documents.map(({ filename }) => filename).sort()).toEqual(['later/two.txt', 'one.txt']);
  const leaks = await runSheaf(['query', 'watched', 'what does the gasket do', '--limit', '1'], { env });
  expect(leaks.stdout).toContain('The gasket leaks.');
});

test('a watched folder: what changes while the service is away is indexed when it is back', async () => {
  const watched = path.join(folder, 'away');
  mkdirSync(watched);
  writeFileSync(path.join(watched, 'one.txt'), 'The gasket seals.');
  const proxy = await startTcpProxy(new URL(stack.api.baseUrl).host);
  try {
    let end = (): void => undefined;
    const interruption = new Promise<void>((resolve) => (end = resolve));
    const run = await runSheaf(['index', 'away', watched, '--watch'], {
      env: { ...env, SHEAF_URL: `http://${proxy.address}` },
      interruptWhen: interruption,
      onOutput(stdout) {
        if (stdout.includes('two.txt')) {
          end();
          return;
        }
        proxy.set('closed');
        writeFileSync(path.join(watched, 'two.txt'), 'The bolt holds.');
      },
      onError(stderr) {
        if (stderr.includes('Watching continues.')) proxy.set('open');
      },
    });
    expect(run).toMatchObject({ code: 130, stdout: 'one.txt\tcompleted\t\ntwo.txt\tcompleted\t\n' });
  } finally {
    await proxy.close();
  }
});

test('an assistant lists, asks and reads through the SDK of the Model Context Protocol', async () => {
  const program = path.join(__dirname, '../cli/programs/assistant.mjs');
  await runSheaf(['index', 'handbooks', folder], { env });
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...env },
  });
  expect(JSON.parse(stdout)).toMatchObject({
    tools: expect.arrayContaining(['parse_file', 'query_collection', 'search_products']) as string[],
    collections: expect.arrayContaining(['handbooks']) as string[],
    best: 'pump.txt',
    read: 'The pump lifts water.',
    refused: expect.stringMatching(/^collection_not_found: .+ \(request .+\)$/) as string,
    wrong: expect.stringMatching(/query/) as string,
    stranger: expect.stringMatching(/invalid_api_key: .+ \(request .+\)/) as string,
  });
});
