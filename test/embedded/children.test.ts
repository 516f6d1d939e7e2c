import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createChildren } from '../../embedded/processes/children';
import { isRunning, processMark } from '../../embedded/processes/process-mark';
import { endRecorded, writeRecords } from '../../embedded/processes/process-records';
import { openDataFolder } from '../../embedded/data-folder';
import { runProgram, until } from './run-program';
import { useTemporaryFolder } from './temporary-folder';

const folder = useTemporaryFolder();
const stayAlive = 'setInterval(() => undefined, 1000)';
const deaf = `process.on('SIGTERM', () => undefined); console.log('deaf'); ${stayAlive}`;

function childrenHere() {
  return createChildren({ logFolder: folder(), recordFile: path.join(folder(), 'processes.json') });
}

function startStranger(): ChildProcess {
  return spawn(process.execPath, ['-e', stayAlive], { detached: true, stdio: 'ignore' });
}

/** Pids of the children, and of what the second of them has started. */
async function pidsOf(line: string): Promise<number[]> {
  const log = path.join(folder(), 'logs', 'two.log');
  await until(() => readFileSync(log, 'utf8').includes('\n'));
  return [...line.split(' '), readFileSync(log, 'utf8')].map(Number);
}

test('nothing is left running when the parent is killed by SIGKILL', async () => {
  const parent = runProgram('keep-children', [folder()]);
  const pids = await pidsOf(await parent.nextLine());
  const marks = pids.map(processMark);
  expect(marks.map(isRunning)).toEqual([true, true, true]);
  parent.process.kill('SIGKILL');
  await until(() => !marks.some(isRunning));
});

test('the next start ends what a crash left, and leaves alone whoever has such a pid by now', async () => {
  const [left, stranger] = [startStranger(), startStranger()];
  const file = path.join(folder(), 'processes.json');
  writeRecords(file, [
    { name: 'left', ...processMark(left.pid!) },
    { name: 'stranger', pid: stranger.pid!, startedAt: 'of an earlier boot' },
  ]);
  const ended = once(left, 'exit');
  expect(await endRecorded(file)).toEqual(['left']);
  expect(await ended).toEqual([null, 'SIGTERM']);
  expect(isRunning(processMark(stranger.pid!))).toBe(true);
  stranger.kill('SIGKILL');
});

test('a data folder belongs to one process until that is gone', async () => {
  const parent = runProgram('keep-children', [folder()]);
  await parent.nextLine();
  await expect(openDataFolder(folder(), () => undefined)).rejects.toThrow(
    new RegExp(`in use by process ${parent.process.pid!}: .* set DATA_DIR`),
  );
  parent.process.kill('SIGKILL');
  await parent.ended();
  const opened = await openDataFolder(folder(), () => undefined);
  await opened.close();
});

test('a child that does not listen to SIGTERM is killed after its time', async () => {
  const children = childrenHere();
  const args = ['-e', deaf];
  const child = await children.start({ name: 'deaf', command: process.execPath, args, stopTimeoutMs: 100 });
  await until(() => readFileSync(child.logFile, 'utf8').includes('deaf'));
  await children.stopAll();
  expect(await child.ended).toContain('was ended by SIGKILL');
});

test('a child that ends by itself is told with the last lines of its log', async () => {
  const children = childrenHere();
  const args = ['-e', 'console.error("no space left"); process.exit(3)'];
  await children.start({ name: 'mongod', command: process.execPath, args });
  expect(await children.firstFailure).toMatch(
    /^mongod ended with code 3; its log .* ends with:\nno space left$/,
  );
});

test('a program that cannot be executed is one sentence', async () => {
  const start = childrenHere().start({ name: 'mongod', command: path.join(folder(), 'absent'), args: [] });
  await expect(start).rejects.toThrow(/^mongod could not be started: .*ENOENT/);
});
