import { createRowCache } from '../../src/stores/row-cache';

/** Room for so many rows of 100 bytes. */
const cacheOf = (rows: number) => createRowCache<number>(rows * (100 + 200));

test('what was not asked for longest goes first, and never more than there is room for stays', () => {
  const cache = cacheOf(3);
  for (const row of [1, 2, 3]) cache.set(`${row}`, row, 100);
  cache.get('1');
  cache.set('4', 4, 100);
  expect(['1', '2', '3', '4'].map((key) => cache.get(key))).toEqual([1, undefined, 3, 4]);
  cache.set('5', 5, 2 * 100 + 200);
  expect(['1', '3', '4', '5'].map((key) => cache.get(key))).toEqual([undefined, undefined, 4, 5]);
});

test('a row takes the place of what was under its key, also in what is counted', () => {
  const cache = cacheOf(2);
  cache.set('a', 0, 100);
  for (let row = 1; row < 10; row++) cache.set('b', row, 100);
  expect([cache.get('a'), cache.get('b')]).toEqual([0, 9]);
});

test('a row that is larger than all the room is not kept, and what was under its key is gone', () => {
  const cache = cacheOf(2);
  cache.set('a', 1, 100);
  cache.set('b', 2, 100);
  cache.set('a', 3, 1_000);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 2]);
});
