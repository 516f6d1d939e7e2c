import { createSilenceWatch } from '../src/silence-watch';
import { holdTimeouts } from './setup/held-timeouts';

const silentAfterMs = 2_000;
const halfMs = silentAfterMs / 2;

beforeEach(holdTimeouts);
afterEach(() => {
  jest.useRealTimers();
});

/** Lets what has become due happen. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

async function pass(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms);
  await settle();
}

/** A server, silent until told otherwise, and what a watch has asked it. */
function server() {
  const open: ((answer: Promise<void>) => void)[] = [];
  return {
    asked: () => open.length,
    answer: async (refusal?: Error) => {
      open.at(-1)!(refusal === undefined ? Promise.resolve() : Promise.reject(refusal));
      await settle();
    },
    watch: createSilenceWatch({
      silentAfterMs,
      ask: () => new Promise<void>((resolve) => open.push(resolve)),
    }),
  };
}

test('a call to a server that does not answer is told so after the time, once', async () => {
  const { watch, asked } = server();
  const silent = jest.fn();
  watch(silent);
  await pass(halfMs - 1);
  expect(asked()).toBe(0);
  await pass(1);
  expect(asked()).toBe(1);
  await pass(halfMs - 1);
  expect(silent).not.toHaveBeenCalled();
  await pass(1);
  expect(silent).toHaveBeenCalledTimes(1);
  await pass(10 * silentAfterMs);
  expect(silent).toHaveBeenCalledTimes(1);
});

test('a call that takes long continues while the server answers, and is told when it falls silent', async () => {
  const { watch, answer } = server();
  const silent = jest.fn();
  watch(silent);
  for (let i = 0; i < 5; i++) {
    await pass(halfMs);
    await answer();
  }
  expect(silent).not.toHaveBeenCalled();
  await pass(halfMs);
  await pass(halfMs);
  expect(silent).toHaveBeenCalledTimes(1);
});

test('calls that wait together share one question, and while the server is silent a call asks at once', async () => {
  const { watch, asked, answer } = server();
  const first = jest.fn();
  const second = jest.fn();
  watch(first);
  watch(second);
  await pass(halfMs);
  expect(asked()).toBe(1);
  await pass(halfMs);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  const third = jest.fn();
  watch(third);
  await pass(1);
  expect(asked()).toBe(2);
  await answer();
  await pass(halfMs - 1);
  expect(third).not.toHaveBeenCalled();
  expect(asked()).toBe(2);
});

test('a server that cannot be asked is silent; a call that was answered is told nothing', async () => {
  const { watch, answer } = server();
  const silent = jest.fn();
  const answered = jest.fn();
  watch(silent);
  const release = watch(answered);
  await pass(halfMs);
  release();
  await answer(new Error('connection refused'));
  expect(silent).toHaveBeenCalledTimes(1);
  expect(answered).not.toHaveBeenCalled();
});
