import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { programArguments } from '../setup/program-process';

const signingKey = Buffer.alloc(32, 7).toString('base64');

it.each([
  ['api', [], { PORT: 'abc' }, 'The configuration is not usable:\n  PORT: '],
  [
    'api',
    [],
    { EMBEDDING_MODEL_DIR: '/nowhere' },
    'The configuration is not usable:\n  EMBEDDING_MODEL_DIR: ',
  ],
  [
    'worker',
    [],
    { EMBEDDING_MODEL_DIR: '/nowhere' },
    'The configuration is not usable:\n  EMBEDDING_MODEL_DIR: ',
  ],
  ['worker', ['--queues', 'post'], {}, '--queues takes a comma list of '],
])('the program %s says what it cannot use, and nothing of its code: %j %j', (program, args, env, said) => {
  const root = path.join(__dirname, '../..');
  const command = programArguments(program, args);
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    env: { PATH: process.env.PATH, SIGNING_KEY: signingKey, ...env },
    encoding: 'utf8',
  });
  expect([status, stderr.startsWith(said)]).toEqual([1, true]);
  expect(stderr.trimEnd().split('\n').length).toBe(said.split('\n').length);
});

it.each([
  ['api', 'mongodb://127.0.0.1:9/sheaf?nonsense=1', 'option nonsense is not supported'],
  ['worker', 'mongodb://user:secret@127.0.0.1:9/sheaf', 'connect ECONNREFUSED 127.0.0.1:9'],
])('the program %s logs in one line why it cannot use MongoDB at %s', (program, url, reason) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, programArguments(program), {
    cwd: path.join(__dirname, '../..'),
    env: { PATH: process.env.PATH, SIGNING_KEY: signingKey, MONGODB_URL: url },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, '']);
  const logged = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(logged).toMatchObject([
    {
      level: 60,
      msg: expect.stringContaining(`MONGODB_URL: the server cannot be used: ${reason}`) as string,
    },
  ]);
  expect(stdout).not.toContain('secret');
});
