import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { documentsIntroduction } from '../../api/documents/introduction';
import { productsIntroduction } from '../../api/products/introduction';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

const run = promisify(execFile);
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** Runs commands as a new user does; answers what they print. */
async function shell(commands: readonly string[]): Promise<string> {
  const { stdout } = await run('sh', ['-ec', commands.join('\n')], {
    env: { ...process.env, KEY: stack.key.text },
  });
  return stdout;
}

/** Whether a job, of either product, has reached its end. */
async function hasEnded(address: string): Promise<boolean> {
  const { body } = await stack.api.request<{ status: string }>(`${address}?wait=30`, { key: stack.key.text });
  return ['completed', 'succeeded', 'failed'].includes(body.status);
}

it.each([
  ['documents', documentsIntroduction, '/v2/jobs', 'The warranty ends after two years.'],
  ['product search', productsIntroduction, '/v1/jobs', '"id":"KB-1"'],
])('the first steps of %s lead to a result, word by word', async (_, introduction, jobs, result) => {
  const [, script] = /```sh\n(.+?)\n```/s.exec(introduction)!;
  const commands = script!.replace('http://localhost:8080', stack.api.baseUrl).split(/(?<![\\|])\n/);
  const printed = await shell(commands.slice(0, -1));
  expect(printed).not.toMatch(/"error":"|"detail":/);
  const [jobId] = /job_[0-9A-Z]{26}/.exec(printed)!;
  while (!(await hasEnded(`${jobs}/${jobId}`))) continue;
  expect(await shell([...commands.slice(0, 2), commands.at(-1)!])).toContain(result);
});
