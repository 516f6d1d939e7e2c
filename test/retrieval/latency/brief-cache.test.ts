import { createBriefCache } from '../../../src/retrieval/latency/brief-cache';

let nowMs = 0;
const cacheOf = (weightMax = 100) =>
  createBriefCache<number>({
    ttlMs: 30_000,
    weightMax,
    weightOf: (value) => value,
    monotonicMs: () => nowMs,
  });

/** A computation that ends when it is told to, and how often it was begun. */
function held() {
  const runs: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const compute = () => new Promise<number>((resolve, reject) => runs.push({ resolve, reject }));
  return { runs, compute };
}

const kept = { refresh: false };
const anew = { refresh: true };
const unexpected = () => Promise.reject(new Error('computed again'));

it('equal calls that meet share one computation, others do not', async () => {
  const cache = cacheOf();
  const { runs, compute } = held();
  const calls = [cache.get('a', kept, compute), cache.get('a', anew, compute), cache.get('b', kept, compute)];
  expect(runs).toHaveLength(2);
  runs[0]!.resolve(1);
  runs[1]!.resolve(2);
  const values = (await Promise.all(calls)).map(({ value, cached }) => [value, cached]);
  expect(values).toEqual([
    [1, false],
    [1, false],
    [2, false],
  ]);
  expect(await cache.get('a', kept, unexpected)).toEqual({ value: 1, cached: true });
});

it('a failure is told to all who wait, and not remembered', async () => {
  const cache = cacheOf();
  const { runs, compute } = held();
  const calls = [cache.get('a', kept, compute), cache.get('a', kept, compute)];
  runs[0]!.reject(new Error('the store is away'));
  for (const call of calls) await expect(call).rejects.toThrow('the store is away');
  expect(await cache.get('a', kept, () => Promise.resolve(3))).toEqual({ value: 3, cached: false });
});

it('a failed refresh leaves what was remembered', async () => {
  const cache = cacheOf();
  await cache.get('a', kept, () => Promise.resolve(1));
  await expect(cache.get('a', anew, unexpected)).rejects.toThrow();
  expect(await cache.get('a', kept, unexpected)).toEqual({ value: 1, cached: true });
});

it('no more is remembered than may be, and what was computed first goes first', async () => {
  const cache = cacheOf(5);
  for (const key of ['a', 'b', 'c']) await cache.get(key, kept, () => Promise.resolve(2));
  expect(await cache.get('b', kept, unexpected)).toMatchObject({ cached: true });
  expect(await cache.get('c', kept, unexpected)).toMatchObject({ cached: true });
  expect(await cache.get('a', kept, () => Promise.resolve(3))).toEqual({ value: 3, cached: false });
  expect(await cache.get('c', kept, unexpected)).toMatchObject({ cached: true });
  nowMs += 30_000;
  expect(await cache.get('c', kept, () => Promise.resolve(4))).toEqual({ value: 4, cached: false });
});

it('what is computed again takes the place of what was remembered', async () => {
  const cache = cacheOf(5);
  await cache.get('a', kept, () => Promise.resolve(2));
  await cache.get('b', kept, () => Promise.resolve(2));
  for (const value of [1, 3]) await cache.get('b', anew, () => Promise.resolve(value));
  expect(await cache.get('a', kept, unexpected)).toEqual({ value: 2, cached: true });
  expect(await cache.get('b', kept, unexpected)).toEqual({ value: 3, cached: true });
});

it('what is too much by itself is not remembered, and pushes nothing out', async () => {
  const cache = cacheOf(5);
  await cache.get('a', kept, () => Promise.resolve(1));
  expect(await cache.get('b', kept, () => Promise.resolve(6))).toEqual({ value: 6, cached: false });
  expect(await cache.get('b', kept, () => Promise.resolve(5))).toEqual({ value: 5, cached: false });
  expect(await cache.get('a', kept, () => Promise.resolve(1))).toEqual({ value: 1, cached: false });
});
