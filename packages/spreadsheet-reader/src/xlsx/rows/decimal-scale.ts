const EXACT_INTEGER_MAX = 2 ** 53;
/** Powers of ten that a double holds exactly. */
export const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const EXPONENT_MAX = 22;
/** 2^27 + 1 splits a double into two halves whose products are exact (Dekker 1971). */
const SPLITTER = 134_217_729;
/**
 * Relative uncertainty of a result: far above the error of a correction, far below the value of the last bit.
 */
const DOUBT = 2 ** -45;

/**
 * Double nearest to `(high + low) * 10^exponent`, or NaN where this method cannot decide. `high` and `low`
 * are whole numbers that doubles hold exactly; `high` is 0 or the larger one.
 *
 * Below 2^53 the operands of one division or multiplication are exact, and so is its rounding (Clinger 1990).
 * Above, the quotient or product is corrected by its exact remainder, and the result stands if the
 * correction's own error could not have changed it.
 */
export function scaleByTen(high: number, low: number, exponent: number): number {
  const sum = high + low;
  if (exponent === 0) return sum;
  if (!(exponent >= -EXPONENT_MAX && exponent <= EXPONENT_MAX))
    return sum === 0 && exponent === exponent ? 0 : NaN;
  const power = POWERS_OF_TEN[exponent < 0 ? -exponent : exponent]!;
  if (sum < EXACT_INTEGER_MAX) return exponent < 0 ? sum / power : sum * power;

  const rest = low - (sum - high);
  if (exponent < 0) {
    const quotient = sum / power;
    const product = quotient * power;
    const remainder = sum - product - productError(quotient, power, product) + rest;
    return corrected(quotient, remainder / power);
  }
  const product = sum * power;
  return corrected(product, productError(sum, power, product) + rest * power);
}

/** Exact rounding error of `product = a * b`. */
function productError(a: number, b: number, product: number): number {
  const splitA = SPLITTER * a;
  const highA = splitA - (splitA - a);
  const lowA = a - highA;
  const splitB = SPLITTER * b;
  const highB = splitB - (splitB - b);
  const lowB = b - highB;
  return highA * highB - product + highA * lowB + lowA * highB + lowA * lowB;
}

function corrected(value: number, correction: number): number {
  const result = value + correction * (1 + DOUBT);
  return result === value + correction * (1 - DOUBT) ? result : NaN;
}
