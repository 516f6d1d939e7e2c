import { runFile } from '../../../src/parsing/document/running/run-file';
import { type FromFileThread, type ToFileThread } from '../../../src/parsing/document/running/messages';
import { type ParseThread } from '../../../src/parsing/isolation/parse-thread';
import { holdTimeouts } from '../../setup/held-timeouts';

beforeEach(holdTimeouts);
afterEach(() => jest.useRealTimers());

const request = { type: 'run', request: {}, modelFolder: null } as unknown as ToFileThread;
const hooks = { signal: new AbortController().signal, onProgress: () => undefined };

/** A thread that answers nothing, and uses this share of the time for work. */
function silentThread(share: number): ParseThread<ToFileThread, FromFileThread> {
  const begun = performance.now();
  return {
    ready: Promise.resolve(),
    alive: true,
    busyMs: () => (performance.now() - begun) * share,
    send: () => undefined,
    listen: () => undefined,
    keepAlive: () => undefined,
    terminate: () => Promise.resolve(),
  };
}

it.each([
  ['that works all the time is stopped at the deadline', 1, 900, 1_100],
  ['that gets a quarter of a processor is stopped at four times the deadline', 1 / 4, 3_500, 4_500],
  ['that only waits is stopped at ten times the deadline', 0, 9_900, 10_100],
])('a thread %s', async (_, share, stillReads, isStopped) => {
  let end = 'none';
  const reading = runFile(silentThread(share), request, hooks, { stillMs: 1_000, totalMs: 1_000_000 }).catch(
    (error: unknown) => {
      end = (error as { code: string }).code;
    },
  );
  await jest.advanceTimersByTimeAsync(stillReads);
  expect(end).toBe('none');
  await jest.advanceTimersByTimeAsync(isStopped - stillReads);
  await reading;
  expect(end).toBe('parse_failed');
});
