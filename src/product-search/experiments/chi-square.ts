const precision = 1e-14;
/** Keeps the continued fraction away from divisions by zero. */
const tiny = 1e-300;

/**
 * Probability that the chi-square distribution gives a value or more: the regularized gamma function
 * Q(freedom/2, value/2), by its series below the mean and by its continued fraction above (NIST Digital Library
 * of Mathematical Functions, 8.11.4 and 8.9.2).
 *
 * @param freedom degrees of freedom, a whole number above 0
 */
export function chiSquareAbove(value: number, freedom: number): number {
  if (value <= 0) return 1;
  const a = freedom / 2;
  const x = value / 2;
  const weight = Math.exp(a * Math.log(x) - x - logGamma(freedom));
  return x < a + 1 ? 1 - weight * lowerSeries(a, x) : weight * upperFraction(a, x);
}

/** Logarithm of the gamma function at half of a whole number, from its values at 1/2 and 1. */
function logGamma(doubled: number): number {
  let log = doubled % 2 === 0 ? 0 : Math.log(Math.PI) / 2;
  for (let at = doubled % 2 === 0 ? 1 : 1 / 2; at < doubled / 2; at++) log += Math.log(at);
  return log;
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; term > sum * precision; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** Evaluates the fraction by the method of Lentz as Thompson and Barnett (1986) changed it. */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1, factor = 0; Math.abs(factor - 1) > precision; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / away(numerator * d + b);
    c = away(b + numerator / c);
    factor = d * c;
    fraction *= factor;
  }
  return fraction;
}

function away(value: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}
