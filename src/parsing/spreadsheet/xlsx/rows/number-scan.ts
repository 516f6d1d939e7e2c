import { XML_BYTES } from '../xml/bytes';
import { scaleByTen } from './decimal-scale';

const { DOT, LOWER_E, MINUS } = XML_BYTES;

const PLUS = 0x2b;
/** Digits of one half of a mantissa, so that it is a small integer. */
const HALF_DIGITS = 9;
const DIGITS_MAX = 2 * HALF_DIGITS;
const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const TEN_TO = Int32Array.from({ length: HALF_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
const DECIMAL_CHARS_MAX = 1024;

/** Where the last scan stopped. One object is reused for a whole sheet. */
export interface NumberScan {
  end: number;
}

/**
 * The decimal number that begins at `from`, as the nearest double, and in `scan.end` the position behind it. NaN where there
 * is none, or where only {@link parseDecimal} reads it: more than 18 digits, an exponent out of the ordinary, a doubt about
 * the last bit.
 */
export function scanNumber(scan: NumberScan, bytes: Buffer, from: number): number {
  const negative = bytes[from] === MINUS;
  const start = negative ? from + 1 : from;
  let at = start;
  let high = 0;
  let low = 0;
  let digits = 0;
  let point = -1;
  for (;;) {
    const byte = bytes[at]!;
    const digit = byte - 0x30;
    if (digit >= 0 && digit <= 9) {
      if (digits < HALF_DIGITS) high = (high * 10 + digit) | 0;
      else low = (low * 10 + digit) | 0;
      if ((digits > 0 || digit > 0) && ++digits > DIGITS_MAX) break;
    } else if (byte === DOT && point < 0) {
      point = at;
    } else {
      break;
    }
    at++;
  }
  scan.end = at;
  const written = at - start;
  if (digits > DIGITS_MAX || written === 0 || (written === 1 && point >= 0)) return NaN;

  let exponent = point < 0 ? 0 : point + 1 - at;
  if ((bytes[at]! | 0x20) === LOWER_E) exponent += scanExponent(scan, bytes, at + 1);
  if (digits <= HALF_DIGITS && exponent <= 0 && exponent >= -22) {
    const m = exponent === 0 ? high : high / POWERS[-exponent]!;
    return negative ? 0 - m : m;
  }
  const magnitude =
    digits <= HALF_DIGITS
      ? scaleByTen(high, 0, exponent)
      : scaleByTen(high * TEN_TO[digits - HALF_DIGITS]!, low, exponent);
  return negative ? 0 - magnitude : magnitude;
}

/** The signed number behind an `E`, NaN where there is none or it is too long to matter. */
function scanExponent(scan: NumberScan, bytes: Buffer, from: number): number {
  const sign = bytes[from];
  const start = sign === MINUS || sign === PLUS ? from + 1 : from;
  let at = start;
  let value = 0;
  for (
    let digit = bytes[at]! - 0x30;
    digit >= 0 && digit <= 9 && at - start < 4;
    digit = bytes[++at]! - 0x30
  ) {
    value = value * 10 + digit;
  }
  scan.end = at;
  if (at === start) return NaN;
  return sign === MINUS ? -value : value;
}

/** A decimal number the slow way; NaN where the text is not one, or is too large for a double. */
export function parseDecimal(text: string): number {
  const trimmed = text.trim();
  if (trimmed.length > DECIMAL_CHARS_MAX || !DECIMAL.test(trimmed)) return NaN;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : NaN;
}
