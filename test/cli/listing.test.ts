import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

const json = (text: string): unknown => JSON.parse(text);

test('documents and indexes are listed, read and deleted', async () => {
  const index = (content: string, filename: string) =>
    stack.accepted(
      stack.index('text', { content, filename, custom_metadata: { year: 2024 } }, { collection: 'notes' }),
    );
  await stack.createCollection('notes');
  await stack.indexed(await index('A bolt holds.', 'bolt.txt'));
  await stack.indexed(await index('A nut turns.', 'nut.txt'));
  const listed = await runSheaf(['collections', 'ls', '--json'], { env });
  expect(json(listed.stdout)).toMatchObject([{ collection_name: 'notes', document_count: 2 }, {}]);
  const documents = await runSheaf(['documents', 'ls', 'notes', '--limit', '1'], { env });
  expect(documents.stdout).toMatch(/^doc_\w+\tnut\.txt\t\t1\t[^\t]+\n$/);
  const none = await runSheaf(['documents', 'ls', 'notes', '--filter', '{"year":1}'], { env });
  expect(none).toMatchObject({ code: 0, stdout: '' });
  const [id = ''] = documents.stdout.split('\t');
  const shown = await runSheaf(['documents', 'get', 'notes', id], { env });
  expect(shown.stdout).toMatch(/^file\tnut\.txt$/m);
  expect((await runSheaf(['documents', 'get', 'notes', id, '--text'], { env })).stdout).toBe(
    'A nut turns.\n\n',
  );
  const removed = await runSheaf(['collections', 'rm', 'notes', '--yes'], { env });
  expect(removed).toMatchObject({ code: 0, stdout: 'notes\tdeleted\n' });
  expect((await runSheaf(['collections', 'ls'], { env })).stdout).not.toContain('notes');

  await stack.createIndex('spare');
  expect((await runSheaf(['products', 'ls'], { env })).stdout).toMatch(/^spare\t/m);
  expect(await runSheaf(['products', 'rm', 'spare', '--yes'], { env })).toMatchObject({
    code: 0,
    stdout: 'spare\tdeleted\n',
  });
  expect((await runSheaf(['products', 'ls'], { env })).stdout).not.toContain('spare');
});

test('the version is that of the package, and each help has the options of all commands', async () => {
  const { version } = json(readFileSync(path.join(__dirname, '../../packages/cli/package.json'), 'utf8')) as {
    version: string;
  };
  expect(await runSheaf(['--version'], { env })).toMatchObject({ code: 0, stdout: `${version}\n` });
  for (const command of [['jobs', 'ls'], ['products', 'search'], ['whoami']])
    expect((await runSheaf([...command, '--help'], { env })).stdout).toContain('--json');
});
