import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { acquireLock } from '../../embedded/cache/lock';
import { processMark } from '../../embedded/processes/process-mark';
import { runProgram } from './run-program';
import { useTemporaryFolder } from './temporary-folder';

const folder = useTemporaryFolder();

/** A lock whose newest holder wrote `text`. */
function lockHeldBy(text: string): string {
  const lock = path.join(folder(), 'lock');
  mkdirSync(lock);
  writeFileSync(path.join(lock, '7'), text);
  return lock;
}

test('processes that compete for a lock hold it one at a time', async () => {
  const lock = path.join(folder(), 'lock');
  const counter = path.join(folder(), 'counter');
  writeFileSync(counter, '0');
  const programs = [1, 2, 3].map(() => runProgram('count-under-lock', [lock, counter, '10']));
  await Promise.all(programs.map((program) => program.ended()));
  expect(readFileSync(counter, 'utf8')).toBe('30');
});

test('many takers in one process find an abandoned lock and still hold it one at a time', async () => {
  const lock = lockHeldBy(JSON.stringify({ ...processMark(process.pid), startedAt: 'long ago' }));
  let holders = 0;
  const seen: number[] = [];
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      const held = await acquireLock(lock);
      seen.push(++holders);
      await new Promise(setImmediate);
      holders -= 1;
      await held.release();
    }),
  );
  expect(seen).toEqual(Array.from({ length: 12 }, () => 1));
});

test.each([
  ['whose process is gone', () => JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'boot/1' })],
  [
    'whose pid belongs to another process by now',
    () => JSON.stringify({ pid: process.pid, startedAt: 'boot/1' }),
  ],
  ['that was given back', () => ''],
  ['whose file is torn', () => '{"pid":'],
])('a lock %s is taken over', async (_, content) => {
  const lock = lockHeldBy(content());
  await acquireLock(lock);
  expect(readdirSync(lock)).toEqual(['8']);
});

test('a lock that a live process holds says whose it is', async () => {
  const lock = lockHeldBy(JSON.stringify(processMark(process.ppid)));
  const taken = acquireLock(lock, {
    onBusy: (pid) => {
      throw new Error(`held by ${pid}`);
    },
  });
  await expect(taken).rejects.toThrow(`held by ${process.ppid}`);
});

test('waiting for a lock ends with the signal', async () => {
  const lock = lockHeldBy(JSON.stringify(processMark(process.ppid)));
  const controller = new AbortController();
  const taken = acquireLock(lock, {
    signal: controller.signal,
    onBusy: () => {
      controller.abort();
    },
  });
  await expect(taken).rejects.toThrow(/abort/i);
});
