import { differenceOf, meanOf, rateOf } from '../../../src/product-search/experiments/intervals';
import { randomNumbers, suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed(7);

describe('the interval of a rate', () => {
  /** Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3. */
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %d in %d has the published bounds', (successes, tries, low, high) => {
    const rate = rateOf(successes, tries)!;
    expect(rate.low).toBeCloseTo(low, 4);
    expect(rate.high).toBeCloseTo(high, 4);
    expect(rate.value).toBeCloseTo(successes / tries, 12);
  });

  it('is none without tries, and stays within 0 and 1', () => {
    expect(rateOf(0, 0)).toBeNull();
    expect(rateOf(5, 5)).toMatchObject({ value: 1, high: 1 });
    expect(rateOf(6, 5)).toEqual(rateOf(5, 5));
  });

  it(`has the true rate about 95 times in 100 (seed ${seed})`, () => {
    const random = randomNumbers(seed);
    for (const [p, n] of [
      [0.03, 400],
      [0.4, 60],
      [0.9, 150],
    ] as const) {
      let held = 0;
      for (let run = 0; run < 2_000; run++) {
        let successes = 0;
        for (let i = 0; i < n; i++) if (random() < p) successes++;
        const { low, high } = rateOf(successes, n)!;
        if (low <= p && p <= high) held++;
      }
      expect(held / 2_000).toBeGreaterThan(0.93);
      expect(held / 2_000).toBeLessThan(0.98);
    }
  });
});

/** Newcombe (1998), "Interval estimation for the difference between independent proportions", table II, method 10. */
it.each([
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [10, 10, 0, 20, 0.6791, 1],
])('the difference of %d in %d and %d in %d has the published bounds', (a, m, b, n, low, high) => {
  const difference = differenceOf(rateOf(a, m)!, rateOf(b, n)!);
  expect(difference.low).toBeCloseTo(low, 4);
  expect(difference.high).toBeCloseTo(high, 4);
});

describe('the interval of a mean', () => {
  it('is 1.96 standard errors to both sides, and none for a single value', () => {
    const values = [1, 2, 2, 3, 7];
    const sum = values.reduce((total, value) => total + value, 0);
    const squares = values.reduce((total, value) => total + value ** 2, 0);
    const { value, low, high } = meanOf({ count: 5, sum, squares })!;
    // Variance 5.5, so that the standard error is the root of 1.1.
    expect(value).toBe(3);
    expect(high! - value).toBeCloseTo(1.96 * Math.sqrt(1.1), 3);
    expect(value - low!).toBeCloseTo(high! - value, 12);
    expect(meanOf({ count: 1, sum: 4, squares: 16 })).toEqual({ value: 4, low: null, high: null });
    expect(meanOf({ count: 0, sum: 0, squares: 0 })).toBeNull();
    expect(meanOf({ count: 3, sum: 0.3, squares: 0.03 })!.low).toBeCloseTo(0.1, 6);
  });

  it('of a difference has the standard errors of both', () => {
    const some = { value: 3, low: 2.7, high: 3.3 };
    const other = { value: 2, low: 1.6, high: 2.4 };
    const difference = differenceOf(some, other);
    expect(difference.value).toBe(1);
    expect(difference.high! - 1).toBeCloseTo(0.5, 12);
    expect(1 - difference.low!).toBeCloseTo(0.5, 12);
    const single = { value: 4, low: null, high: null };
    expect(differenceOf(single, other)).toEqual({ value: 2, low: null, high: null });
    expect(differenceOf(other, single)).toEqual({ value: -2, low: null, high: null });
  });
});
