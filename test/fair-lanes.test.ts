import { createFairLanes } from '../src/fair-lanes';

const never = new AbortController().signal;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Steps that are under way, in the order in which they began, and how each is ended. */
function createSteps() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => {
        ends.set(name, () => {
          resolve(name);
        });
      });
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)!();
      await settled();
    },
  };
}

it('so many steps are under way, and organizations take turns', async () => {
  const lanes = createFairLanes(1);
  const { begun, work, end } = createSteps();
  for (const name of ['a', 'b', 'c']) void lanes.enter('large').step(work(name), never);
  void lanes.enter('small').step(work('x'), never);
  await settled();
  expect(begun).toEqual(['a']);
  await end('a');
  await end('x');
  expect(begun).toEqual(['a', 'x', 'b']);
});

it('of one organization, work that came first goes first', async () => {
  const lanes = createFairLanes(1);
  const { begun, work, end } = createSteps();
  const [first, second, third] = [1, 2, 3].map(() => lanes.enter('large'));
  void third!.step(work('third'), never);
  void second!.step(work('second'), never);
  void first!.step(work('first'), never);
  await settled();
  await end('third');
  await end('first');
  expect(begun).toEqual(['third', 'first', 'second']);
});

it('a step that fails frees its lane', async () => {
  const lanes = createFairLanes(1);
  const fault = new Error('no');
  await expect(lanes.enter('one').step(() => Promise.reject(fault), never)).rejects.toBe(fault);
  expect(await lanes.enter('two').step(() => Promise.resolve(1), never)).toBe(1);
});

it('a step that is aborted while it waits is never begun', async () => {
  const lanes = createFairLanes(1);
  const { begun, work, end } = createSteps();
  void lanes.enter('one').step(work('a'), never);
  const stopped = new AbortController();
  const waiting = lanes.enter('one').step(work('b'), stopped.signal);
  const reason = new Error('stopped');
  stopped.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await end('a');
  expect(begun).toEqual(['a']);
  await expect(lanes.enter('one').step(work('c'), stopped.signal)).rejects.toBe(reason);
});
