import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { programArguments } from './setup/program-process';

const signingKey = Buffer.alloc(32, 7).toString('base64');

it.each([
  ['api', [], { PORT: 'abc' }, 'The configuration is not usable:\n  PORT: '],
  ['worker', ['--queues', 'post'], {}, '--queues takes a comma list of '],
])('the program %s says what it cannot use, and nothing of its code: %j %j', (program, args, env, said) => {
  const root = path.join(__dirname, '..');
  const command = programArguments(program, args);
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    env: { PATH: process.env.PATH, SIGNING_KEY: signingKey, ...env },
    encoding: 'utf8',
  });
  expect([status, stderr.startsWith(said)]).toEqual([1, true]);
  expect(stderr.trimEnd().split('\n').length).toBe(said.split('\n').length);
});
