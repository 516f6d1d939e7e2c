import { chiSquareAbove } from '../../../src/product-search/experiments/chi-square';

/** Upper critical values of the NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.4. */
it.each([
  [1, 0.1, 2.706],
  [1, 0.05, 3.841],
  [1, 0.001, 10.828],
  [2, 0.05, 5.991],
  [2, 0.001, 13.816],
  [3, 0.01, 11.345],
  [5, 0.1, 9.236],
  [9, 0.05, 16.919],
  [9, 0.001, 27.877],
])('with %d degrees of freedom, %d of the values lie above %d', (freedom, share, value) => {
  expect(chiSquareAbove(value, freedom) / share).toBeCloseTo(1, 2);
});

it('follows the closed forms for two and four degrees of freedom', () => {
  for (const value of [1e-9, 0.1, 1, 2, 3.9, 4.1, 6, 10, 50, 200, 1_000]) {
    const half = value / 2;
    expect(chiSquareAbove(value, 2) / Math.exp(-half)).toBeCloseTo(1, 10);
    expect(chiSquareAbove(value, 4) / (Math.exp(-half) * (1 + half))).toBeCloseTo(1, 10);
  }
});

it('falls from one to zero, without a step where the series ends and the fraction begins', () => {
  for (let freedom = 1; freedom <= 9; freedom++) {
    expect(chiSquareAbove(0, freedom)).toBe(1);
    const border = freedom + 2;
    const [before, after] = [border - 1e-9, border + 1e-9].map((value) => chiSquareAbove(value, freedom));
    expect(before! - after!).toBeGreaterThanOrEqual(0);
    expect(before! - after!).toBeLessThan(1e-8);
    expect(chiSquareAbove(5_000, freedom)).toBe(0);
  }
});
