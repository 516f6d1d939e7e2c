import { join } from 'node:path';
import { createThreadPool } from '../../../src/parsing/isolation/thread-pool';
import { holdTimeouts } from '../../setup/held-timeouts';

const entry = join(__dirname, 'threads/scripted.ts');
const idleMs = 1_000;
const { signal } = new AbortController();

beforeEach(holdTimeouts);
afterEach(() => {
  jest.useRealTimers();
});

it('threads that have worked and wait too long end, and a new one takes the place of the last', async () => {
  const pool = createThreadPool({ entry, threadsMax: 2, idleMs });
  const [one, two] = [await pool.lend({ signal }), await pool.lend({ signal })];
  pool.release(one);
  pool.release(two);
  jest.advanceTimersByTime(idleMs - 1);
  const again = await pool.lend({ signal });
  expect(again).toBe(two);
  jest.advanceTimersByTime(idleMs);
  expect([one.alive, two.alive]).toEqual([false, true]);
  pool.release(again);
  jest.advanceTimersByTime(idleMs);
  expect(two.alive).toBe(false);
  const next = await pool.lend({ signal });
  expect([next === one, next === two, next.alive]).toEqual([false, false, true]);
  pool.release(next);
  await pool.close();
  expect(next.alive).toBe(false);
});

it('a parse that comes while the only thread ends gets a new one', async () => {
  const pool = createThreadPool({ entry, threadsMax: 1, idleMs });
  const first = await pool.lend({ signal });
  pool.release(first);
  jest.advanceTimersByTime(idleMs);
  const second = await pool.lend({ signal });
  expect([first.alive, second.alive]).toEqual([false, true]);
  await pool.close();
});

it('a thread that works does not end, however long', async () => {
  const pool = createThreadPool({ entry, threadsMax: 1, idleMs });
  const thread = await pool.lend({ signal });
  jest.advanceTimersByTime(idleMs * 100);
  expect(thread.alive).toBe(true);
  pool.release(thread);
  await pool.close();
});
