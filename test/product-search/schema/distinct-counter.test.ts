import {
  countDistinct,
  createDistinctCounter,
  distinctCount,
  mergeDistinct,
} from '../../../src/product-search/schema/distinct-counter';

function counterOf(from: number, to: number) {
  const counter = createDistinctCounter();
  for (let value = from; value < to; value++) {
    countDistinct(counter, `value ${value}`);
    countDistinct(counter, `value ${value}`);
  }
  return counter;
}

test.each([0, 1, 999, 1_000])('up to 1,000 differing values are counted exactly: %d', (count) => {
  expect(distinctCount(counterOf(0, count))).toBe(count);
});

test.each([1_001, 5_000, 30_000, 100_000])('above, the error is within 2 %: %d', (count) => {
  const counted = distinctCount(counterOf(0, count));
  expect(Math.abs(counted - count) / count).toBeLessThan(0.02);
  expect(counted).toBeGreaterThan(1_000);
});

test.each([
  [0, 600, 300, 900],
  [0, 600, 500, 1_200],
  [0, 5_000, 100, 400],
  [0, 400, 100, 5_000],
  [0, 5_000, 2_500, 9_000],
])('merged counters count as one would: %d to %d and %d to %d', (from, to, otherFrom, otherTo) => {
  const merged = counterOf(from, to);
  mergeDistinct(merged, counterOf(otherFrom, otherTo));
  const whole = counterOf(Math.min(from, otherFrom), Math.max(to, otherTo));
  expect(distinctCount(merged)).toBe(distinctCount(whole));
});
