import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../embedded/processes/free-port';
import { embeddingModelFolder, obtainTimeoutMs } from '../setup/embedding-model';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess, startProgram } from '../setup/program-process';

const root = path.join(__dirname, '../..');
const address = 'http://localhost:8080';
/** Nothing of what the commands print has it. */
const separator = '\u001e';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Commands of the page, and what they print by its comments; null where it says nothing. */
interface Step {
  commands: string;
  printed: string | null;
}

/** The commands of all shell blocks of a page, each up to its output. */
function stepsOf(page: string): Step[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    [...block.matchAll(/((?:^[^#\n].*\n)+)((?:^# .*\n)*)/gm)].map(([, commands = '', output = '']) => ({
      commands,
      printed: output === '' ? null : output.replaceAll(/^# /gm, ''),
    })),
  );
}

/** A pattern of an output in which `…` stands for anything. */
const patternOf = (printed: string) => new RegExp(`^${escaped(printed).replaceAll('…', '[^]*')}$`);

let stack: OwnStack;
let programs: ProgramProcess[];
let port: number;
let folder: string;
beforeAll(async () => {
  stack = await startOwnStack({ env: { EMBEDDING_MODEL_DIR: await embeddingModelFolder() } });
  port = await freePort();
  const env = { ...stack.env, PORT: String(port) };
  programs = await Promise.all([startProgram('worker', env), startProgram('api', env)]);
  folder = mkdtempSync(path.join(tmpdir(), 'sheaf-first-requests-'));
  cpSync(path.join(root, 'examples'), path.join(folder, 'examples'), { recursive: true });
  // An organization without a collection, as that of a newcomer.
  const reader = await stack.api.createKey({ organization: 'reader' });
  mkdirSync(path.join(folder, '.data'));
  writeFileSync(path.join(folder, '.data', 'dev-api-key'), reader.text);
}, obtainTimeoutMs);
afterAll(async () => {
  await Promise.all(programs.map((program) => program.sigkill()));
  await stack.close();
  rmSync(folder, { recursive: true });
});

test('the first requests work by copy and paste, and print what it shows', async () => {
  const steps = stepsOf('docs/first-requests.md');
  expect(steps.filter(({ printed }) => printed !== null).length).toBeGreaterThan(5);
  const lines = steps.map(({ commands }) => `${commands}printf '${separator}'`).join('\n');
  const script = `set -euo pipefail\n${lines.replaceAll(address, `http://127.0.0.1:${port}`)}`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
  expect(stderr).toBe('');
  const outputs = stdout.split(separator).slice(0, -1);
  expect(outputs).toHaveLength(steps.length);
  for (const [at, { printed }] of steps.entries())
    if (printed !== null) expect(outputs[at]).toMatch(patternOf(printed));
});
