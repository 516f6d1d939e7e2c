import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withJoinedSignal } from '../src/joined-signal';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Collects what nothing refers to; a signal's timer goes some turns after the signal. */
async function collectThoroughly(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    collectGarbage();
    await nextTurn();
  }
}

const untilAborted = (signal: AbortSignal) => once(signal, 'abort').then(() => signal.reason as Error);

test('the time runs out although garbage was collected meanwhile', async () => {
  const reason = await withJoinedSignal(
    { signals: [new AbortController().signal, undefined], timeoutMs: 1_000 },
    async ({ signal }) => {
      const aborted = untilAborted(signal);
      await collectThoroughly();
      return aborted;
    },
  );
  expect(reason).toMatchObject({ name: 'TimeoutError' });
});

test('a source that only the joined signal refers to aborts it, with its own reason, after a collection', async () => {
  const reason = await withJoinedSignal({ signals: [AbortSignal.timeout(1_000)] }, async ({ signal }) => {
    const aborted = untilAborted(signal);
    await collectThoroughly();
    return aborted;
  });
  expect(reason).toMatchObject({ name: 'TimeoutError' });
});

test('a signal that was aborted before begins work under an aborted signal', async () => {
  const gone = AbortSignal.abort(new Error('the client has gone'));
  await withJoinedSignal({ signals: [gone], timeoutMs: 1 }, ({ signal }) => {
    expect(signal.reason).toBe(gone.reason);
    return Promise.resolve();
  });
});

test.each<[string, () => Promise<string>]>([
  ['resolves', () => Promise.resolve('done')],
  ['rejects', () => Promise.reject(new Error('failed'))],
])('nothing listens or waits any more once the work %s', async (_, work) => {
  const source = new AbortController();
  const add = jest.spyOn(source.signal, 'addEventListener');
  const remove = jest.spyOn(source.signal, 'removeEventListener');
  let joined = new AbortController();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await withJoinedSignal({ signals: [source.signal], timeoutMs: 3_600_000 }, (own) => {
    joined = own;
    expect(timers()).toBe(before + 1);
    return work();
  }).catch(() => undefined);
  expect(timers()).toBe(before);
  expect(remove.mock.calls[0]!.slice(0, 2)).toEqual(add.mock.calls[0]!.slice(0, 2));
  source.abort();
  expect(joined.signal.aborted).toBe(false);
});
