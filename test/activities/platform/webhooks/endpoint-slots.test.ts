import { type ApplicationFailure } from '@temporalio/activity';
import { createEndpointSlots } from '../../../../activities/platform/webhooks/endpoint-slots';
import { holdTimeouts } from '../../../setup/held-timeouts';

const quick = { _id: 'whe_quick', recentMs: [20, 20, 20] };
const slow = { _id: 'whe_slow', recentMs: [3_000] };
const unknown = { _id: 'whe_new', recentMs: [] };

beforeEach(holdTimeouts);
afterEach(() => {
  jest.useRealTimers();
});

/** Work that ends when it is told to. */
function held() {
  let release: (() => void) | undefined;
  const over = new Promise<void>((resolve) => (release = resolve));
  return { release: release!, work: () => over };
}
const outcome = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: unknown) => (error as ApplicationFailure).type,
  );

it.each([
  ['a slow endpoint', slow],
  ['one of which nothing is known yet', unknown],
])('%s has a quarter of the slots, and what comes on top is sent away', async (_, endpoint) => {
  const inSlot = createEndpointSlots(8);
  const { release, work } = held();
  const runs = Array.from({ length: 5 }, () => outcome(inSlot(endpoint, 1, work)));
  expect(await Promise.race(runs)).toBe('EndpointBusy');
  expect(await outcome(inSlot(quick, 1, () => Promise.resolve()))).toBe('done');
  release();
  expect((await Promise.all(runs)).filter((how) => how === 'done')).toHaveLength(2);
  expect(await outcome(inSlot(endpoint, 1, () => Promise.resolve()))).toBe('done');
});

it('behind a quick endpoint others wait in line, and get their turn in order', async () => {
  const inSlot = createEndpointSlots(4);
  const order: number[] = [];
  let open = 0;
  let openMost = 0;
  const runs = Array.from({ length: 10 }, (_, n) =>
    inSlot(quick, 1, async () => {
      openMost = Math.max(openMost, ++open);
      order.push(n);
      await new Promise(setImmediate);
      open--;
    }),
  );
  await Promise.all(runs);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(openMost).toBe(1);
});

it('after one has waited for nothing, no other waits until there is an answer', async () => {
  const inSlot = createEndpointSlots(4);
  const hung = held();
  const first = outcome(inSlot(quick, 1, hung.work));
  const inVain = outcome(inSlot(quick, 1, () => Promise.resolve()));
  jest.runOnlyPendingTimers();
  expect(await inVain).toBe('EndpointBusy');
  const sentAway = inSlot(quick, 2, () => Promise.resolve());
  // Whoever waits would still be waiting.
  expect(await Promise.race([outcome(sentAway), new Promise(setImmediate)])).toBe('EndpointBusy');
  hung.release();
  expect(await first).toBe('done');
  expect(await outcome(inSlot(quick, 1, () => Promise.resolve()))).toBe('done');
});

it('work that fails gives its slot back', async () => {
  const inSlot = createEndpointSlots(4);
  const failing = inSlot(slow, 1, () => Promise.reject(new Error('no database')));
  await expect(failing).rejects.toThrow('no database');
  expect(await outcome(inSlot(slow, 1, () => Promise.resolve()))).toBe('done');
});
